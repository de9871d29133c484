"""Files that are packed: a zip archive with one file in it, or gzip. Their unpacked size is limited.

Archives are stored or deflated. LZMA is refused: a few bytes can ask for a dictionary of 4 GB.
"""

from __future__ import annotations

import io
import zlib

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.limits import LARGEST_FILE

__all__ = ["inflated", "unpacked", "zipped"]

_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b"


def unpacked(data: bytes, *, limit: int = LARGEST_FILE) -> bytes:
    """The file inside, or the data itself if it is not packed."""
    if data.startswith(_ZIP):
        return _unzipped(data, limit)
    return inflated(data, limit=limit, format_=zlib.MAX_WBITS | 16) if data.startswith(_GZIP) else data


def inflated(data: bytes, *, limit: int = LARGEST_FILE, format_: int = zlib.MAX_WBITS) -> bytes:
    """What a stream of zlib or gzip contains."""
    stream = zlib.decompressobj(format_)
    with decoding("the compressed data is damaged"):
        found = stream.decompress(data, limit + 1)
    if len(found) > limit:
        raise FormatError(f"the file unpacks to more than {limit:,} bytes")
    if not stream.eof:
        raise FormatError("the compressed data is cut off")
    return found


def _unzipped(data: bytes, limit: int) -> bytes:
    import zipfile  # rarely needed, and slow to import

    with decoding("the zip archive is damaged, or encrypted"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [info for info in archive.infolist() if not info.is_dir()]
        if len(files) != 1:
            raise FormatError(f"the zip archive has {len(files)} files instead of one")
        if files[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FormatError("the zip archive uses another compression than deflate; pack the file again")
        with archive.open(files[0]) as file:
            found = file.read(limit + 1)
    if len(found) > limit:
        raise FormatError(f"the file unpacks to more than {limit:,} bytes")
    return found


def zipped(text: str, name: str) -> bytes:
    """A zip archive with one file; the same text gives the same bytes."""
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
