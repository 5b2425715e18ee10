package native

const (
	// lanes are what sums over the batch are added up in.
	lanes = 16
	// sumPart is how many floats of the lanes are added up at a time.
	sumPart = 8192
	// leastShard and mostShard bound the edges and particles of a shard: as many as 4 and
	// 12.5 complete systems of ten particles have. Smaller shards pay for calls, larger
	// ones leave the cache.
	leastShard, mostShard = 400, 1250
	// heavyShard is the least where the values of leastShard take more than
	// shardFloats: then leaving the cache costs more than calls do.
	heavyShard = 100
	// fewShard is the same where there are fewer shards than lanes, at the most:
	// weights are read and lanes added up less often, by fewer workers.
	fewShard = 700
	// shardFloats is how many values a shard may have, 10 MB, between these bounds: as
	// many as the paper's model has in training, at the most.
	shardFloats = 10 << 18
	// defaultSystem is a complete system of 100 particles. In a training step of the
	// paper's model a whole system takes 7 kB an edge, so this one 70 MB. By blocks it
	// takes 2 MB, but a quarter more time, since backwards what was computed of edges
	// is computed again.
	defaultSystem = 10000
)
