package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/system"
)

// stick is a sample of one stick whose length changes from 1 to this one.
func stick(length float32) system.Sample {
	return system.Sample{
		Position: []float32{0, 0, 0, 1, 0, 0}, TargetPosition: []float32{0, 0, 0, 0, length, 0},
		Velocity: make([]float32, 6), Objects: system.Objects{{Kind: system.Stick, Members: []int{0, 1}}},
	}
}

func TestNotices(t *testing.T) {
	rigid, bent := []system.Sample{stick(1), stick(1)}, []system.Sample{stick(1), stick(1.5)}
	require.Empty(t, notices(rigid, "gmn", run.Options{Batch: 2}))
	require.Empty(t, notices(bent, "egnn", run.Options{Batch: 1}), "egnn holds nothing rigid")
	require.Equal(t, []string{"note: the sticks of the data are not rigid: their lengths of 1 change by 0.25 on average, at most by 0.5, and gmn holds them as they are"},
		notices(bent, "gmn", run.Options{Batch: 2}))
	require.Equal(t, []string{"note: each epoch leaves out 1 of 3 training samples, drawn anew, as batches have 2"},
		notices(append(rigid, stick(1)), "gmn", run.Options{Batch: 2}))
}
