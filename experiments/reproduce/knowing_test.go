package reproduce

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/internal/test/fixtures"
	words "gmnc/predict/law"
	"gmnc/run"
)

// placeOf is a place of measurements; nil is a training that overflowed.
func placeOf(column Column, all ...*Errors) (p Place) {
	p = Place{Row: Row{Name: "model"}, Column: column}
	for i, errs := range all {
		m := Measured{Seed: uint64(i + 1), Errors: errs}
		if errs == nil {
			m.Overflow = "the loss is not finite"
		}
		p.Measured = append(p.Measured, m)
	}
	return p
}

// TestFoundConstants: a page says what all seeds found, how near that is, and that a
// training that overflowed found nothing.
func TestFoundConstants(t *testing.T) {
	found := func(value float64) *Errors { return &Errors{foundOf: foundOf{Found: value, StandardError: 0.25}} }
	near := &sought{Name: "exponent", Truth: 2, Off: 0.05}
	for _, c := range []struct {
		sought *sought
		found  []*Errors
		want   string
	}{
		{&sought{Name: "friction", Truth: 1, Off: 0.6}, []*Errors{found(1.5)}, "1 | 1.5 ± 0.2 | 1 | within 0.6 | yes"},
		{&sought{Name: "friction", Truth: 1, Off: 0.6}, []*Errors{found(1.51)}, "1 | 1.51 ± 0.2 | 1 | within 0.6 | yes; not its error, by 2 times"},
		{&sought{Name: "friction", Truth: 1, Off: 0.6}, []*Errors{found(1.51), found(1.51)}, "1 | 1.51 | 2 | within 0.6 | yes"},
		{near, []*Errors{found(2.04)}, "2 | 2.04 ± 0.2 | 1 | within 0.05 | yes"},
		{near, []*Errors{found(2.06)}, "2 | 2.06 ± 0.2 | 1 | within 0.05 | no"},
		{near, []*Errors{found(2.04), found(2.02)}, "2 | 2.03 ± 0.01 | 2 | within 0.05 | yes"},
		{near, []*Errors{found(2.04), found(2.06)}, "2 | 2.05 ± 0.01 | 2 | within 0.05 | 1 of 2"},
		{near, []*Errors{found(0), found(2)}, "2 | another form | 2 | within 0.05 | 1 of 2"},
		{near, []*Errors{nil}, "2 | O.F. | 1 | within 0.05 | no"},
		{near, []*Errors{nil, found(2)}, "2 | O.F. | 2 | within 0.05 | 1 of 2"},
		{&sought{Name: "forces", Truth: 1}, []*Errors{found(1)}, "1 | 1 ± 0.2 | 1 | the same | yes"},
		{&sought{Name: "ratio", Off: 1}, []*Errors{found(0.5)}, " | 0.5 ± 0.2 | 1 | at most 1 | yes"},
	} {
		m := &markdown{TableReport: TableReport{Places: []Place{placeOf(Column{System: "3,2,1", TrainSize: 500, Sought: c.sought}, c.found...)}}}
		m.laws()
		require.Contains(t, m.text.String(), "\n| 3,2,1 | 500 | model | "+c.want+" |\n")
	}
}

// TestRadiiOfAPage: means over seeds, and all goals missed where a training overflowed.
func TestRadiiOfAPage(t *testing.T) {
	some := func(systems float64) *Errors { return &Errors{knowing: knowing{0.9, systems, 0.5, 0.7, 1.2}} }
	require.Equal(t, []string{"90.0", "90.0", "0.50", "0.70", "1.20", ""}, placeOf(Column{}, some(0.89), some(0.91)).radii())
	require.Equal(t, []string{"90.0", "87.0", "0.50", "0.70", "1.20", "systems"}, placeOf(Column{}, some(0.87)).radii())
	require.Equal(t, []string{"O.F.", "", "", "", "", "all"}, placeOf(Column{}, some(0.9), nil).radii())
}

// TestKnowingAsMade: the command makes the trainings of the table of docs/results, except
// for those of formulas, which come from its networks.
func TestKnowingAsMade(t *testing.T) {
	i := slices.IndexFunc(Tables, func(t Table) bool { return t.Metric.Knowing })
	cells, err := readEarlier(filepath.Join(resultsFolder, Tables[i].Name+".csv"))
	require.NoError(t, err)
	made := TableReport{Table: Tables[i]}.with(cells)
	count := 0
	for _, p := range made.Places {
		for _, m := range p.Measured {
			if m.Result == nil {
				continue
			}
			count++
			if now := Tables[i].cell(p.Row, p.Column, m.Seed); !now.Formulas {
				const onlyClamp = `,"clamp":"component"` // which earlier builds had, and did not name
				require.Equal(t, strings.Replace(now.options(), onlyClamp, "", 1), m.Result.describe(), "%s on %s", p.Row.Name, p.Column.System)
			} else {
				require.Contains(t, m.Result.describe(), `"law":[{`, "the formulas were tested, not their network")
			}
		}
	}
	require.Len(t, cells, count, "the table has a place for each")
}

// TestChosenLaw: a law that another build chose is not taken.
func TestChosenLaw(t *testing.T) {
	law := words.Written{Forces: []builder.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	text, err := law.Text()
	require.NoError(t, err)
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 2, Messages: builder.NoMessages}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	network, err := run.New(run.Config{Model: config}, run.WithShapes(model, fixtures.Weights(model, 1, 1)))
	require.NoError(t, err)
	r, folder := &runner{}, t.TempDir()
	choose := func() ([]builder.PairFormula, error) {
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
