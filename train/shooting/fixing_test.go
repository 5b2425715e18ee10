package shooting

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/identify"
	"gmnc/internal/test/moving"
	"gmnc/system"
)

// TestFixing: a parameter that is fixed gets its nominal value, the others move along and to the minimum, and the noise is estimated
// anew. Earlier values stay as they were.
func TestFixing(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[0] + float64(2*p[1]) }), 1, Parameter{Name: "wind", Start: 3}, Parameter{Name: "speed", Start: 1})
	for i := range f.stretches {
		for row := range f.stretches[i].Recorded {
			f.stretches[i].Recorded[row] += 1e-3 * float64((7*i+5*row)%11-5)
		}
	}
	before, found := f.at, f.result()
	require.NoError(t, f.fix([]identify.Direction{{Fixed: 0, Along: []float64{1, -0.5}}}, found))
	require.Equal(t, []float64{3, 1}, before)
	require.Equal(t, []bool{true, false}, f.fixed)
	require.Zero(t, f.at[0])
	require.InDelta(t, 2.5, f.at[1], 1e-2)
	require.NotEmpty(t, found.Found[0].Fixed)
	require.Empty(t, found.Found[1].Fixed)
	require.InEpsilon(t, 1e-3*math.Sqrt(10), f.noise[0], 0.3)
	f.ctx = t.Context()
	f.Roll = func(context.Context, []float64, []system.Sample, int) (positions, velocities [][]float32, err error) {
		return nil, nil, context.DeadlineExceeded
	}
	require.ErrorIs(t, f.fix([]identify.Direction{{Fixed: 0, Along: []float64{1}}}, found), context.DeadlineExceeded)
}

// TestExactInformation: with exact derivatives a direction does nothing if first states leave a millionth of its information, or less than
// a standard deviation of 1 needs.
func TestExactInformation(t *testing.T) {
	f := cartProblem(carts(t, cartTruth, 1, 5, 0, false)).begin(4, 9, true)
	f.ctx, f.at, f.noise = t.Context(), cartTruth, []float64{1e-6, 1e-6, 1e-6, 1e-6}
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	f.equate()
	others, along := []int{0, 4}, []float64{1, 0.5}
	whole := f.information(others, along)
	require.Greater(t, whole, 1e8)
	for known, want := range map[float64]bool{0.99: true, 0.99e-6 * whole: true, 1.01e-6 * whole: false, whole: false} {
		nothing, err := f.doesNothing(others, along, known)
		require.NoError(t, err)
		require.Equal(t, want, nothing, "%g", known/whole)
	}
}

// TestStatesTakeUpAll: a parameter whose effect first states take up has none, however little noise there is.
func TestStatesTakeUpAll(t *testing.T) {
	shifted := func(_ context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		for frame := range steps + 1 {
			var x, v []float32
			for i := range starts {
				for k := range 3 {
					x, v = append(x, starts[i].Position[k]+float32(frame)*starts[i].Velocity[k]), append(v, starts[i].Velocity[k])
				}
				x[len(x)-3] += float32(p[0])
			}
			positions, velocities = append(positions, x), append(velocities, v)
		}
		return positions, velocities, nil
	}
	for _, noise := range []float64{1e-2, 1e-4} {
		f := Problem{Samples: moving.Polynomials(2, 2, 6, 1, 0.01, 0.01), Time: 1, Parameters: []Parameter{{}}, Roll: shifted}.begin(5, 9, true)
		f.ctx, f.noise = t.Context(), []float64{noise, noise}
		var err error
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		require.NoError(t, f.derive())
		f.equate()
		none, err := f.undetermined(f.others())
		require.NoError(t, err)
		require.Equal(t, [][]float64{{1}}, none, "%g", noise)
	}
}
