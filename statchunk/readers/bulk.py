"""The loops over characters and objects of a page that are nearly nothing but calls of pdfium.

Where the modules are compiled, `_bulk.c` does each loop in one call, in far less time; else they are done here.
"""

import ctypes
import re
import struct
from typing import Final

from statchunk.readers import native

HYPHENS: Final = "\x02\ufffe"
"""What pdfium puts for a hyphen that ends a line; the next line follows without a line break."""
_WORD: Final = re.compile(rf"[^\s\0{HYPHENS}]+[{HYPHENS}]?|[{HYPHENS}]")
_CONTROLS: Final = re.compile(rf"[\x01-\x08\x0b\x0c\x0e-\x1f{HYPHENS}]")
_STROKE_MODE: Final = 1

WordPlace = tuple[int, int, int, int, float, float]
"""(begin, end, object of the first character, object of the last, left of the first, right of the last), in the file's
coordinates; 0 for no object."""
Edges = tuple[float, float, float, float]
"""(left and right of the first character, left and right of the last), in the file's coordinates."""
RUN_KIND: Final = struct.Struct("=5dQ3I")
"""What text objects set alike share: a, b, c, d of the matrix, size of the type, handle of the font or 0, render mode
(as a number without sign), colour 0xRRGGBB, whether it is transparent."""


def _word_places(text_page: int, text: str) -> list[WordPlace]:
    """Where the words of a text page stand; `text` has one code point for each of its characters."""
    page, box = native.Handle(text_page), native.Rectangle()
    argument = ctypes.byref(box)
    get_text_object, get_loose_box = native.get_text_object, native.get_loose_box
    places = []
    for match in _WORD.finditer(text):
        begin, end = match.span()
        first = last = get_text_object(page, begin) or 0
        get_loose_box(page, begin, argument)
        left = box.left
        if end - begin > 1:
            last = get_text_object(page, end - 1) or 0
            get_loose_box(page, end - 1, argument)
        places.append((begin, end, first, last, left, box.right))
    return places


def _text_objects(text_page: int, begin: int, stop: int) -> list[int]:
    """The text object of each character from `begin` to before `stop`; 0 for none."""
    page, get_text_object = native.Handle(text_page), native.get_text_object
    return [get_text_object(page, index) or 0 for index in range(begin, stop)]


def _edges(text_page: int, begin: int, stop: int) -> Edges:
    """Where the characters from `begin` to before `stop` begin and end."""
    page, box = native.Handle(text_page), native.Rectangle()
    argument = ctypes.byref(box)
    native.get_loose_box(page, begin, argument)
    left, right = box.left, box.right
    native.get_loose_box(page, stop - 1, argument)
    return left, right, box.left, box.right


def _run_facts(text_page: int, handle: int, index: int) -> tuple[bytes, float]:
    """What a text object is set in, a `RUN_KIND`, and the level of its baseline; `index` is a character of it."""
    page, item, matrix = native.Handle(text_page), native.Handle(handle), native.Matrix()
    native.get_text_matrix(page, index, ctypes.byref(matrix))
    mode = native.get_render_mode(item)
    paint = native.get_stroke_color if mode == _STROKE_MODE else native.get_fill_color
    color, alpha = native.Color().of(paint, item)
    font, size = native.get_font(item) or 0, native.get_text_size(page, index)
    shape = matrix.a, matrix.b, matrix.c, matrix.d, size
    return RUN_KIND.pack(*shape, font, mode & 0xFFFFFFFF, color, alpha == 0), matrix.f


def _page_objects(page: int, most: int) -> list[tuple[int, int]]:
    """(type, handle) of the objects of a page in drawing order, the first `most` of them."""
    loaded = native.Handle(page)
    found = (native.get_object(loaded, index) for index in range(min(most, native.count_objects(page))))
    return [(native.get_type(handle), handle.value) for handle in found if handle]


def _form_objects(form: int, most: int) -> list[tuple[int, int]]:
    """The same of a form."""
    loaded = native.Handle(form)
    found = (native.get_form_object(loaded, index) for index in range(min(most, native.count_form_objects(form))))
    return [(native.get_type(handle), handle.value) for handle in found if handle]


def _text_signs(text: str, marks: str) -> tuple[int, int]:
    """Whether a text holds control characters other than tabs and line ends, or `HYPHENS`, and whether one of the marks
    stands twice in a row in it; 1 for yes, 0 for no."""
    return int(_CONTROLS.search(text) is not None), int(any(2 * mark in text for mark in marks))


try:
    from statchunk.readers import _bulk
except ImportError:
    word_places, text_objects, edges, run_facts = _word_places, _text_objects, _edges, _run_facts
    page_objects, form_objects, text_signs = _page_objects, _form_objects, _text_signs
else:
    _bulk.bind(
        *map(
            native.address,
            (
                native.get_text_object,
                native.get_loose_box,
                native.get_text_matrix,
                native.get_text_size,
                native.get_font,
                native.get_render_mode,
                native.get_fill_color,
                native.get_stroke_color,
                native.count_objects,
                native.get_object,
                native.count_form_objects,
                native.get_form_object,
                native.get_type,
            ),
        )
    )
    word_places, text_objects, edges, run_facts = _bulk.word_places, _bulk.text_objects, _bulk.edges, _bulk.run_facts
    page_objects, form_objects, text_signs = _bulk.page_objects, _bulk.form_objects, _bulk.text_signs
