package runtime

// Ranks are the processes that do a job together, each by its number from 0.
// All of them call the same methods in the same order. A failure of one is
// known to the others by Agree alone, which therefore stands before whatever
// else they do together: between the two, nothing may fail. Package mpi has
// those that MPI starts; Alone is one process.
type Ranks interface {
	// Rank is the number of this process, and Size how many there are.
	Rank() int
	Size() int
	// Agree returns nil if no rank has an error, and an error in all of them
	// otherwise: in a rank that has one, that; in others a RankError. After that
	// they are together no more: every method returns such an error.
	Agree(err error) error
	// Share returns what each rank has, by rank.
	Share(own []byte) ([][]byte, error)
	// AllGather completes values in which each rank has filled in its part:
	// rank i that from at[i] up to at[i+1].
	AllGather(values []float32, at []int) error
	// AllToAll sends to rank i what sent[i] is of the values, and receives from
	// it what received[i] is. Values sent and values received do not overlap,
	// and a rank sends as many pieces to each of the others.
	AllToAll(values []float32, sent, received []Strided) error
}

// Strided is a part of a slice: Count pieces of Length elements, the first at
// At, each Stride elements after the one before it.
type Strided struct{ At, Count, Length, Stride int }

// RankError is what another rank failed with.
type RankError struct {
	Rank int
	Text string
	// Err, unless nil, is what the error is known by, such as context.Canceled.
	Err error
}

func (e *RankError) Error() string { return e.Text }
func (e *RankError) Unwrap() error { return e.Err }

// Alone is one process that works by itself.
type Alone struct{}

func (Alone) Rank() int                                      { return 0 }
func (Alone) Size() int                                      { return 1 }
func (Alone) Agree(err error) error                          { return err }
func (Alone) Share(own []byte) ([][]byte, error)             { return [][]byte{own}, nil }
func (Alone) AllGather([]float32, []int) error               { return nil }
func (Alone) AllToAll([]float32, []Strided, []Strided) error { return nil }

// Together are the ranks, or this process alone for nil.
func Together(ranks Ranks) Ranks {
	if ranks == nil {
		return Alone{}
	}
	return ranks
}

// Parts divides what has these weights, in order, among ranks: rank i has what
// is from the i-th of the places returned up to the next. The most that a rank
// has is as little as can be.
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

// filled are the places where parts begin that are filled up to a limit.
func filled(weights []int, limit int) []int {
	at, sum := []int{0}, 0
	for i, weight := range weights {
		if sum += weight; sum > limit {
			at, sum = append(at, i), weight
		}
	}
	return at
}
