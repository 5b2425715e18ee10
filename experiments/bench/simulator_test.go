package bench

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sim"
)

// TestMeasureSimulator: the data's own steps have no error, fewer have more, and a
// prediction by an untrained model has none to tell.
func TestMeasureSimulator(t *testing.T) {
	options := tiny()
	options.Simulator = SimulatorSize{Systems: 3, Steps: []int{50, 200, 1000}, Law: options.Law}
	last := 0
	report, err := MeasureSimulator(t.Context(), options, func(done, all int) {
		require.Equal(t, last+1, done)
		require.Equal(t, 7, all)
		last = done
	})
	require.NoError(t, err)
	require.Equal(t, 7, last)
	of := map[string]map[int]float64{}
	for _, s := range report.Simulator {
		require.Positive(t, s.Median)
		if s.Error == nil {
			require.Equal(t, "prediction, gmn-ode", s.What)
			continue
		}
		if of[s.What] == nil {
			of[s.What] = map[int]float64{}
		}
		of[s.What][s.Steps] = *s.Error
	}
	require.Len(t, of, 2)
	own := of["simulator, "+sim.SemiImplicitEuler.Name]
	require.InDelta(t, 0, own[1000], 1e-20)
	require.Less(t, own[200], own[50])
	other := of["simulator, "+sim.RungeKutta.Name]
	require.Less(t, other[50], own[50], "of a higher order")
	require.Positive(t, other[1000], "the data have the error of their own integration")

	var text bytes.Buffer
	require.NoError(t, report.WriteTable(&text))
	require.Contains(t, text.String(), "in 1000 steps")
	require.NoError(t, report.WriteCSV(filepath.Join(t.TempDir(), "simulator.csv")))
}

// TestStepsThatLeaveTheNumbers are an error that names them.
func TestStepsThatLeaveTheNumbers(t *testing.T) {
	truth, _, err := sim.Generate(t.Context(), sim.Config{System: tables, Count: 1}, nil)
	require.NoError(t, err)
	truth[0].Target.Position[0][0] = math.NaN()
	_, err = errorOfSteps(truth, sim.RungeKutta, 5)
	require.EqualError(t, err, "5 steps of runge-kutta: a step is too long, a system left the finite numbers")
}
