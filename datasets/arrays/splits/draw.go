// Package splits divides recordings, or pieces of one, among training, validation and tests.
package splits

import "math/rand/v2"

// LeftOut stands for the split of a sample that is in no split.
const LeftOut = -1

// Fewest is the smallest number of pieces for a split by time: one for each split, and one
// between two splits.
const Fewest = 5

// Draw draws the index of the split of each recording or piece. A tenth, but at least one,
// is for validation, the same number for tests, and the others for training.
func Draw(recordings int, seed uint64) []int {
	heldOut := max(1, recordings/10)
	splits := make([]int, recordings)
	for i, recording := range rand.New(rand.NewPCG(seed, 0)).Perm(recordings) {
		switch {
		case i < heldOut:
			splits[recording] = 2
		case i < 2*heldOut:
			splits[recording] = 1
		}
	}
	return splits
}

// ByTime returns the index of the split of each piece, with the same shares as Draw.
// It returns nil if there are too few pieces.
func ByTime(pieces int) []int {
	if pieces < Fewest {
		return nil
	}
	heldOut := max(1, pieces/10)
	splits := make([]int, pieces)
	for i := range splits {
		switch left := pieces - i; {
		case left <= heldOut:
			splits[i] = 2
		case left == heldOut+1, left == 2*heldOut+2:
			splits[i] = LeftOut
		case left <= 2*heldOut+1:
			splits[i] = 1
		}
	}
	return splits
}
