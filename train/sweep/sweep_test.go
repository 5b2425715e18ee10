package sweep

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/ranks"
	"gmnc/run"
	engine "gmnc/runtime"
	"gmnc/train"
)

func TestTable(t *testing.T) {
	outcomes := []Outcome{
		{Run: Run{Setting: "a"}, Valid: 1, Test: 2}, {Run: Run{Setting: "b"}, Valid: 0.5, Test: 3},
		{Run: Run{Setting: "a"}, Valid: 3, Test: 4}, {Run: Run{Setting: "b"}, Failed: errors.New("infinite")},
	}
	rows := Table(outcomes)
	require.Len(t, rows, 2)
	require.Equal(t, Row{
		Setting: "a", Seeds: 2, Valid: Spread{2, math.Sqrt2}, Test: Spread{3, math.Sqrt2},
		ValidRoot: spread([]float64{1, math.Sqrt(3)}), TestRoot: spread([]float64{math.Sqrt2, 2}),
	}, rows[0])
	require.Equal(t, Spread{0.5, math.NaN()}.Mean, rows[1].Valid.Mean)
	require.True(t, math.IsNaN(rows[1].Valid.Deviation), "of one seed there is none")
	require.Equal(t, 1, rows[1].Failed)

	one, setting := Best(outcomes, rows)
	require.Equal(t, 0.5, one.Valid)
	require.Equal(t, "a", setting.Setting, "a setting of which a run failed is not the best")
}

// TestTrain: outcomes come in the order of the runs, a run that leaves the
// float range is one, and other errors end all.
func TestTrain(t *testing.T) {
	begin := func(_ context.Context, job train.Job) (*run.Run, error) {
		switch job.Store.String() {
		case "infinite":
			return nil, &train.NonFiniteError{What: "loss"}
		case "broken":
			return nil, errors.New("broken")
		}
		return &run.Run{Metrics: run.MetricsAt(1, 0.25, 0, math.NaN())}, nil
	}
	named := func(names ...string) (runs []Run) {
		for _, name := range names {
			runs = append(runs, Run{Setting: name, Job: train.Job{Store: run.NewMemory(name), Data: new(datasets.Data)}})
		}
		return runs
	}
	told := 0
	outcomes, err := Train(t.Context(), named("one", "infinite", "two"), engine.Alone{}, begin, nil, func(Outcome) { told++ })
	require.NoError(t, err)
	require.Equal(t, 3, told)
	require.Equal(t, 0.25, outcomes[0].Valid)
	require.ErrorContains(t, outcomes[1].Failed, "the loss is not finite in epoch 0; no weights are kept")
	require.Equal(t, "two", outcomes[2].Setting)
	_, err = Train(t.Context(), named("one", "broken"), engine.Alone{}, begin, nil, func(Outcome) {})
	require.EqualError(t, err, "broken")

	for rank, err := range ranks.Run(2, func(r engine.Ranks) error {
		shared, err := Train(t.Context(), named("one", "infinite", "two"), r, begin, nil, func(Outcome) {})
		if err != nil {
			return err
		}
		if shared[0].Valid != 0.25 || shared[2].Valid != 0.25 || shared[1].Failed.Error() != outcomes[1].Failed.Error() {
			return errors.New("outcomes differ")
		}
		return nil
	}) {
		require.NoError(t, err, "rank %d", rank)
	}
}

// TestBestOfMany: the first of the lowest errors is the best, of runs that did not fail and of settings without a failure.
func TestBestOfMany(t *testing.T) {
	failed := errors.New("infinite")
	outcome := func(name string, valid float64, err error) Outcome {
		return Outcome{Run: Run{Setting: name}, Valid: valid, Failed: err}
	}
	row := func(name string, valid float64, failed int) Row {
		return Row{Setting: name, Valid: Spread{Mean: valid}, Failed: failed}
	}
	for _, c := range []struct {
		outcomes     []Outcome
		rows         []Row
		one, setting string
	}{
		{nil, nil, "", ""},
		{[]Outcome{outcome("a", 1, failed)}, []Row{row("a", 1, 1)}, "", ""},
		{[]Outcome{outcome("a", 2, nil), outcome("b", 1, nil), outcome("c", 3, nil)}, []Row{row("a", 2, 0), row("b", 1, 0), row("c", 3, 0)}, "b", "b"},
		{[]Outcome{outcome("a", 1, nil), outcome("b", 1, nil)}, []Row{row("a", 1, 0), row("b", 1, 0)}, "a", "a"},
		{[]Outcome{outcome("a", 0, failed), outcome("b", 1, nil)}, []Row{row("a", 0, 2), row("b", 1, 0)}, "b", "b"},
	} {
		one, setting := Best(c.outcomes, c.rows)
		require.Equal(t, c.one != "", one != nil)
		require.Equal(t, c.setting != "", setting != nil)
		if one != nil {
			require.Equal(t, []string{c.one, c.setting}, []string{one.Setting, setting.Setting})
		}
	}
}

// TestSpread: a mean needs one value, and a deviation two.
func TestSpread(t *testing.T) {
	none, one := spread(nil), spread([]float64{3})
	require.True(t, math.IsNaN(none.Mean) && math.IsNaN(none.Deviation) && math.IsNaN(one.Deviation))
	require.Equal(t, 3., one.Mean)
	require.Equal(t, Spread{2, math.Sqrt2}, spread([]float64{1, 3}))
}
