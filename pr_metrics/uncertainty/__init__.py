"""How sure an area, a difference of areas and a point are, without drawing samples."""
