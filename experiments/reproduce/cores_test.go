package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// TestWithCore: of the cores that are tried, validation chooses the one that moved its
// samples, pairs that fall onto each other.
func TestWithCore(t *testing.T) {
	const steps, made = 32, 3
	data := &datasets.Data{}
	for i := range 6 {
		s := system.Sample{Position: []float32{0, 0, 0, 0.3, 0.01 * float32(i), 0}, Velocity: make([]float32, 6), Charge: []float32{1, -1}}
		s.TargetPosition = []float32{0.1, 0.1, 0, 0.2, 0, 0}
		data.Train = append(data.Train, s)
	}
	config := inFormula().Model
	config.Hidden, config.Integrator = 1, builder.Midpoint
	config.Law[0].Constants = map[string]float64{"A": 1, "n": 2}
	moved := run.ModelFor(config, data)
	moved.Layers, moved.Law = steps, ofCore(config.Law[0], cores[made])
	predictor, err := openLaw(moved, data)
	require.NoError(t, err)
	defer predictor.Close()
	position, _, err := predict.All(t.Context(), predictor, data.Train)
	require.NoError(t, err)
	for i, s := range data.Train {
		s.TargetPosition = position[6*i : 6*i+6]
		data.Valid = append(data.Valid, s)
	}
	law, err := withCore(t.Context(), config, steps, data)
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"A": 1, "n": 2, "c": cores[made]}, law[0].Constants)
	require.Equal(t, map[string]float64{"A": 1, "n": 2}, config.Law[0].Constants, "the power stays")
}

// TestOneSeed: what is fitted in closed form to samples that others chose has one seed; what
// gradients train has all.
func TestOneSeed(t *testing.T) {
	seeds := []uint64{1, 2, 3}
	for _, e := range (Table{Rows: successors(), Columns: onSuccessors()}).entries() {
		want := seeds
		if e.row.Regression != "" && e.column.System == "subject 9 run" {
			want = seeds[:1]
		}
		require.Equal(t, want, e.seeds(seeds), "%v", e)
	}
}
