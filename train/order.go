package train

import (
	"errors"
	"math/rand/v2"

	"gmnc/internal/fields"
)

// Order returns the order in which an epoch visits n samples: a permutation of 0 to n-1. It
// depends only on seed, epoch and n, so that a resumed run sees what an uninterrupted one would
// have seen.
func Order(seed uint64, epoch, n int) []int {
	return rand.New(rand.NewPCG(seed, uint64(epoch))).Perm(n)
}

// batches returns the number of batches in an epoch over n training samples. If keepLast is
// true, the n % size samples at the end of the epoch's order make a smaller batch; otherwise
// they are left out. An epoch without a batch is an error.
func batches(n, size int, keepLast bool) (int, error) {
	switch {
	case n == 0:
		return 0, errors.New("training set has no samples")
	case keepLast:
		return (n + size - 1) / size, nil
	case n < size:
		return 0, fields.Errorf("training set has %d samples, fewer than one batch of %d, and what is no whole batch is left out: train without {drop_last}, use {batch} %d or less, or more data", n, size, n)
	}
	return n / size, nil
}

// batches returns the number of steps in an epoch.
func (t *training) batches() (int, error) {
	return batches(t.drawn(len(t.samples)), t.options.Batch, t.options.KeepLast)
}
