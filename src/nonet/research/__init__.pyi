from nonet.research.backdoor_search import Backdoors as Backdoors
from nonet.research.backdoor_search import backdoors as backdoors
from nonet.research.minimal import minimal_puzzles as minimal_puzzles
from nonet.research.neighbourhood import neighbours as neighbours
from nonet.research.unavoidable import unavoidable_sets as unavoidable_sets
