"""The headings above a place."""


class Sections:
    """Follows the headings in reading order."""

    def __init__(self) -> None:
        """Begin outside any heading."""
        self._stack: list[tuple[int, str]] = []

    @property
    def path(self) -> tuple[str, ...]:
        """Headings above the present place, outermost first; the title of the release is none."""
        return tuple(text for _, text in self._stack)

    def enter(self, level: int, text: str) -> tuple[str, ...]:
        """Pass a heading.

        Args:
            level: 1 is the highest below the title; 0 is the title.
            text: as printed.

        Returns:
            The path above that heading.
        """
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        above = self.path
        if level > 0:
            self._stack.append((level, text))
        return above
