-- Lays the tables of the log on the nodes of Citus, by log. Run once, on the coordinator, after a server has made the tables and was stopped. The
-- tables that belong to no log stay on the coordinator: tenants, keys, access_trail and servers.
SELECT create_distributed_table('log_head', 'log_id', shard_count => 32);
SELECT create_distributed_table(name, 'log_id', colocate_with => 'log_head')
FROM unnest(ARRAY['streams', 'events', 'games', 'seats', 'players', 'forgotten', 'profiles', 'populations', 'snapshots', 'set_aside',
    'missing_positions']) AS name;

-- What Credence reads of several logs is a few rows of each. Citus would open more connections to a node for it than that is worth: 20 % of all
-- appends of a tenant with 16 partitions.
SELECT format('ALTER DATABASE %I SET citus.max_adaptive_executor_pool_size = 1', current_database()) \gexec
