"""Links with a puzzle in them, one module a site. Nothing is ever downloaded."""
