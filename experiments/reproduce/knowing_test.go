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
	"gmnc/internal/uncertainty"
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
	require.ErrorContains(t, err, "no particle has a neighbor, and there are no forces between pairs", "no samples show a law")
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

// TestSoughtInCurves: the first form of each curve counts, and of forces with charges and without
// only those that are sought.
func TestSoughtInCurves(t *testing.T) {
	form := func(name string, value float64) words.Form {
		return words.Form{Constants: []words.Constant{{Name: "other", Value: -1}, {Name: name, Value: value, Error: uncertainty.Error{StandardError: value / 8}}}}
	}
	curves := []words.Curve{
		{Charges: true},
		{Forms: []words.Form{form("n", 3), form("A", 7)}},
		{Charges: true, Forms: []words.Form{form("n", 2)}},
		{Charges: true, Forms: []words.Form{form("n", 5)}},
	}
	const absent = "the network's law has another form"
	for _, c := range []struct {
		sought protocol.Sought
		want   float64
		note   string
	}{
		{protocol.Sought{Constant: "n"}, 3, ""}, {protocol.Sought{Constant: "n", Charges: true}, 2, ""},
		{protocol.Sought{Constant: "A"}, 0, absent}, {protocol.Sought{Constant: "B", Charges: true}, 0, absent},
	} {
		found, note := inCurves(&c.sought, curves)
		require.Equal(t, protocol.FoundConstant{Found: c.want, StandardError: c.want / 8}, found)
		require.Equal(t, c.note, note)
	}
}

// TestSoughtInRuns: the constants of formulas and of mechanics, with notes that list all of them.
func TestSoughtInRuns(t *testing.T) {
	power := func(charges bool, a, n float64) config.PairFormula {
		return config.PairFormula{Charges: charges, Form: "power", Constants: map[string]float64{"A": a, "n": n}}
	}
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, Messages: config.NoMessages, Law: []config.PairFormula{power(false, 3, 1), power(true, 5, 2)}}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Model: c}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	formulas, _ := trained.Law()
	for _, c := range []struct {
		sought protocol.Sought
		want   float64
	}{
		{protocol.Sought{Constant: "n"}, formulas[0].Constants["n"]}, {protocol.Sought{Constant: "n", Charges: true}, formulas[1].Constants["n"]},
		{protocol.Sought{Constant: protocol.ForceCount}, 2}, {protocol.Sought{Constant: "B"}, 0},
	} {
		found, note := inFormulas(&c.sought, trained)
		require.Equal(t, protocol.FoundConstant{Found: c.want}, found, "%+v", c.sought)
		require.Equal(t, words.Texts(formulas), note)
	}
	require.NotEqual(t, formulas[0].Constants["n"], formulas[1].Constants["n"])
	var names []string
	for i, constant := range ofLaw(trained) {
		names = append(names, constant.Name)
		require.Equal(t, formulas[i/2].Constants[constant.Name], constant.Value)
	}
	require.Equal(t, []string{"A", "n", "A", "n"}, names)

	constants := []run.FoundConstant{{Name: "mass", Of: "0", Value: 2}, {Name: "damping", Value: 0.5, Error: uncertainty.Error{StandardError: 0.1}}}
	found, note := amongConstants(&protocol.Sought{Constant: "damping"}, constants)
	require.Equal(t, protocol.FoundConstant{Found: 0.5, StandardError: 0.1}, found)
	require.Equal(t, constants[0].String()+"; "+constants[1].String(), note)
	found, _ = amongConstants(&protocol.Sought{Constant: "friction"}, constants)
	require.Zero(t, found)
}
