package runtime

// Ranks are the processes that do a job together, numbered from 0. All of them call the same
// methods in the same order. Only Agree tells the others about a failure of one. It therefore
// precedes whatever else they do together, and nothing may fail between the two. Package mpi
// has the ranks that MPI starts; Alone is one process.
type Ranks interface {
	// Rank is the number of this process, and Size is the number of processes.
	Rank() int
	Size() int
	// Agree returns nil if no rank has an error. Otherwise it returns an error in all ranks:
	// its own in a rank that has one, and a RankError in the others. The ranks then no longer
	// work together, and every method returns such an error.
	Agree(err error) error
	// Share returns the bytes of all ranks, by rank.
	Share(own []byte) ([][]byte, error)
	// AllGather completes values of which rank i has filled in the part from at[i] to at[i+1].
	AllGather(values []float32, at []int) error
	// AllToAll sends the part sent[i] of the values to rank i, and receives the part
	// received[i] from it. The values sent and received do not overlap, and a rank sends the
	// same number of pieces to each of the others.
	AllToAll(values []float32, sent, received []Strided) error
}

// Strided is a part of a slice: Count pieces of Length elements, the first at At, and each
// Stride elements after the one before it.
type Strided struct{ At, Count, Length, Stride int }

// RankError is the failure of another rank.
type RankError struct {
	Rank int
	Text string
	// Err, unless nil, is an error that errors.Is finds, such as context.Canceled.
	Err error
}

func (e *RankError) Error() string { return e.Text }
func (e *RankError) Unwrap() error { return e.Err }

// Alone is a single process.
type Alone struct{}

func (Alone) Rank() int                                      { return 0 }
func (Alone) Size() int                                      { return 1 }
func (Alone) Agree(err error) error                          { return err }
func (Alone) Share(own []byte) ([][]byte, error)             { return [][]byte{own}, nil }
func (Alone) AllGather([]float32, []int) error               { return nil }
func (Alone) AllToAll([]float32, []Strided, []Strided) error { return nil }

// Together returns the ranks, or Alone for nil.
func Together(ranks Ranks) Ranks {
	if ranks == nil {
		return Alone{}
	}
	return ranks
}

// Parts divides items with these weights, in order, among ranks. Rank i gets the items from the
// i-th of the returned indices to the next. The largest sum of weights of a rank is as small as
// possible.
func Parts(weights []int, ranks int) []int {
	low, high := 0, 0
	for _, weight := range weights {
		low, high = max(low, weight), high+weight
	}
	for low < high {
		if limit := (low + high) / 2; len(filled(weights, limit)) <= ranks {
			high = limit
		} else {
			low = limit + 1
		}
	}
	at := append(filled(weights, low), make([]int, ranks)...)[:ranks+1]
	for i := range at {
		if i > 0 && at[i] == 0 {
			at[i] = len(weights)
		}
	}
	return at
}

// filled returns the indices at which parts begin that are filled up to a limit.
func filled(weights []int, limit int) []int {
	at, sum := []int{0}, 0
	for i, weight := range weights {
		if sum += weight; sum > limit {
			at, sum = append(at, i), weight
		}
	}
	return at
}
