package run_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestCaveats: a run that is worse than the best baseline says so, where its validation error is
// one of pairs, and so does one whose validation samples lie near training samples.
func TestCaveats(t *testing.T) {
	const worse = "The model is worse on its validation samples than rest: its root mean squared error is 2, and that of rest is 1.5"
	baseline := func(mean float64) *run.DataInfo {
		return &run.DataInfo{Baseline: &run.Baseline{Name: "rest", Position: mean}}
	}
	misses, fits, untold := map[string]string{}, map[string]string{}, map[string]string{}
	(&run.Run{Metrics: untold}).SetFit(run.Fit{Text: "text"})
	(&run.Run{Metrics: misses}).SetFit(run.Fit{Text: "text", Known: true, Misses: true})
	(&run.Run{Metrics: fits}).SetFit(run.Fit{Text: "text", Known: true, Misses: true})
	(&run.Run{Metrics: fits}).SetFit(run.Fit{Text: "text", Known: true})
	fitted := maps.Clone(misses)
	(&run.Run{Metrics: fitted}).SetFindings("constants/mass", nil)
	energy := &graph.Model{Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: graph.EnergyOutput, Value: new(ir.Value)}}}}}
	merged := func(fit, metrics map[string]string) map[string]string {
		maps.Copy(metrics, fit)
		return metrics
	}
	for name, c := range map[string]struct {
		data    *run.DataInfo
		options *run.Options
		model   *graph.Model
		metrics map[string]string
		want    []string
	}{
		"worse":              {baseline(2.25), nil, nil, run.MetricsAt(1, 4, 0, 0), []string{worse + "."}},
		"over one step":      {baseline(2.25), &run.Options{Unroll: 1}, nil, run.MetricsAt(1, 4, 0, 0), []string{worse + "."}},
		"as good":            {baseline(4), nil, nil, run.MetricsAt(1, 4, 0, 0), nil},
		"over two steps":     {baseline(2.25), &run.Options{Unroll: 2}, nil, run.MetricsAt(1, 4, 0, 0), nil},
		"of an energy":       {baseline(2.25), nil, energy, run.MetricsAt(1, 4, 0, 0), nil},
		"not measured":       {baseline(2.25), nil, nil, nil, nil},
		"of unknown data":    {nil, nil, nil, run.MetricsAt(1, 4, 0, 0), nil},
		"without a baseline": {new(run.DataInfo), nil, nil, run.MetricsAt(1, 4, 0, 0), nil},
		"near training":      {&run.DataInfo{Overlap: "9 %"}, nil, nil, nil, []string{"9 %: the validation error says little about motion at other times. Test the model on recordings of other times."}},
		"a law that misses":  {new(run.DataInfo), nil, nil, misses, []string{"The equations leave more than the noise of the training recordings (see the fit): what they learned may be wrong, and errors grow over many predictions in a row."}},
		"a fit that misses":  {new(run.DataInfo), nil, nil, fitted, []string{"The equations leave more than the noise of the training recordings (see the fit): what they learned may be wrong, and errors grow over many predictions in a row."}},
		"a law that fits":    {new(run.DataInfo), nil, nil, fits, nil},
		"worse, and it fits": {baseline(2.25), nil, nil, merged(fits, run.MetricsAt(1, 4, 0, 0)), []string{worse + ". Its equations fit the training recordings, so the noise of single predictions may decide this: compare rollouts."}},
		"nobody can tell":    {new(run.DataInfo), nil, nil, untold, nil}, // and nothing has a standard error
	} {
		r := run.Run{Config: run.Config{Data: c.data, Training: c.options}, Model: c.model, Metrics: c.metrics}
		require.Equal(t, c.want, r.Caveats(), name)
	}
	ofLaw := run.Run{Config: run.Config{Data: new(run.DataInfo)}, Metrics: untold}
	ofLaw.Config.Model.Law = []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1}}}
	require.Nil(t, ofLaw.Caveats(), "a law without errors")
	ofLaw.SetStandardErrors(config.LawParam(0, "A"), []float64{0.5})
	require.Equal(t, []string{"The training recordings do not tell whether the equations lack something (see the fit): standard errors hold only if they lack nothing."}, ofLaw.Caveats())
	const some = " are worse by themselves on the validation samples than rest: root mean squared errors are 1 to 2, and that of rest is "
	const mean = ". The error of their mean was not measured; it is 1.581 at most."
	one, two := &run.Run{Metrics: run.MetricsAt(1, 4, 0, 0)}, &run.Run{Metrics: run.MetricsAt(1, 1, 0, 0)}
	for name, c := range map[string]struct {
		data *run.DataInfo
		runs []*run.Run
		want []string
	}{
		"one of two runs":       {baseline(2.25), []*run.Run{one, two}, []string{"Of the 2 runs, 1" + some + "1.5" + mean}},
		"two of two runs":       {baseline(0.25), []*run.Run{one, two}, []string{"Of the 2 runs, 2" + some + "0.5" + mean}},
		"no worse run":          {baseline(4), []*run.Run{one, two}, nil},
		"a run without error":   {baseline(0.25), []*run.Run{one, {}}, nil},
		"runs over two steps":   {baseline(0.25), []*run.Run{one, {Config: run.Config{Training: &run.Options{Unroll: 2}}, Metrics: two.Metrics}}, nil},
		"runs without baseline": {new(run.DataInfo), []*run.Run{one, two}, nil},
	} {
		r := run.Run{Config: run.Config{Data: c.data}}
		r.TakeErrors(c.runs)
		require.Equal(t, c.want, r.Caveats(), name)
	}
	long := baseline(2.25)
	long.LengthUnit = "ft (30.48 cm)"
	require.Equal(t, []string{worse + ", in ft."}, (&run.Run{Config: run.Config{Data: long}, Metrics: run.MetricsAt(1, 4, 0, 0)}).Caveats())
}

// TestDescribeValidation: a data set is described with its best baseline, and with how many of its
// validation samples begin near training samples.
func TestDescribeValidation(t *testing.T) {
	at := func(x float32) system.Sample {
		return system.Sample{Position: []float32{x, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{x, 0, 2}}
	}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	data := &datasets.Data{
		Train: []system.Sample{at(0)}, Valid: []system.Sample{at(5)}, About: datasets.About{Interval: "10 frames"},
		Origins: map[string]datasets.Origin{"train": {Starts: []int64{0}}, "valid": {Starts: []int64{10}}},
	}
	info, err := run.DescribeData(path, data)
	require.NoError(t, err)
	require.Equal(t, &run.Baseline{Name: "constant acceleration"}, info.Baseline)
	require.True(t, strings.HasPrefix(info.Overlap, "100 % of the validation samples"), info.Overlap)

	data.Origins["valid"] = datasets.Origin{Starts: []int64{11}}
	info, err = run.DescribeData(path, data)
	require.NoError(t, err)
	require.Empty(t, info.Overlap)

	data.Valid = nil
	info, err = run.DescribeData(path, data)
	require.NoError(t, err)
	require.Nil(t, info.Baseline)
}
