package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/report/pictures"
	"gmnc/system"
)

// TestLabels: the values of a constant have its labels, or axes where they are three.
func TestLabels(t *testing.T) {
	require.Equal(t, []string{"a", "b"}, labels(config.Constant{Labels: []string{"a", "b"}, Start: []float64{1, 2}}))
	require.Equal(t, []string{"x", "y", "z"}, labels(config.Constant{Start: []float64{0, 0, -9}}))
	for _, start := range [][]float64{{1}, {1, 2}, {1, 2, 3, 4}} {
		require.Equal(t, []string{}, labels(config.Constant{Start: start}))
	}
}

// TestValidationErrors: an error is in hundreds of its unit, and a run without one has a dash.
func TestValidationErrors(t *testing.T) {
	require.Equal(t, "-", rmse(math.Inf(1)))
	require.Equal(t, "0.1", rmse(0.01))
}

// TestBars: each kind of constraint has a look of its own, and a bond has that of bonds.
func TestBars(t *testing.T) {
	s := &system.Sample{Position: make([]float32, 15), Objects: system.Objects{system.Stick.Of(0, 1)}, Bonds: [][2]int{{2, 3}}}
	require.Equal(t, []bar{{0, 1, "stick", "stick"}, {2, 3, "bond", "bond"}}, bars(s))
	require.Equal(t, []bar{}, bars(&system.Sample{Position: make([]float32, 3)}))
	for _, kind := range system.Kinds() {
		if len(kind.Roles) > 1 {
			require.NotEmpty(t, barLooks[kind.Constraint], kind.Name)
		}
	}
}

// TestOptions: a page of samples shows one or more, and a page that runs the model shows all.
func TestOptions(t *testing.T) {
	require.NoError(t, Options{Samples: 1}.Validate())
	require.NoError(t, Options{Live: true}.Validate())
	require.ErrorContains(t, Options{}.Validate(), "samples 0 shows nothing: 1 or more")
	require.ErrorContains(t, Options{Samples: 1, Steps: -1}.Validate(), "steps -1 is impossible: 1 or more, or 0 for as far as the truth is known")
	require.NoError(t, Options{Samples: 1, Steps: 1}.Validate())
}

// TestNumbersOfAPage: each particle of a sample counts in the input, in the line, and in the truth and the
// prediction of each step.
func TestNumbersOfAPage(t *testing.T) {
	sc := &scene{Samples: []sample{{Straight: make([]point, 2)}, {Straight: make([]point, 1)}}}
	require.InDelta(t, 3*3*(2*4+3), sc.numbers(4), 0)
}

// TestNumbersOfLoads: each particle counts with the loads of its frames.
func TestNumbersOfLoads(t *testing.T) {
	sc := &scene{Samples: []sample{{Straight: make([]point, 2), around: around{Loads: make([][]pictures.Load, 5)}}}}
	require.InDelta(t, 3*2*(2*4+3+5), sc.numbers(4), 0)
}
