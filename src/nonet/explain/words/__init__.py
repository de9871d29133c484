"""How steps are explained: a module for each family of techniques.

The catalogue (`nonet/logic/catalog.txt`) names the function for each technique.
"""
