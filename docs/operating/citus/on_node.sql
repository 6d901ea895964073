-- Has the node on which a log lies carry out all statements of a commit and commit them, so that they cross the network once. Run once, on the
-- coordinator, after the tables are distributed; and again after a release whose notes say so. The function does what its caller may do, and no more.
-- It moves the counters of the logs first, each from where the server knows it to stand; where one stands elsewhere, nothing is committed.
DROP FUNCTION IF EXISTS credence_on_node(bigint, text);
CREATE FUNCTION credence_on_node(log bigint, logs bigint[], stands bigint[], becomes bigint[], script text) RETURNS void
LANGUAGE plpgsql SET standard_conforming_strings = on
AS $$
DECLARE
    moved bigint;
BEGIN
    FOR i IN 1 .. cardinality(logs) LOOP
        -- Carried out as text: Citus 13.2.2 ends the node's process over a statement of PL/pgSQL that takes an element of an array.
        EXECUTE format('UPDATE log_head SET position = %s WHERE log_id = %s AND position = %s', becomes[i], logs[i], stands[i]);
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved <> 1 THEN
            RAISE EXCEPTION 'log % does not stand at %', logs[i], stands[i] USING ERRCODE = 'division_by_zero';
        END IF;
    END LOOP;
    EXECUTE script;
END $$;

SELECT create_distributed_function('credence_on_node(bigint, bigint[], bigint[], bigint[], text)', 'log', colocate_with => 'log_head');
