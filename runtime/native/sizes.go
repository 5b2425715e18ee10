package native

const (
	// lanes is the number of lanes in which sums over the batch are added up.
	lanes = 16
	// sumPart is the number of floats of the lanes that are added up at a time.
	sumPart = 8192
	// leastShard and mostShard bound the edges and particles of a shard: 4 and 12.5 complete
	// systems of ten particles have as many. Smaller shards spend time on calls, and larger
	// ones do not fit into the cache.
	leastShard, mostShard = 400, 1250
	// heavyShard is the lower bound if the values of leastShard take more than shardFloats.
	// Leaving the cache then costs more than calls do.
	heavyShard = 100
	// fewShard is the largest number of edges and particles in a shard if there are fewer
	// shards than lanes. Weights are then read and lanes added up less often, by fewer workers.
	fewShard = 700
	// shardFloats is the number of values in a shard, 10 MB, at which the shard is limited
	// between these bounds. The paper's model has at most as many in training.
	shardFloats = 10 << 18
	// defaultSystem is the size of a complete system of 100 particles. In a training step of
	// the paper's model a whole system takes 7 kB for each edge, so this one takes 70 MB. By
	// blocks it takes 2 MB but a quarter more time, since the backward half computes the values
	// of edges again.
	defaultSystem = 10000
)
