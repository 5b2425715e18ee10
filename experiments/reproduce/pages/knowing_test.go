package pages

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// placeOf is a place of measurements; nil is a training that overflowed.
func placeOf(column protocol.Column, all ...*protocol.Errors) (p Comparison) {
	p = Comparison{Row: protocol.Row{Name: "model"}, Column: column}
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
	found := func(value float64) *protocol.Errors {
		return &protocol.Errors{FoundConstant: protocol.FoundConstant{Found: value, StandardError: 0.25}}
	}
	near := &protocol.Sought{Name: "exponent", Truth: 2, Off: 0.05}
	for _, c := range []struct {
		sought *protocol.Sought
		found  []*protocol.Errors
		want   string
	}{
		{&protocol.Sought{Name: "friction", Truth: 1, Off: 0.6}, []*protocol.Errors{found(1.5)}, "1 | 1.5 ± 0.2 | 1 | within 0.6 | yes"},
		{&protocol.Sought{Name: "friction", Truth: 1, Off: 0.6}, []*protocol.Errors{found(1.51)}, "1 | 1.51 ± 0.2 | 1 | within 0.6 | no: the truth is 2 standard errors away"},
		{&protocol.Sought{Name: "friction", Truth: 1, Off: 0.6}, []*protocol.Errors{found(1.5), found(1.5)}, "1 | 1.5 | 2 | within 0.6 | yes"},
		{&protocol.Sought{Name: "friction", Truth: 1, Off: 0.6}, []*protocol.Errors{found(1.55), found(1)}, "1 | 1.275 ± 0.4 | 2 | within 0.6 | no: the truth is up to 2.2 standard errors away"},
		{near, []*protocol.Errors{found(2.04)}, "2 | 2.04 ± 0.2 | 1 | within 0.05 | yes"},
		{near, []*protocol.Errors{found(2.06)}, "2 | 2.06 ± 0.2 | 1 | within 0.05 | no"},
		{near, []*protocol.Errors{found(2.04), found(2.02)}, "2 | 2.03 ± 0.01 | 2 | within 0.05 | yes"},
		{near, []*protocol.Errors{found(2.04), found(2.06)}, "2 | 2.05 ± 0.01 | 2 | within 0.05 | 1 of 2"},
		{near, []*protocol.Errors{found(0), found(2)}, "2 | another form | 2 | within 0.05 | 1 of 2"},
		{near, []*protocol.Errors{nil}, "2 | O.F. | 1 | within 0.05 | no"},
		{near, []*protocol.Errors{nil, found(2)}, "2 | O.F. | 2 | within 0.05 | 1 of 2"},
		{&protocol.Sought{Name: "forces", Truth: 1}, []*protocol.Errors{found(1)}, "1 | 1 ± 0.2 | 1 | the same | yes"},
		{&protocol.Sought{Name: "ratio", Off: 1}, []*protocol.Errors{found(0.5)}, " | 0.5 ± 0.2 | 1 | at most 1 | yes"},
	} {
		m := &markdown{TableReport: TableReport{Comparisons: []Comparison{placeOf(protocol.Column{System: "3,2,1", TrainSize: 500, Sought: c.sought}, c.found...)}}}
		m.laws()
		require.Contains(t, m.text.String(), "\n| 3,2,1 | 500 | model | "+c.want+" |\n")
	}
}

// TestRadiiOfAPage: means over seeds, and all goals missed where a training overflowed.
func TestRadiiOfAPage(t *testing.T) {
	some := func(systems float64) *protocol.Errors {
		return &protocol.Errors{RadiusMeasures: protocol.RadiusMeasures{Particles: 0.9, Systems: systems, Sharpness: 0.5, Rank: 0.7, Time: 1.2}}
	}
	require.Equal(t, []string{"90.0", "90.0", "0.50", "0.70", "1.20", ""}, placeOf(protocol.Column{}, some(0.89), some(0.91)).radii())
	require.Equal(t, []string{"90.0", "87.0", "0.50", "0.70", "1.20", "systems"}, placeOf(protocol.Column{}, some(0.87)).radii())
	require.Equal(t, []string{"O.F.", "", "", "", "", "all"}, placeOf(protocol.Column{}, some(0.9), nil).radii())
}

// TestKnowingAsMade: the command makes the trainings of the table of docs/results, except
// for those of formulas, which come from its networks.
func TestKnowingAsMade(t *testing.T) {
	i := slices.IndexFunc(protocol.Tables, func(t protocol.Table) bool { return t.Metric.Knowing })
	cells, err := ReadEarlier(filepath.Join(resultsFolder, protocol.Tables[i].Name+".csv"))
	require.NoError(t, err)
	made := TableReport{Table: protocol.Tables[i]}.With(cells)
	count := 0
	for _, p := range made.Comparisons {
		for _, m := range p.Measured {
			if m.Result == nil {
				continue
			}
			count++
			if now := protocol.Tables[i].Cell(p.Row, p.Column, m.Seed); !now.Formulas {
				const onlyClamp = `,"clamp":"component"` // which earlier builds had, and did not name
				without := func(options string) string { return strings.Replace(options, onlyClamp, "", 1) }
				require.Equal(t, without(now.Options()), without(m.Result.Describe()), "%s on %s", p.Row.Name, p.Column.System)
			} else {
				require.Contains(t, m.Result.Describe(), `"law":[{`, "the formulas were tested, not their network")
			}
		}
	}
	require.Len(t, cells, count, "the table has a place for each")
}
