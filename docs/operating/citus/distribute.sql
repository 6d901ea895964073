-- Lays the tables of the log on the nodes of Citus, by log. Run once, on the coordinator, after a server has made the tables and was stopped. The
-- tables that belong to no log stay on the coordinator: tenants, keys, access_trail and servers.
-- One shard a node: a statement about several logs is carried out once for each shard that they lie on. A node that is added later gets
-- logs when a shard is split (`citus_split_shard_by_split_points`).
SELECT create_distributed_table('log_head', 'log_id', shard_count => (SELECT count(*)::integer FROM citus_get_active_worker_nodes()));
SELECT create_distributed_table(name, 'log_id', colocate_with => 'log_head')
FROM unnest(ARRAY['streams', 'events', 'games', 'seats', 'players', 'forgotten', 'profiles', 'populations', 'snapshots', 'set_aside',
    'missing_positions']) AS name;

-- For a statement about many parts of a table, Citus opens several connections to each node. What Credence reads so is a few rows of each part: with
-- one connection to a node, a tenant with 16 partitions took 20 % more appends.
SELECT format('ALTER DATABASE %I SET citus.max_adaptive_executor_pool_size = 1', current_database()) \gexec
