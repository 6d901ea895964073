-- Unused here, as the table is.
ALTER TABLE servers ADD COLUMN secret TEXT NOT NULL DEFAULT '';
