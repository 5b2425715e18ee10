package allclose

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder keeps whether a test failed, and does not end it.
type recorder struct {
	testing.TB
	failed bool
}

func (*recorder) Helper()                 {}
func (*recorder) Name() string            { return "" }
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) FailNow()              { panic(r) }

// fails reports whether a comparison fails its test.
func fails(compare func(t testing.TB)) (failed bool) {
	r := &recorder{}
	defer func() {
		_ = recover() // by FailNow
		failed = r.failed
	}()
	compare(r)
	return r.failed
}

// TestWithin: lists are equal if they are equally long and each number is within the tolerance.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		want, got []float64
		fails     bool
	}{
		{nil, nil, false}, {[]float64{1, 2}, []float64{1, 2.5}, false}, {[]float64{1, 2}, []float64{1, 2.6}, true},
		{[]float64{1, 2}, nil, true}, {[]float64{1, 2}, []float64{1}, true}, {[]float64{1}, []float64{1, 2}, true}, {[]float64{1}, []float64{math.NaN()}, true},
	} {
		require.Equal(t, c.fails, fails(func(t testing.TB) { Within(t, c.want, c.got, 0.5) }), "%+v", c)
	}
}

// TestWithinOfTypes: lists of any numbers are compared, and NaN equals NaN.
func TestWithinOfTypes(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		want, got any
		fails     bool
	}{
		{[]float32{1, 2}, []float64{1, 2.5}, false}, {[]float64{1, 2}, []float32{1, 2.6}, true}, {[]int{1, 2}, []float64{1, 2}, false},
		{[]float64{1, 2}, []int{1, 2}, false}, {[]int{1, 2}, []int{1, 3}, true}, {[]float64{nan, 1}, []float64{nan, 1}, false}, {[]float64{nan, 1}, []float64{nan, 2}, true},
	} {
		require.Equal(t, c.fails, fails(func(t testing.TB) { Within(t, c.want, c.got, 0.5) }), "%+v", c)
	}
}

// TestRequire: the tolerance is a share of the largest number that is expected.
func TestRequire(t *testing.T) {
	for _, c := range []struct {
		want, got []float64
		fails     bool
	}{
		{[]float64{1, -4}, []float64{2, -4}, false}, {[]float64{1, -4}, []float64{2.1, -4}, true}, {[]float64{1, 4}, []float64{1}, true}, {[]float64{1}, []float64{math.NaN()}, true},
	} {
		require.Equal(t, c.fails, fails(func(t testing.TB) { Require(t, "numbers", c.want, c.got, 0.25) }), "%+v", c)
	}
}
