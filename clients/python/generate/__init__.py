"""Makes the parts of the package that repeat others: the server's shapes as types, and the sync half of what `credence.aio` says once."""
