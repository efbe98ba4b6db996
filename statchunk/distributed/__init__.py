"""Many machines: one task a file under Dask, Parquet parts in a shared place, then one index. Needs an extra."""

from statchunk.distributed.parts import Part, Parts
from statchunk.distributed.run import index_on_cluster
from statchunk.distributed.sources import find_sources

__all__ = ["Part", "Parts", "find_sources", "index_on_cluster"]
