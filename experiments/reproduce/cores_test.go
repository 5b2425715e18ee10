package reproduce

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/regression"
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
	c := protocol.InFormula().Model
	c.Hidden, c.Integrator = 1, config.Verlet
	c.Law[0].Constants = map[string]float64{"A": 1, "n": 2}
	moved := run.ModelFor(c, data)
	moved.Layers, moved.Integrator, moved.Law = steps, config.Midpoint, ofCore(c.Law[0], cores[made])
	predictor, err := openLaw(moved, data)
	require.NoError(t, err)
	defer predictor.Close()
	position, _, err := predict.All(t.Context(), predictor, data.Train)
	require.NoError(t, err)
	for i, s := range data.Train {
		s.TargetPosition = position[6*i : 6*i+6]
		data.Valid = append(data.Valid, s)
	}
	law, err := withCore(t.Context(), c, protocol.FinerSteps{Steps: steps, Integrator: config.Midpoint}, data)
	require.NoError(t, err)
	require.Equal(t, map[string]float64{"A": 1, "n": 2, "c": cores[made]}, law[0].Constants)
	require.Equal(t, map[string]float64{"A": 1, "n": 2}, c.Law[0].Constants, "the power stays")

	for _, wrong := range [][]config.PairFormula{nil, ofCore(c.Law[0], 0.1), {c.Law[0], c.Law[0]}} {
		c.Law = wrong
		_, err = withCore(t.Context(), c, protocol.FinerSteps{Steps: steps, Integrator: config.Midpoint}, data)
		require.ErrorContains(t, err, "one force of the form power")
	}
}

// TestFinerSteps: a test takes its own steps and integrator, or else the model's.
func TestFinerSteps(t *testing.T) {
	c := config.Config{Layers: 24, Integrator: config.Verlet}
	require.Equal(t, c, protocol.FinerSteps{}.Of(c))
	require.Equal(t, config.Config{Layers: 768, Integrator: config.Midpoint}, protocol.FinerSteps{Steps: 768, Integrator: config.Midpoint}.Of(c))
	require.Equal(t, config.Config{Layers: 768}, protocol.FinerSteps{Steps: 768}.Of(c), "semi-implicit Euler")
}

// TestLeastCore: a core at an end of those that are tried is none, nor is one without an error.
func TestLeastCore(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	best, err := leastCore([]float64{nan, inf, 2, 1, 2, 3, 4})
	require.NoError(t, err)
	require.Equal(t, cores[3], best)
	for _, left := range [][]float64{{1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1}} {
		_, err := leastCore(left)
		require.ErrorContains(t, err, "at the end: the best may lie beyond")
	}
	for _, left := range [][]float64{{nan, nan, nan, nan, nan, nan, nan}, {inf, nan, inf, nan, inf, inf, inf}} {
		_, err := leastCore(left)
		require.ErrorContains(t, err, "overflow with every core from 0.06 to 0.12")
	}
}

// TestCored: rows whose law ends at a core are fitted, and their core is chosen in as many
// steps as the test takes.
func TestCored(t *testing.T) {
	found := 0
	for _, table := range protocol.Tables {
		for _, row := range table.Rows {
			if row.Cored {
				found++
				require.True(t, row.Fitted && len(row.Model.Law) == 1, row.Name)
			}
		}
	}
	require.NotZero(t, found)
	c := protocol.Cell{Cored: true, Model: config.Config{Layers: 24}}
	require.Equal(t, protocol.FinerSteps{Steps: 24}, c.TrainingKey().Core)
	c.Finer = protocol.FinerSteps{Steps: 768, Integrator: config.Verlet}
	require.Equal(t, c.Finer, c.TrainingKey().Core)
}

// TestOneSeed: what is fitted in closed form to samples that others chose has one seed; what
// gradients train has all.
func TestOneSeed(t *testing.T) {
	seeds := []uint64{1, 2, 3}
	for _, e := range (protocol.Table{Rows: protocol.Successors(), Columns: protocol.OnSuccessors()}).Entries() {
		want := seeds
		if e.Row.Regression != "" && e.Column.System == "subject 9 run" {
			want = seeds[:1]
		}
		require.Equal(t, want, e.Seeds(seeds), "%v", e)
	}
}

