-- Whether clients are named the URL of a server: unused here, and made so that both databases have the same tables.
ALTER TABLE servers ADD COLUMN advertised INTEGER NOT NULL DEFAULT 1;
