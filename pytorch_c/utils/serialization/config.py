"""Defaults of save() and load() (torch.utils.serialization.config).

| setting | default | |
| --- | --- | --- |
| load.mmap | False | what mmap=None means |
| load.mmap_flags | mmap.MAP_PRIVATE | or MAP_SHARED: what is written to a tensor goes to the file |
| load.endianness | None | the order of bytes in files that do not say it, LITTLE |
| save.storage_alignment | 64 | where records may begin |
| load.calculate_storage_offsets, save.compute_crc32, save.use_pinned_memory_for_d2h | | have no effect here |
"""

from ..._files.settings import load, patch, save

__all__ = ["load", "patch", "save"]
