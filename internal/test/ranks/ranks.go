// Package ranks implements ranks that are goroutines of one process.
package ranks

import (
	"slices"
	"sync"

	"gmnc/runtime"
)

// group is the state that ranks share: what each of them gives to a call, and how they wait for
// each other.
type group struct {
	given   []any
	lock    sync.Mutex
	arrived int
	open    chan struct{}
}

// rank is one of the group.
type rank struct {
	*group
	number int
	over   error // why the ranks no longer work together
}

// Run runs a function in that many ranks and returns their errors, by rank.
func Run(size int, do func(runtime.Ranks) error) []error {
	g := &group{given: make([]any, size), open: make(chan struct{})}
	errs := make([]error, size)
	var ranks sync.WaitGroup
	for number := range size {
		ranks.Go(func() {
			r := &rank{group: g, number: number}
			errs[number] = r.Agree(do(r))
		})
	}
	ranks.Wait()
	return errs
}

func (r *rank) Rank() int { return r.number }
func (r *rank) Size() int { return len(r.given) }

// wait returns when all ranks have called it.
func (r *rank) wait() {
	r.lock.Lock()
	if r.arrived++; r.arrived == len(r.given) {
		close(r.open)
		r.arrived, r.open = 0, make(chan struct{})
		r.lock.Unlock()
		return
	}
	open := r.open
	r.lock.Unlock()
	<-open
}

// exchange gives a value to the other ranks, and takes theirs before any rank continues.
func (r *rank) exchange(own any, take func(from int, given any)) {
	r.given[r.number] = own
	r.wait()
	for from, given := range r.given {
		take(from, given)
	}
	r.wait()
}

func (r *rank) Agree(err error) error {
	if r.over != nil {
		return r.over
	}
	agreed := err
	r.exchange(err, func(from int, given any) {
		if other, failed := given.(error); failed && agreed == nil {
			agreed = &runtime.RankError{Rank: from, Text: other.Error(), Err: other}
		}
	})
	r.over = agreed
	return agreed
}

func (r *rank) Share(own []byte) (all [][]byte, err error) {
	if r.over != nil {
		return nil, r.over
	}
	r.exchange(own, func(_ int, given any) { all = append(all, slices.Clone(given.([]byte))) })
	return all, nil
}

func (r *rank) AllGather(values []float32, at []int) error {
	if r.over != nil {
		return r.over
	}
	r.exchange(values, func(from int, given any) {
		if from != r.number {
			copy(values[at[from]:at[from+1]], given.([]float32)[at[from]:])
		}
	})
	return nil
}

// sending is what a rank gives to AllToAll.
type sending struct {
	values []float32
	parts  []runtime.Strided
}

func (r *rank) AllToAll(values []float32, sent, received []runtime.Strided) error {
	if r.over != nil {
		return r.over
	}
	r.exchange(sending{values, sent}, func(from int, given any) {
		source := given.(sending)
		part, into := source.parts[r.number], received[from]
		for i := range into.Count {
			to := values[into.At+i*into.Stride:][:into.Length]
			copy(to, source.values[part.At+i*part.Stride:][:part.Length])
		}
	})
	return nil
}
