package reproduce

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/atomicfile"
	"gmnc/internal/test/fixtures"
	words "gmnc/predict/law"
	"gmnc/run"
)

// TestChosenLaw: a law that another build chose is not taken.
func TestChosenLaw(t *testing.T) {
	law := words.Written{Forces: []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	text, err := law.Text()
	require.NoError(t, err)
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, Messages: config.NoMessages}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	network, err := run.New(run.Config{Model: c}, run.WithShapes(model, fixtures.Weights(model, 1, 1)))
	require.NoError(t, err)
	r, folder := &runner{}, t.TempDir()
	choose := func() ([]config.PairFormula, error) {
		return r.chosen(t.Context(), network, &datasets.Data{}, filepath.Join(folder, chosenLaw()))
	}
	other := strings.Replace(chosenLaw(), run.Version(), "0.0.1", 1)
	require.NoError(t, atomicfile.WriteBytes(filepath.Join(folder, other), text))
	_, err = choose()
	require.Error(t, err, "no samples show a law")
	require.NoError(t, atomicfile.WriteBytes(filepath.Join(folder, chosenLaw()), text))
	written, err := choose()
	require.NoError(t, err)
	require.Equal(t, law.Forces, written)
}

// TestRadiiAreMeasured: cells of a table of radii have measured radii, and others none.
func TestRadiiAreMeasured(t *testing.T) {
	for _, knowing := range []bool{true, false} {
		table := oneCellTable()
		table.Metric.Knowing = knowing
		table.Columns[0].Data.Valid = 20 // fewer calibrate no radius
		job := smallJob(t, table)
		job.Seeds = []uint64{1}
		measured := reproduced(t, job).Tables[0].Comparisons[0].Measured
		require.Len(t, measured, 1)
		require.Equal(t, knowing, measured[0].Errors.RadiusMeasures != protocol.RadiusMeasures{})
		require.Equal(t, knowing, measured[0].Errors.Sharpness > 0 && measured[0].Errors.Time > 0)
	}
}
