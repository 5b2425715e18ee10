package conformance

import (
	"math"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// refused reports whether Compare fails.
func refused(t *testing.T, want ir.Tensor, got runtime.Tensor) bool {
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Compare(r, "y", want, got, 1e-6)
	}()
	<-done
	return r.failed
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) FailNow()              { goruntime.Goexit() }

func TestCompare(t *testing.T) {
	want := ir.Tensor{Shape: []int{3, 1}, Float: []float64{1, -100, 0}}
	require.False(t, refused(t, want, runtime.Floats([]float32{1, -100, 5e-5}, 3, 1)))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, wrong := range []runtime.Tensor{
		{},
		runtime.Floats([]float32{1, -100, 5e-4}, 3, 1),
		runtime.Floats([]float32{1, -100, nan}, 3, 1),
		runtime.Floats([]float32{1, -100, inf}, 3, 1),
		runtime.Floats([]float32{1, -100, 0}, 1, 3),
	} {
		require.True(t, refused(t, want, wrong), "%v", wrong)
	}
	zeros := ir.Tensor{Shape: []int{1}, Index: []int64{2}}
	require.False(t, refused(t, zeros, runtime.Indices([]int64{2}, 1)))
	require.True(t, refused(t, zeros, runtime.Indices([]int64{3}, 1)))
}

// TestOps requires every operator, in both batches.
func TestOps(t *testing.T) {
	cases, err := Ops(1)
	require.NoError(t, err)
	names := map[string]bool{}
	for _, c := range cases {
		names[c.Name] = true
		require.NotNil(t, c.Want["y"].Shape, c.Name)
	}
	require.Len(t, names, len(cases))
	for _, op := range ir.Ops() {
		require.True(t, names[string(op.Name)+"/0/6x2"], op.Name)
		require.True(t, names[string(op.Name)+"/0/1x0"], op.Name)
	}
}
