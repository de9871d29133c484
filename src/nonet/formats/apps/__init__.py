"""The files of applications and data sets, one module per format."""
