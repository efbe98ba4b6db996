"""All data types.

Types made by the thousand a page are NamedTuples and slotted dataclasses; what leaves the program is a pydantic
model. All are frozen.
"""
