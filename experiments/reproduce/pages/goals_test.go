package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestGoalsOfAPage: a goal is met at its value and missed above it, or where a training overflowed; the
// published figure has its source.
func TestGoalsOfAPage(t *testing.T) {
	errors := func(mean, constants float64) *protocol.Errors {
		return &protocol.Errors{Mean: mean, Constants: constants}
	}
	table := protocol.Table{Name: "mechanics", Metric: protocol.Metric{Goals: true, Scale: 1, Of: func(e protocol.Errors) float64 { return e.Mean }}}
	for _, c := range []struct {
		system string
		all    []*protocol.Errors
		want   string
	}{
		{"pendulum 1", []*protocol.Errors{errors(5e-6, 0.02)}, "| pendulum 1 | 800 | all | nothing | 5e-06 | 5e-06 | 1 | yes | 0.02 | 5.2e-5 (CLNN) | 30 |"},
		{"pendulum 1", []*protocol.Errors{errors(5.1e-6, 0)}, "| 5e-06 | 5.1e-06 | 1 | no |  | 5.2e-5 (CLNN) | 30 |"},
		{"pendulum 1", []*protocol.Errors{errors(4e-6, 0.1), errors(4e-6, 0.2)}, "| 4e-06 | 2 | yes | 0.2 |"},
		{"pendulum 1", []*protocol.Errors{errors(4e-6, 0), nil}, "| O.F. | 1 | no |"},
		{"pendulum 99", []*protocol.Errors{errors(4e-6, 0)}, "| nothing |  | 4e-06 | 1 |  |  |  | 30 |"},
	} {
		p := placeOf(protocol.Column{System: c.system, TrainSize: 800}, c.all...)
		p.Row = protocol.Row{Name: "nothing", Known: "all"}
		for i := range p.Measured {
			p.Measured[i].Result = &protocol.Result{Seconds: 30}
		}
		key := EntryKeyOf(table, p.Column, p.Row)
		if _, figures := GoalFigures(); figures[key].Text != "" {
			figure := figures[key]
			p.Published = &figure
		}
		table.Rows = []protocol.Row{p.Row}
		m := &markdown{TableReport: TableReport{Table: table, Comparisons: []Comparison{p}}}
		m.goals()
		require.Contains(t, m.text.String(), "\n| system | pieces | known | learned | goal | reached | seeds | met | constants off by | compared with | seconds |\n")
		require.Contains(t, m.text.String(), c.want)
		if c.system == "pendulum 1" {
			require.Contains(t, m.text.String(), "\n- CLNN: "+SourcesOfGoals["CLNN"]+".\n")
		}
	}
}

// TestTimeText: a time that was not measured is left out.
func TestTimeText(t *testing.T) {
	require.Equal(t, "1.30", timeText(protocol.RadiusMeasures{Time: 1.3}))
	require.Empty(t, timeText(protocol.RadiusMeasures{}))
}

// TestMissing: blank cells count, and name their reasons and seeds.
func TestMissing(t *testing.T) {
	p := placeOf(protocol.Column{}, &protocol.Errors{}, &protocol.Errors{}, nil)
	p.Measured[1].Blank = "no time"
	report := TableReport{Comparisons: []Comparison{p, placeOf(protocol.Column{}, nil)}}
	blank, all := report.Missing()
	require.Equal(t, [2]int{1, 4}, [2]int{blank, all})
	require.Equal(t, 1, p.Overflows())
	require.False(t, p.blank())
	require.Equal(t, []string{"no time"}, p.blanks())
	require.Equal(t, " (seed 2)", p.blankSeeds("no time"))
	require.True(t, report.hasMeasured(protocol.Row{Name: "model"}))
	require.False(t, report.hasMeasured(protocol.Row{Name: "another"}))
	for i := range p.Measured {
		p.Measured[i].Blank = "no time"
	}
	require.True(t, p.blank())
	require.Empty(t, p.blankSeeds("no time"))
}

// TestAverages: a mean has the seeds that all of its places have.
func TestAverages(t *testing.T) {
	errs := func(x float64) *protocol.Errors {
		return &protocol.Errors{Mean: x, Median: 2 * x, TrimmedMean: 3 * x, Constraint: 4 * x, ConstraintPerObject: 5 * x}
	}
	report := TableReport{Seeds: []uint64{1, 2, 3}, Comparisons: []Comparison{
		placeOf(protocol.Column{System: "a"}, errs(1), errs(1), errs(1)),
		placeOf(protocol.Column{System: "b"}, errs(3), nil),
		placeOf(protocol.Column{System: "c", TrainSize: 5}, errs(100)),
		placeOf(protocol.Column{System: "mean", Average: true}),
	}}
	report.Average()
	mean := report.Comparisons[3].Measured
	require.Len(t, mean, 2)
	require.Equal(t, errs(2), mean[0].Errors)
	require.Equal(t, "the loss is not finite", mean[1].Overflow)
	require.Nil(t, mean[1].Errors)
	require.NotEmpty(t, averaged(1, []Measured{{Blank: "x"}}).Blank)
}
