"""The words of each family of techniques: one file a family, each with a table TELLERS from technique key to
its teller.
"""
