-- Whether clients are named the URL of a server. A server whose operator named none is reached by the others at its own address, which is nobody else's
-- business. Servers of earlier releases are here only where they are advertised.
ALTER TABLE servers ADD COLUMN advertised boolean NOT NULL DEFAULT true;
