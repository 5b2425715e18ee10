package predict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
	"gmnc/system"
)

// TestSendersOfBoxes: a particle receives from the first particle of each box but its own body's, every
// system has as many slots as the particle with the most such boxes, and those left over hold the receiver.
func TestSendersOfBoxes(t *testing.T) {
	batch := func(first []int64, sized []int, systems ...runtime.System) runtime.Batch {
		weights := make([]float32, len(first)*system.Box.Columns)
		for _, row := range sized {
			weights[(row+1)*system.Box.Columns-1] = 1
		}
		return runtime.Batch{Systems: systems, Inputs: map[string]runtime.Tensor{
			"first": runtime.Indices(first, len(first)), system.Box.Name: runtime.Floats(weights, len(first), system.Box.Columns),
		}}
	}
	for _, c := range []struct {
		what    string
		batch   runtime.Batch
		slots   int
		senders []int64
	}{
		{"no box", batch([]int64{0, 1}, nil, runtime.System{Particles: 2}), 0, []int64{}},
		{"one body that is a box", batch([]int64{0, 0}, []int{1}, runtime.System{Particles: 2}), 0, []int64{}},
		{"a box and a particle", batch([]int64{0, 0, 2}, []int{1}, runtime.System{Particles: 3}), 1, []int64{0, 1, 0}},
		{"a box beside two systems", batch([]int64{0, 1, 1, 3, 4}, []int{1, 2, 4},
			runtime.System{Particles: 1}, runtime.System{Particles: 3, Neighbors: 7}, runtime.System{Particles: 1}), 1, []int64{0, 1, 2, 1, 4}},
		{"three boxes", batch([]int64{0, 1, 2, 3}, []int{0, 1, 3}, runtime.System{Particles: 4}), 3, []int64{1, 3, 0, 0, 3, 1, 0, 1, 3, 0, 1, 3}},
	} {
		addBoxSenders(c.batch)
		require.Equal(t, runtime.Indices(c.senders, len(c.senders)), c.batch.Inputs[system.BoxSendersInput], c.what)
		for _, s := range c.batch.Systems {
			require.Equal(t, c.slots, s.Neighbors, c.what)
		}
	}
}
