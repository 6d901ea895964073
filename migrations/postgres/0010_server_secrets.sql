-- What a server makes when it starts, and what only those know who read this table: by it two servers show each other that they are on one database, which
-- a URL does not show. Empty where an earlier release signed in.
ALTER TABLE servers ADD COLUMN secret text NOT NULL DEFAULT '';
