from nonet.generate.unbiased import MinimalDraw as MinimalDraw
from nonet.generate.unbiased import resampled as resampled
from nonet.generate.unbiased import unbiased_draws as unbiased_draws
from nonet.research.samples import Measured as Measured
from nonet.research.samples import Sample as Sample
from nonet.research.samples import Study as Study
from nonet.research.samples import read_sample as read_sample
from nonet.research.samples import study as study
