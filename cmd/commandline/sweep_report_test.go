package commandline

import (
	"bytes"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
	"gmnc/train/sweep"
)

// TestOutcomesOfSweeps: the table has the settings with their roots of errors, names the best setting and the best run, and is
// written with the squares. A setting with a run that is not finite is not the best.
func TestOutcomesOfSweeps(t *testing.T) {
	outcome := func(setting, folder string, valid, test float64, failed error) sweep.Outcome {
		return sweep.Outcome{Run: sweep.Run{Setting: setting, Job: train.Job{Store: run.NewMemory(folder)}}, Trained: &run.Run{Metrics: map[string]string{}}, Valid: valid, Test: test, Failed: failed}
	}
	for _, json := range []bool{false, true} {
		c := &trainCommand{Output: t.TempDir()}
		var out, notes bytes.Buffer
		require.NoError(t, c.printOutcomes(newTerminal(&out, &notes, manner{JSON: json}, runtime.Alone{}), []sweep.Outcome{
			outcome("lr=1", "a", 4, math.NaN(), nil), outcome("lr=1", "b", 16, math.NaN(), nil), outcome("lr=2", "c", 1, 9, nil), outcome("lr=2", "d", 0, 0, errors.New("not finite")),
		}))
		if json {
			require.Contains(t, out.String(), `{"report":"setting","setting":"lr=1","seeds":2,"failed":0,"valid_mse":10,`)
			require.Contains(t, out.String(), `"setting":"lr=2","seeds":1,"failed":1,"valid_mse":1,"valid_deviation":null,"test_mse":9,"test_deviation":null}`)
			require.NotContains(t, out.String(), "RMSE")
		} else {
			require.Regexp(t, `(?m)^  lr=1 +2 +3 \+- 1\.4 +-$`, out.String())
			require.Regexp(t, `(?m)^  lr=2 +1, and 1 not finite +1 +3$`, out.String())
			require.Contains(t, out.String(), "best setting: lr=1\nbest run: c: ")
		}
		require.Regexp(t, `^setting,seeds,failed,valid_mse,valid_deviation,test_mse,test_deviation\nlr=1,2,0,10,8\.48\d+,,\nlr=2,1,1,1,,9,\n$`, string(readFile(t, filepath.Join(c.Output, "sweep.csv"))))
	}
	var out, notes bytes.Buffer
	c := &trainCommand{Output: t.TempDir()}
	require.ErrorContains(t, c.printOutcomes(newTerminal(&out, &notes, manner{}, runtime.Alone{}), []sweep.Outcome{outcome("lr=1", "a", 0, 0, errors.New("no"))}), "no run stayed finite")
	require.NoFileExists(t, filepath.Join(c.Output, "sweep.csv"))
}
