-- Lays the tables of the log on the nodes of Citus, by log. Run once, on the coordinator, after a server has made the tables and was stopped. The
-- tables that belong to no log stay on the coordinator: tenants, keys, access_trail and servers.
SELECT create_distributed_table('log_head', 'log_id', shard_count => 32);
SELECT create_distributed_table(name, 'log_id', colocate_with => 'log_head')
FROM unnest(ARRAY['streams', 'events', 'games', 'seats', 'players', 'forgotten', 'profiles', 'populations', 'snapshots', 'set_aside',
    'missing_positions']) AS name;
