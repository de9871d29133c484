"""How steps are explained: a module for each family of techniques, or for several small ones.

The catalogue (`nonet/logic/catalog.txt`) names the function for each technique.
"""
