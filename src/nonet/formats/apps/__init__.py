"""The files of applications and data sets, one module a format."""
