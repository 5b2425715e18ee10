package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// TestStepsOfParameters: a number moves by its step. A factor moves by a relative step of its value, loses nine tenths of it at most,
// and stays above its least value.
func TestStepsOfParameters(t *testing.T) {
	number, factor, small := Parameter{Start: 2}, Parameter{Factor: true}, Parameter{Factor: true, Start: -12}
	require.True(t, math.IsInf(number.least(), -1))
	require.EqualValues(t, smallest, factor.least())
	require.EqualValues(t, -12, small.least())
	for _, c := range []struct {
		of     Parameter
		at, by float64
		want   float64
	}{
		{number, 2, -5, -3}, {factor, 1, 0.5, 1 + math.Log(1.5)}, {factor, 1, -0.5, 1 + math.Log(0.5)}, {factor, 1, -0.89, 1 + math.Log(0.11)},
		{factor, 1, -0.95, 1 + math.Log(0.1)}, {factor, 1, -7, 1 + math.Log(0.1)}, {factor, -8.5, -0.5, -9}, {small, -8.5, -0.9, -8.5 + math.Log(0.1)}, {small, -11.9, -0.9, -12},
	} {
		require.InDelta(t, c.want, c.of.moved(c.at, c.by), 1e-12, "%+v", c)
	}
}

// TestMovedNumbers: one number moves, and the list stays as it was. An index beyond the list moves none.
func TestMovedNumbers(t *testing.T) {
	of := []float64{1, 2}
	require.Equal(t, []float64{1, 2.5}, moved(of, 1, 0.5))
	require.Equal(t, []float64{1, 2}, moved(of, 2, 0.5))
	require.Equal(t, []float64{1, 2}, of)
	require.Equal(t, []float64{30, 10}, pick([]float64{10, 20, 30}, []int{2, 0}))
}

// TestParametersAtTheirLeast: a parameter that would move below its least value is held there, unless it is fixed or moves up.
func TestParametersAtTheirLeast(t *testing.T) {
	f := &fit{at: []float64{5, smallest, smallest}, fixed: make([]bool, 3)}
	f.Parameters = []Parameter{{}, {Factor: true}, {Factor: true}}
	move := func(by ...float64) *mat.VecDense { return mat.NewVecDense(3, by) }
	require.Equal(t, -1, f.beyond(nil))
	require.Equal(t, -1, f.beyond(move(-1, 0, 1)))
	require.Equal(t, 1, f.beyond(move(-1, -1, -1)))
	f.fixed[1] = true
	require.Equal(t, 2, f.beyond(move(-1, -1, -1)))
	f.at[2] = smallest + 1e-9
	require.Equal(t, -1, f.beyond(move(-1, -1, -1)))
}

// TestFixedParameters: in the order of parameters, those that are not fixed are the others.
func TestFixedParameters(t *testing.T) {
	require.Equal(t, []int{0, 2}, (&fit{fixed: []bool{false, true, false}}).others())
	require.Nil(t, (&fit{fixed: []bool{true}}).others())
}

// TestDeviationsOfFixed: parameters that are all fixed have the standard deviation 0.
func TestDeviationsOfFixed(t *testing.T) {
	require.Equal(t, []float64{0, 0}, (&fit{at: []float64{1, 2}, fixed: []bool{true, true}}).deviations())
}

// TestPassesThatAreLeft: the last six passes are kept for the end, and one pass is always left.
func TestPassesThatAreLeft(t *testing.T) {
	for pass, want := range map[int]int{0: 30, 10: 20, 29: 1, 30: 1, 99: 1} {
		require.Equal(t, want, (&fit{pass: pass}).passesLeft(), "%d", pass)
	}
}

// TestFreeFits: a fit is free if a stretch begins in a state of its own.
func TestFreeFits(t *testing.T) {
	own := states.OfParticles(&particles()[0])
	measured := states.Measured{States: own}
	for _, c := range []struct {
		of   []states.States
		want bool
	}{{nil, false}, {[]states.States{measured}, false}, {[]states.States{measured, own}, true}, {[]states.States{own, measured}, true}} {
		f := &fit{at: []float64{3}, ended: true}
		for _, of := range c.of {
			f.stretches = append(f.stretches, stretches.Stretch{States: of})
		}
		found := f.result()
		require.Equal(t, c.want, found.Free)
		require.True(t, found.Ended)
		require.Equal(t, 3., found.Found[0].At)
		require.True(t, math.IsNaN(found.Found[0].Deviation))
	}
}
