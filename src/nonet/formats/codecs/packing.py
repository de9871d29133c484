"""Files that are packed: a zip archive with one file in it, or gzip. Their unpacked size is limited.

Archives are stored or deflated. LZMA is refused: a few bytes can ask for a dictionary of 4 GB.
"""

from __future__ import annotations

import io
import zlib

from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.limits import check, check_time, limits

_ZIP, _ZIP_ENTRY, _GZIP = b"PK\x03\x04", b"PK\x01\x02", b"\x1f\x8b"
_MOST_ENTRIES = 1000
"""The list of files is not read if it is longer: it would take longer than all that is in them."""


def unpacked(data: bytes) -> bytes:
    """The file inside, or the data itself if it is not packed."""
    if data.startswith(_ZIP):
        return _unzipped(data)
    return inflated(data, format_=zlib.MAX_WBITS | 16) if data.startswith(_GZIP) else data


def inflated(data: bytes, *, limit: str = "file", format_: int = zlib.MAX_WBITS) -> bytes:
    """What a stream of zlib or gzip contains; `limit` is the name of the limit of its size. A gzip file may be several
    that were joined.
    """
    most = getattr(limits(), limit)
    content = bytearray()
    while True:
        check_time()
        stream = zlib.decompressobj(format_)
        with decoding("the compressed data is damaged"):
            content += stream.decompress(data, most + 1 - len(content))
        check(limit, len(content))
        if not stream.eof:
            raise FormatError("the compressed data is cut off")
        data = stream.unused_data
        if data.startswith(_GZIP):
            continue
        if format_ != zlib.MAX_WBITS and data.strip(b"\0"):
            raise FormatError("something else follows the compressed data; is a part of it damaged?")
        return bytes(content)


def _unzipped(data: bytes) -> bytes:
    if data.count(_ZIP_ENTRY) > _MOST_ENTRIES:
        raise FormatError(f"the zip archive has more than {_MOST_ENTRIES} files instead of one")
    import zipfile  # rarely needed, and slow to import

    with decoding("the zip archive is damaged, or encrypted"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [info for info in archive.infolist() if not info.is_dir()]
        if len(files) != 1:
            raise FormatError(f"the zip archive has {len(files)} files instead of one")
        if files[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FormatError("the zip archive uses another compression than deflate; pack the file again")
        with archive.open(files[0]) as file:
            found = file.read(limits().file + 1)
    check("file", len(found))
    return found


def zipped(text: str, name: str) -> bytes:
    """A zip archive with one file; the same text gives the same bytes."""
    import zipfile

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
