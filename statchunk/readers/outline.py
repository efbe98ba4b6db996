"""Bookmarks and links, and the places that they point to."""

from collections.abc import Callable, Iterator
from ctypes import byref, c_float, c_int, c_ulong, c_void_p

from statchunk.model.page import Link, OutlineItem
from statchunk.readers import native
from statchunk.readers.frame import Frame
from statchunk.rounding import hundredths
from statchunk.settings import ReaderSettings
from statchunk.text import one_space

_GO_TO, _ADDRESS = 1, 3
"""Kinds of action."""
_FIT_HORIZONTALLY, _FIT_BOX_HORIZONTALLY, _FIT_RECTANGLE = 3, 7, 5
"""Kinds of view that state a height but no point."""


def read_outline(
    document: int, frame_of_page: Callable[[int], Frame | None], settings: ReaderSettings
) -> Iterator[OutlineItem]:
    """The bookmarks in order; a bookmark met twice (a cycle) ends its branch.

    Args:
        document: handle.
        frame_of_page: the frame of a page by its number from 1.
        settings: limits.
    """
    seen: set[int] = set()
    first = native.get_first_bookmark(document, None)
    waiting: list[tuple[int, int]] = [(first, 1)] if first else []
    while waiting and len(seen) < settings.max_bookmarks:
        handle, level = waiting.pop()
        if handle in seen:
            continue
        seen.add(handle)
        following = native.get_next_bookmark(document, handle)
        if following:
            waiting.append((following, level))
        child = native.get_first_bookmark(document, handle)
        if child and level < settings.max_bookmark_depth:
            waiting.append((child, level + 1))
        title = one_space(native.text_of(native.get_bookmark_title, handle))
        destination = native.get_bookmark_destination(document, handle)
        if not destination and (action := native.get_bookmark_action(handle)):
            destination = native.get_action_destination(document, action)
        number, top = _place(document, destination, frame_of_page)
        yield OutlineItem(title, level, number, top)


def read_links(document: int, page: int, frame: Frame) -> Iterator[Link]:
    """The link annotations of a loaded page."""
    if native.count_annotations(page) <= 0:
        return
    position, handle, box = c_int(0), c_void_p(), native.Rectangle()
    while native.next_link(page, byref(position), byref(handle)):
        link = handle.value
        if not link or not native.get_link_box(link, byref(box)):
            continue
        uri, number = "", None
        destination = native.get_link_destination(document, link)
        if not destination and (action := native.get_link_action(link)):
            kind = native.get_action_type(action)
            if kind == _ADDRESS:
                uri = native.bytes_of(native.get_action_address, document, action).decode("utf-8", "replace")
            elif kind == _GO_TO:
                destination = native.get_action_destination(document, action)
        if destination:
            index = native.get_destination_page(document, destination)
            number = index + 1 if index >= 0 else None
        if uri or number:
            yield Link(*frame.box(box.left, box.bottom, box.right, box.top), uri, number)


def _place(
    document: int, destination: int | None, frame_of_page: Callable[[int], Frame | None]
) -> tuple[int | None, float | None]:
    """Page number and height (points from the top) of a destination, each None where not stated."""
    if not destination:
        return None, None
    index = native.get_destination_page(document, destination)
    if index < 0:
        return None, None
    has_x, has_y, has_zoom = c_int(), c_int(), c_int()
    x, y, zoom = c_float(), c_float(), c_float()
    found = native.get_destination_point(
        destination, byref(has_x), byref(has_y), byref(has_zoom), byref(x), byref(y), byref(zoom)
    )
    if not (found and has_y.value):
        count, values = c_ulong(), (c_float * 4)()
        view = native.get_destination_view(destination, byref(count), values)
        if view in (_FIT_HORIZONTALLY, _FIT_BOX_HORIZONTALLY) and count.value >= 1:
            y.value = values[0]
        elif view == _FIT_RECTANGLE and count.value == 4:
            x.value, y.value = values[0], values[3]
        else:
            return index + 1, None
    frame = frame_of_page(index + 1)
    if frame is None:
        return index + 1, None
    top = frame.point(x.value, y.value)[1]
    return index + 1, hundredths(min(max(0.0, top), frame.height))