// TestSettledResult: of a settled place the result stands that is there, whatever its seed:
// of this call, or else of an earlier one. Averages are of the seeds that all places have.
func TestSettledResult(t *testing.T) {
	row, other := protocol.Row{Name: "a", Regression: regression.Network}, protocol.Row{Name: "b"}
	column := protocol.Column{System: "run", TrainSize: 3, Data: corpus.DataSet{Kind: corpus.Running}}
	table := protocol.Table{Name: "none", Rows: []protocol.Row{row, other}, Columns: []protocol.Column{column, {System: "all", TrainSize: 3, Average: true}}}
	report := pages.TableReport{Table: table, Seeds: []uint64{2, 3}}
	gave := func(seed uint64, mean float64) pages.Measured {
		return pages.Measured{Seed: seed, Errors: &protocol.Errors{Mean: mean}}
	}
	for _, e := range table.Entries() {
		p := pages.Comparison{Row: e.Row, Column: e.Column}
		if !e.Column.Average {
			for _, seed := range e.Seeds(report.Seeds) {
				p.Measured = append(p.Measured, gave(seed, float64(seed)))
			}
		}
		report.Comparisons = append(report.Comparisons, p)
	}
	at := func(r protocol.Row, seed uint64) pages.CellKey {
		return pages.CellKey{Entry: pages.EntryKeyOf(table, column, r), Seed: seed}
	}
	for name, cells := range map[string]pages.CellMap{
		"a settled one too": {at(row, 1): gave(1, 1), at(other, 1): gave(1, 1)},
		"others alone":      {at(other, 1): gave(1, 1)},
	} {
		merged := report.With(cells)
		require.Equal(t, []uint64{1, 2, 3}, merged.Seeds)
		require.Equal(t, []pages.Measured{gave(2, 2)}, merged.Comparisons[0].Measured, name)
		require.Equal(t, merged.Comparisons[0].Measured, merged.Comparisons[1].Measured, "its average")
		require.Len(t, merged.Comparisons[2].Measured, 3)
		require.Equal(t, merged.Comparisons[2].Measured, merged.Comparisons[3].Measured)
	}
	report.Comparisons[0].Measured[0] = pages.Measured{Seed: 2, Blank: "the time was over"}
	require.Equal(t, []pages.Measured{gave(1, 1)}, report.With(pages.CellMap{at(row, 1): gave(1, 1)}).Comparisons[0].Measured)
}

// TestOfCore: a power with a core has the constants of the power and its own, and the power stays as it was.
func TestOfCore(t *testing.T) {
	power := config.PairFormula{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}
	require.Equal(t, []config.PairFormula{{Charges: true, Form: "power with a core", Constants: map[string]float64{"A": 1, "n": 2, "c": 0.1}}}, ofCore(power, 0.1))
	require.Equal(t, map[string]float64{"A": 1, "n": 2}, power.Constants)
	require.InDelta(t, 0.06, cores[0], 1e-12)
	require.InDelta(t, 0.12, cores[6], 1e-12)
	for _, wrong := range [][]config.PairFormula{nil, ofCore(power, 0.1), {power, power}} {
		_, err := withCore(t.Context(), config.Config{Law: wrong}, protocol.FinerSteps{}, &datasets.Data{})
		require.ErrorContains(t, err, "can't end at a core: it has to be one force of the form power")
	}
}

// TestNearness: the table has distances to the nearest training sample, in the middle and near both ends, and how far particles move.
func TestNearness(t *testing.T) {
	pair := func(apart, moved float32) system.Sample {
		return system.Sample{Position: []float32{0, 0, 0, apart, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, moved, 0, apart, moved, 0}}
	}
	data := &datasets.Data{Test: []system.Sample{pair(1.8, 3), pair(1.2, 3), pair(1.4, 3)}}
	data.About.LengthUnit = "A"
	require.Equal(t, "from a test frame to the nearest training frame: 0.2 A in the median (1 %: 0.1, 99 %: 0.4; root mean square over particles, turned onto one frame). In a prediction particles move by 3",
		nearness([]system.Sample{pair(1, 0), pair(9, 0)}, data))
}

// TestResumedFits: a training that began at fitted values goes on with those of its run.
func TestResumedFits(t *testing.T) {
	store := run.NewMemory("run")
	job, key := &train.Job{Store: store}, &protocol.TrainingKey{}
	require.ErrorContains(t, resumeFitted(t.Context(), job, key, nil), "run")
	trained := run.Config{Version: "1", Model: config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 2, Messages: config.NoMessages, Law: []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}, Training: &run.Options{Init: regression.Network}}
	text, err := json.Marshal(trained)
	require.NoError(t, err)
	require.NoError(t, store.Write("config.json", text))
	require.NoError(t, resumeFitted(t.Context(), job, key, nil))
	require.Equal(t, "power", key.Model.Law[0].Form)
	require.Equal(t, regression.Network, key.Options.Init)
}
