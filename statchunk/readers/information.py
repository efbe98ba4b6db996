"""What a file says of itself: its information dictionary, its catalog and its XMP packet."""

import mmap
import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from statchunk.model.page import FileInformation
from statchunk.text import one_space

_DATE: Final = re.compile(
    r"(?:D:)?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?)?)?)?(?:([Zz+-])(?:(\d\d)'?(\d\d)?)?'?)?"
)
_ISO: Final = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?")
_PACKET_BEGIN, _PACKET_END = b"<x:xmpmeta", b"</x:xmpmeta>"
_LARGEST_PACKET: Final = 1_000_000
"""Bytes; a longer packet holds a thumbnail, not facts."""
_NAMES: Final = {
    "rdf": "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}",
    "dc": "{http://purl.org/dc/elements/1.1/}",
    "xmp": "{http://ns.adobe.com/xap/1.0/}",
    "pdf": "{http://ns.adobe.com/pdf/1.3/}",
}


def iso_date(text: str) -> str:
    """A date of a PDF ("D:20250521093000+01'00'") or of XMP in ISO 8601, as far as it goes; empty if it is neither."""
    text = text.strip()
    if _ISO.fullmatch(text):
        return text
    match = _DATE.fullmatch(text)
    if not match:
        return ""
    year, month, day, hour, minute, second, zone, zone_hour, zone_minute = match.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if not hour:
        return date
    offset = ""
    if zone:
        offset = "Z" if zone in "Zz" else f"{zone}{zone_hour or '00'}:{zone_minute or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{offset}"


def information_of(fields: dict[str, str], language: str, packet: dict[str, str]) -> FileInformation:
    """The information dictionary where it is filled, else the XMP packet.

    Args:
        fields: the information dictionary.
        language: of the catalog.
        packet: what `read_packet` gives.
    """

    def fact(name: str) -> str:
        return one_space(fields.get(name, "").replace("\0", " ")) or packet.get(name, "")

    return FileInformation(
        title=fact("Title"),
        author=fact("Author"),
        subject=fact("Subject"),
        keywords=fact("Keywords"),
        creator=fact("Creator"),
        producer=fact("Producer"),
        created=iso_date(fields.get("CreationDate", "")) or packet.get("CreationDate", ""),
        modified=iso_date(fields.get("ModDate", "")) or packet.get("ModDate", ""),
        language=one_space(language) or packet.get("Language", ""),
    )


def read_packet(path: Path) -> dict[str, str]:
    """The facts of the last readable XMP packet that describes the file; empty where it is absent or compressed."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        end = len(data)
        while (begin := data.rfind(_PACKET_BEGIN, 0, end)) >= 0:
            stop = data.find(_PACKET_END, begin, min(len(data), begin + _LARGEST_PACKET))
            if stop >= 0:
                facts = _facts(bytes(data[begin : stop + len(_PACKET_END)]))
                if facts:
                    return facts
            end = begin
    return {}


def _facts(packet: bytes) -> dict[str, str]:
    if b"<!DOCTYPE" in packet or b"<!ENTITY" in packet:
        return {}
    try:
        root = ElementTree.fromstring(packet)
    except ElementTree.ParseError:
        return {}
    values: dict[str, str] = {}
    for description in root.iter(_NAMES["rdf"] + "Description"):
        for name, value in description.attrib.items():
            values.setdefault(name, value)
        for child in description:
            values.setdefault(child.tag, one_space(" ".join(child.itertext())))
    if not any(name.startswith(_NAMES["pdf"]) or name == _NAMES["xmp"] + "CreatorTool" for name in values):
        return {}  # of a picture inside the file, not of the file
    facts = {
        "Title": values.get(_NAMES["dc"] + "title", ""),
        "Author": values.get(_NAMES["dc"] + "creator", ""),
        "Subject": values.get(_NAMES["dc"] + "description", ""),
        "Keywords": values.get(_NAMES["pdf"] + "Keywords", ""),
        "Creator": values.get(_NAMES["xmp"] + "CreatorTool", ""),
        "Producer": values.get(_NAMES["pdf"] + "Producer", ""),
        "CreationDate": iso_date(values.get(_NAMES["xmp"] + "CreateDate", "")),
        "ModDate": iso_date(values.get(_NAMES["xmp"] + "ModifyDate", "")),
        "Language": values.get(_NAMES["dc"] + "language", ""),
    }
    return {name: value for name, value in facts.items() if value}
