package deploy

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestStatedErrors: a stated error holds within a thousandth of the measured one.
func TestStatedErrors(t *testing.T) {
	for stated, holds := range map[float64]bool{4: true, 4.0039: true, 3.9961: true, 4.0041: false, 3.9959: false} {
		s := &StatedError{Data: "d.npz", Samples: 7, Stated: stated, Measured: 4}
		require.Equal(t, holds, s.holds(), "%g", stated)
		var text strings.Builder
		s.write(&text)
		require.Equal(t, holds, strings.Contains(text.String(), "The root mean squared error on the 7 validation samples of d.npz is 2, as the file states."), "%g", stated)
	}
	var text strings.Builder
	(*StatedError)(nil).write(&text)
	require.Empty(t, text.String())
}

// TestFilesThatStateTheirError: files state the error of one prediction on the validation samples, unless it is of several
// steps or runs, of weights before they were rounded, of an energy, or not known.
func TestFilesThatStateTheirError(t *testing.T) {
	of := func(model string, change func(r *run.Run)) *run.Run {
		c := config.Config{Model: model, Form: config.Published, Layers: 1, Hidden: 4}
		built, err := builder.New(c, false)
		require.NoError(t, err)
		trained := &run.Run{Config: run.Config{Model: c, Training: &run.Options{}}, Model: built, Metrics: run.MetricsAt(1, 0.5, 0, 0)}
		change(trained)
		return trained
	}
	rounded := &artifact.Certificate{Rounding: &artifact.Rounding{}}
	for _, c := range []struct {
		name        string
		change      func(r *run.Run)
		certificate *artifact.Certificate
		want        bool
	}{
		{"one step", func(*run.Run) {}, nil, true},
		{"a certificate", func(*run.Run) {}, &artifact.Certificate{}, true},
		{"rounded", func(*run.Run) {}, rounded, false},
		{"steps", func(r *run.Run) { r.Config.Training.Unroll = 1 }, nil, false},
		{"runs", func(r *run.Run) { r.Config.Model.Runs = 2 }, nil, false},
		{"no options", func(r *run.Run) { r.Config.Training = nil }, nil, false},
		{"no error", func(r *run.Run) { r.Metrics = run.MetricsAt(1, math.Inf(1), 0, 0) }, nil, false},
	} {
		require.Equal(t, c.want, statesError(of("gmn", c.change), c.certificate), c.name)
	}
}

// TestCheckStated: what a file states of its training's validation samples is compared where these
// are given, and only then.
func TestCheckStated(t *testing.T) {
	valid := targeted(4, 1)
	predictor, err := artifact.OpenRun(engines.ForModules(), small(t))
	require.NoError(t, err)
	defer predictor.Close()
	found, err := predict.Evaluate(t.Context(), predictor, valid)
	require.NoError(t, err)
	mean := found.Position.Mean
	other := fixtures.Samples(system.Composition{3}, 2, 1)
	for name, c := range map[string]struct {
		states  float64 // times the error
		digest  string
		options *run.Options
		valid   []system.Sample
		told    bool
		broken  bool
	}{
		"as it is":             {1, "own", &run.Options{}, valid, true, false},
		"nearly":               {1.0009, "own", &run.Options{}, valid, true, false},
		"more":                 {1.0011, "own", &run.Options{}, valid, true, true},
		"less":                 {0.9, "own", &run.Options{}, valid, true, true},
		"of other data":        {0.9, "other", &run.Options{}, valid, false, false},
		"without these data":   {0.9, "own", &run.Options{}, nil, false, false},
		"over steps":           {0.9, "own", &run.Options{Unroll: 2}, valid, false, false},
		"not trained here":     {0.9, "own", nil, valid, false, false},
		"for another topology": {0.9, "own", &run.Options{}, other, false, false},
	} {
		trained := small(t)
		trained.Config.Data, trained.Config.Training = &run.DataInfo{File: "d.npz", SHA256: "own"}, c.options
		trained.Metrics = run.MetricsAt(1, c.states*mean, 0, 0)
		file := encoded(t, exporting{run: trained, topology: inside()}, nil)
		v, err := Read("m.onnx", file, nil, 1)
		require.NoError(t, err, name)
		err = v.checkStated(file, &TestSet{Info: &run.DataInfo{File: "d.npz", SHA256: c.digest}, Valid: c.valid})
		require.Equal(t, c.told, v.Stated != nil, name)
		require.Equal(t, c.broken, err != nil, name)
		if c.told {
			require.Equal(t, "d.npz", v.Stated.Data, name)
			require.Equal(t, 4, v.Stated.Samples, name)
			require.InEpsilon(t, c.states*mean, v.Stated.Stated, 1e-6, name)
			require.InEpsilon(t, mean, v.Stated.Measured, 1e-4, name)
		}
		if c.broken {
			require.Regexp(t, "^its root mean squared error on the validation samples of d.npz is stated as [0-9.e+-]+ and is [0-9.e+-]+ in "+engines.ForFiles().Name+"$", err.Error())
			require.Contains(t, err.Error(), fmt.Sprintf("stated as %.6g and", math.Sqrt(v.Stated.Stated)))
			require.Contains(t, err.Error(), fmt.Sprintf("and is %.6g in", math.Sqrt(v.Stated.Measured)))
		}
	}
	trained := small(t)
	file := encoded(t, exporting{run: trained, topology: inside()}, nil)
	v, err := Read("m.onnx", file, nil, 1)
	require.NoError(t, err)
	require.NoError(t, v.checkStated(file, &TestSet{Info: &run.DataInfo{}, Valid: valid}), "a file of no data")
}

// TestStatedErrorOfWrongTargets: validation samples that cannot be compared are named with their
// data set.
func TestStatedErrorOfWrongTargets(t *testing.T) {
	trained := small(t)
	trained.Config.Data, trained.Config.Training = &run.DataInfo{SHA256: "own"}, &run.Options{}
	trained.Metrics = run.MetricsAt(1, 1, 0, 0)
	file := encoded(t, exporting{run: trained, topology: inside()}, nil)
	v, err := Read("m.onnx", file, nil, 1)
	require.NoError(t, err)
	valid := targeted(2, 1)
	require.ErrorContains(t, v.checkStated(nil, &TestSet{Info: &run.DataInfo{File: "d.npz", SHA256: "own"}, Valid: valid}), "not an ONNX model, or a damaged or cut-short one: it holds no graph", "no file")
	valid[1].TargetPosition = nil
	err = v.checkStated(file, &TestSet{Info: &run.DataInfo{File: "d.npz", SHA256: "own"}, Valid: valid})
	require.ErrorContains(t, err, "d.npz: the validation split: sample 1 ")
}
