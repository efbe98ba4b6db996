"""Whether an image lets what lies under it show through."""

import ctypes
from collections.abc import Callable
from typing import Final

from statchunk.box import Box
from statchunk.readers import native
from statchunk.settings import ReaderSettings

_BGRA: Final = 4
"""pdfium's name for four bytes a pixel, the last of them alpha."""


_SOLID: Final = 0.98
"""Share of pixels that must hide what lies under them; the edges are softened."""


class ImageOpacity:
    """Asks pdfium to paint the image alone, once, when a place on it is first asked for."""

    def __init__(
        self,
        handle: native.Handle,
        document: int,
        page: int,
        unclipped: Callable[[native.Handle, Box], bool],
        settings: ReaderSettings,
    ) -> None:
        """For an image object of a loaded page; `unclipped` tells whether its clip path leaves a place."""
        self._handle, self._document, self._page = handle, document, page
        self._unclipped, self._settings = unclipped, settings
        self._answer: bool | None = None

    def is_opaque(self, place: Box) -> bool:
        """Whether it hides a place; an image with see-through parts counts as not hiding."""
        if self._answer is None:
            self._answer = not native.has_transparency(self._handle) and self._painted_solid()
        return self._answer and self._unclipped(self._handle, place)

    def _painted_solid(self) -> bool:
        width, height = ctypes.c_uint(), ctypes.c_uint()
        native.get_image_size(self._handle, ctypes.byref(width), ctypes.byref(height))
        if not 0 < width.value * height.value <= self._settings.max_image_pixels:
            return False
        bitmap = native.get_rendered_bitmap(self._document, self._page, self._handle)
        if not bitmap:
            return False
        try:
            if native.get_bitmap_format(bitmap) != _BGRA:
                return True
            rows, stride = native.get_bitmap_height(bitmap), native.get_bitmap_stride(bitmap)
            data = ctypes.string_at(native.get_bitmap_buffer(bitmap), rows * stride)
            alphas = data[3::4]
            return alphas.count(255) >= _SOLID * len(alphas)
        finally:
            native.destroy_bitmap(bitmap)
