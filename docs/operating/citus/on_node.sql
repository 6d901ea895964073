-- Has the node on which a log lies carry out all statements of a commit and commit them, so that they cross the network once. Run once, on the
-- coordinator, after the tables are distributed. The function does what its caller may do, and no more.
CREATE FUNCTION credence_on_node(log bigint, script text) RETURNS void
LANGUAGE plpgsql SET standard_conforming_strings = on
AS $$ BEGIN EXECUTE script; END $$;

SELECT create_distributed_function('credence_on_node(bigint, text)', 'log', colocate_with => 'log_head');
