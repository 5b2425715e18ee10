package deploy_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/deploy"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
)

// TestStatedValidationError: what a file states of its training's validation samples is held
// where these are given, and only then.
func TestStatedValidationError(t *testing.T) {
	valid, test := targeted(20, 1), targeted(10, 2)
	predictor, err := artifact.OpenRun(engines.ForModules(), lawRun(t, nil, 1))
	require.NoError(t, err)
	defer predictor.Close()
	errors, err := predict.Evaluate(context.Background(), predictor, valid)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		states  float64 // times the error
		digest  string
		options *run.Options
		told    string // a part of the text; empty of none
		broken  bool
	}{
		"as it is":         {1, "own", &run.Options{}, "measured  The root mean squared error on the 20 validation samples of data.npz is", false},
		"nearly":           {1.0009, "own", &run.Options{}, "as the file states", false},
		"more":             {1.0011, "own", &run.Options{}, "broken    its root mean squared error on the validation samples of data.npz is stated as", true},
		"less":             {0.9, "own", &run.Options{}, "broken    its root mean squared error on the validation samples of data.npz is stated as", true},
		"of other data":    {0.9, "other", &run.Options{}, "", false},
		"over steps":       {0.9, "own", &run.Options{Unroll: 2}, "", false},
		"not trained here": {0.9, "own", nil, "", false},
	} {
		trained := lawRun(t, nil, 1)
		trained.Config.Data, trained.Config.Training = &run.DataInfo{File: "data.npz", SHA256: "own"}, c.options
		trained.Metrics = run.MetricsAt(1, c.states*errors.Position.Mean, 0, 0)
		exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
		require.NoError(t, err, name)
		held, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, &deploy.TestSet{Info: &run.DataInfo{File: "data.npz", SHA256: c.digest}, Samples: test, Valid: valid}, 1)
		require.NoError(t, err, name)
		var text strings.Builder
		held.Write(&text)
		require.Equal(t, c.broken, held.Err() != nil, "%s: %s", name, text.String())
		require.Contains(t, text.String(), c.told, name)
		require.Equal(t, c.told != "", strings.Contains(text.String(), "validation"), "%s: %s", name, fmt.Sprint(held.Broken))
	}
}
