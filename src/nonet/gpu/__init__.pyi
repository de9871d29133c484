from nonet.gpu.batches import count_many as count_many
from nonet.gpu.batches import count_records as count_records
from nonet.gpu.batches import dig_values as dig_values
from nonet.gpu.batches import is_available as is_available
from nonet.gpu.batches import solve_many as solve_many
from nonet.gpu.batches import solve_records as solve_records
from nonet.gpu.batches import unique_many as unique_many
from nonet.gpu.batches import unique_records as unique_records
