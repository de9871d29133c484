"""Links with a puzzle in them, one module per site. Nothing is ever downloaded."""
