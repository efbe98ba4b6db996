"""The functions of pdfium that the reader calls, declared once.

A page takes thousands of calls, and calling is the cost. Two things halve it against the declarations that pypdfium2
ships: the interpreter lock stays held (pdfium is not thread-safe anyway: use processes), and the functions of the
hot path, declared with `_bare`, convert no arguments. Those take handles as `Handle` objects; the others take plain
integers too.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_float, c_int, c_uint, c_ulong, c_ushort, c_void_p
from typing import Any

from pypdfium2_raw import bindings


class Rectangle(ctypes.Structure):
    """FS_RECTF: y grows upwards."""

    _fields_ = (("left", c_float), ("top", c_float), ("right", c_float), ("bottom", c_float))


class Matrix(ctypes.Structure):
    """FS_MATRIX."""

    _fields_ = (("a", c_float), ("b", c_float), ("c", c_float), ("d", c_float), ("e", c_float), ("f", c_float))


class Handle(c_void_p):
    """What pdfium knows a thing by."""


_library = ctypes.PyDLL(bindings._libs["pdfium"]._name)


def _declare(name: str, result: Any, *arguments: Any) -> Any:
    function = _library[name]
    function.restype, function.argtypes = result, arguments
    return function


def _bare(name: str, result: Any) -> Any:
    function = _library[name]
    function.restype = result
    return function


_uints = POINTER(c_uint)
_floats = POINTER(c_float)
_doubles = POINTER(c_double)

load_text_page = _declare("FPDFText_LoadPage", c_void_p, c_void_p)
close_text_page = _declare("FPDFText_ClosePage", None, c_void_p)
count_characters = _declare("FPDFText_CountChars", c_int, c_void_p)
get_text = _declare("FPDFText_GetText", c_int, c_void_p, c_int, c_int, POINTER(c_ushort))
get_unicode = _declare("FPDFText_GetUnicode", c_uint, c_void_p, c_int)
is_generated = _bare("FPDFText_IsGenerated", c_int)
has_unicode_map_error = _declare("FPDFText_HasUnicodeMapError", c_int, c_void_p, c_int)
get_text_object = _bare("FPDFText_GetTextObject", c_void_p)
get_loose_box = _bare("FPDFText_GetLooseCharBox", c_int)
get_tight_box = _bare("FPDFText_GetCharBox", c_int)
get_origin = _bare("FPDFText_GetCharOrigin", c_int)
get_text_matrix = _bare("FPDFText_GetMatrix", c_int)
get_text_size = _bare("FPDFText_GetFontSize", c_double)

get_font = _bare("FPDFTextObj_GetFont", c_void_p)
get_render_mode = _bare("FPDFTextObj_GetTextRenderMode", c_int)
get_font_name = _declare("FPDFFont_GetBaseFontName", c_ulong, c_void_p, c_char_p, c_ulong)
get_font_flags = _declare("FPDFFont_GetFlags", c_int, c_void_p)
get_font_weight = _declare("FPDFFont_GetWeight", c_int, c_void_p)
get_font_descent = _declare("FPDFFont_GetDescent", c_int, c_void_p, c_float, _floats)
get_font_ascent = _declare("FPDFFont_GetAscent", c_int, c_void_p, c_float, _floats)

count_objects = _declare("FPDFPage_CountObjects", c_int, c_void_p)
get_object = _bare("FPDFPage_GetObject", Handle)
count_form_objects = _declare("FPDFFormObj_CountObjects", c_int, c_void_p)
get_form_object = _bare("FPDFFormObj_GetObject", Handle)
get_type = _bare("FPDFPageObj_GetType", c_int)
get_bounds = _bare("FPDFPageObj_GetBounds", c_int)
get_matrix = _bare("FPDFPageObj_GetMatrix", c_int)
get_fill_color = _bare("FPDFPageObj_GetFillColor", c_int)
get_stroke_color = _bare("FPDFPageObj_GetStrokeColor", c_int)
get_stroke_width = _bare("FPDFPageObj_GetStrokeWidth", c_int)
has_transparency = _declare("FPDFPageObj_HasTransparency", c_int, c_void_p)
get_draw_mode = _bare("FPDFPath_GetDrawMode", c_int)
count_segments = _bare("FPDFPath_CountSegments", c_int)
get_segment = _bare("FPDFPath_GetPathSegment", Handle)
get_segment_point = _bare("FPDFPathSegment_GetPoint", c_int)
get_segment_type = _bare("FPDFPathSegment_GetType", c_int)
get_segment_close = _bare("FPDFPathSegment_GetClose", c_int)
get_image_size = _declare("FPDFImageObj_GetImagePixelSize", c_int, c_void_p, _uints, _uints)
get_rendered_bitmap = _declare("FPDFImageObj_GetRenderedBitmap", c_void_p, c_void_p, c_void_p, c_void_p)
get_bitmap_format = _declare("FPDFBitmap_GetFormat", c_int, c_void_p)
get_bitmap_height = _declare("FPDFBitmap_GetHeight", c_int, c_void_p)
get_bitmap_stride = _declare("FPDFBitmap_GetStride", c_int, c_void_p)
get_bitmap_buffer = _declare("FPDFBitmap_GetBuffer", c_void_p, c_void_p)
destroy_bitmap = _declare("FPDFBitmap_Destroy", None, c_void_p)
get_clip_path = _declare("FPDFPageObj_GetClipPath", c_void_p, c_void_p)
count_clip_paths = _declare("FPDFClipPath_CountPaths", c_int, c_void_p)
count_clip_segments = _declare("FPDFClipPath_CountPathSegments", c_int, c_void_p, c_int)
get_clip_segment = _declare("FPDFClipPath_GetPathSegment", Handle, c_void_p, c_int, c_int)
get_marked_content_id = _declare("FPDFPageObj_GetMarkedContentID", c_int, c_void_p)

get_page_box = _declare("FPDF_GetPageBoundingBox", c_int, c_void_p, POINTER(Rectangle))
get_page_rotation = _declare("FPDFPage_GetRotation", c_int, c_void_p)
load_page = _declare("FPDF_LoadPage", c_void_p, c_void_p, c_int)
close_page = _declare("FPDF_ClosePage", None, c_void_p)

get_first_bookmark = _declare("FPDFBookmark_GetFirstChild", c_void_p, c_void_p, c_void_p)
get_next_bookmark = _declare("FPDFBookmark_GetNextSibling", c_void_p, c_void_p, c_void_p)
get_bookmark_title = _declare("FPDFBookmark_GetTitle", c_ulong, c_void_p, c_void_p, c_ulong)
get_bookmark_destination = _declare("FPDFBookmark_GetDest", c_void_p, c_void_p, c_void_p)
get_bookmark_action = _declare("FPDFBookmark_GetAction", c_void_p, c_void_p)
get_action_type = _declare("FPDFAction_GetType", c_ulong, c_void_p)
get_action_destination = _declare("FPDFAction_GetDest", c_void_p, c_void_p, c_void_p)
get_action_address = _declare("FPDFAction_GetURIPath", c_ulong, c_void_p, c_void_p, c_void_p, c_ulong)
get_destination_page = _declare("FPDFDest_GetDestPageIndex", c_int, c_void_p, c_void_p)
get_destination_point = _declare(
    "FPDFDest_GetLocationInPage", c_int, c_void_p, *([POINTER(c_int)] * 3), *([_floats] * 3)
)
get_destination_view = _declare("FPDFDest_GetView", c_ulong, c_void_p, POINTER(c_ulong), _floats)
count_annotations = _declare("FPDFPage_GetAnnotCount", c_int, c_void_p)
next_link = _declare("FPDFLink_Enumerate", c_int, c_void_p, POINTER(c_int), POINTER(c_void_p))
get_link_box = _declare("FPDFLink_GetAnnotRect", c_int, c_void_p, POINTER(Rectangle))
get_link_destination = _declare("FPDFLink_GetDest", c_void_p, c_void_p, c_void_p)
get_link_action = _declare("FPDFLink_GetAction", c_void_p, c_void_p)

get_metadata = _declare("FPDF_GetMetaText", c_ulong, c_void_p, c_char_p, c_void_p, c_ulong)
get_language = _declare("FPDFCatalog_GetLanguage", c_ulong, c_void_p, c_void_p, c_ulong)
is_tagged = _declare("FPDFCatalog_IsTagged", c_int, c_void_p)
get_structure_tree = _declare("FPDF_StructTree_GetForPage", c_void_p, c_void_p)
close_structure_tree = _declare("FPDF_StructTree_Close", None, c_void_p)
count_tree_children = _declare("FPDF_StructTree_CountChildren", c_int, c_void_p)
get_tree_child = _declare("FPDF_StructTree_GetChildAtIndex", Handle, c_void_p, c_int)
count_tag_children = _bare("FPDF_StructElement_CountChildren", c_int)
get_tag_child = _bare("FPDF_StructElement_GetChildAtIndex", Handle)
get_tag_role = _bare("FPDF_StructElement_GetType", c_ulong)
get_tag_alt = _declare("FPDF_StructElement_GetAltText", c_ulong, c_void_p, c_void_p, c_ulong)
count_tag_contents = _bare("FPDF_StructElement_GetMarkedContentIdCount", c_int)
get_tag_content = _bare("FPDF_StructElement_GetMarkedContentIdAtIndex", c_int)

TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
"""What `get_type` answers."""
LINE_TO, BEZIER_TO, MOVE_TO = 0, 1, 2
"""What `get_segment_type` answers."""


def address(pointer: Any) -> int:
    """The handle behind a pointer object of pypdfium2, or the address of a function."""
    return ctypes.cast(pointer, c_void_p).value or 0


def bytes_of(function: Any, *handles: Any) -> bytes:
    """The bytes that a function of pdfium writes into a buffer, without the closing zero."""
    length = function(*handles, None, 0)
    if not 0 < length <= _LONGEST_TEXT:
        return b""
    buffer = ctypes.create_string_buffer(length)
    function(*handles, buffer, length)
    return buffer.raw.rstrip(b"\0")


def text_of(function: Any, *handles: Any) -> str:
    """The UTF-16 text that a function of pdfium writes into a buffer."""
    length = function(*handles, None, 0)
    if not 2 < length <= _LONGEST_TEXT:
        return ""
    buffer = ctypes.create_string_buffer(length)
    function(*handles, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace")


_LONGEST_TEXT = 1_000_000
"""Bytes of a title, address or alternative text; a longer one is an attack."""


class Color:
    """Reusable out-parameters for a colour."""

    __slots__ = ("_arguments", "_parts")

    def __init__(self) -> None:
        """One is enough for a page."""
        self._parts = (c_uint * 4)()
        self._arguments = tuple(ctypes.byref(self._parts, 4 * index) for index in range(4))

    def of(self, function: Any, handle: c_void_p) -> tuple[int, int]:
        """(0xRRGGBB, alpha from 0 to 255) as `function` gives them for the object; black where it gives none."""
        if not function(handle, *self._arguments):
            return 0, 255
        red, green, blue, alpha = self._parts
        return red << 16 | green << 8 | blue, alpha
