package commandline

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/system"
)

// A unit of several words is said once in a line, and what explains it in no
// line.
func TestErrorsSayUnitsBriefly(t *testing.T) {
	for unit, want := range map[string]string{
		"":              "root mean squared error 0.25; constant velocity x + vT: 0.5, rest: 0.75",
		"m":             "root mean squared error 0.25 m; constant velocity x + vT: 0.5 m, rest: 0.75 m",
		"natural units": "root mean squared error 0.25; constant velocity x + vT: 0.5, rest: 0.75",
		"ASF units":     "root mean squared error 0.25; constant velocity x + vT: 0.5, rest: 0.75; in ASF units",
		"ASF unit of length 0.45 (CMU: 0.45 is 1/0.45 inch, 5.644 cm)": "root mean squared error 0.25; constant velocity x + vT: 0.5, rest: 0.75; in ASF unit of length 0.45",
	} {
		require.Equal(t, want, errorsReport{RMSE: 0.25, Line: 0.5, Rest: 0.75, Accelerated: number(math.NaN()), Unit: unit}.line())
	}
	timed := errorsReport{RMSE: 0.25, Line: 0.5, Rest: 0.75, Accelerated: number(math.NaN()), Unit: "m", Time: 2.75, timeUnit: "s"}
	require.Equal(t, "root mean squared error 0.25 m; constant velocity x + vT with T = 2.75 s: 0.5 m, rest: 0.75 m", timed.line())
}

// TestWorse: a model that is worse than the best baseline is said to be, with what was
// found in the data.
func TestWorse(t *testing.T) {
	r := runReport{RMSE: 0.3, Baseline: "constant acceleration", BaselineRMSE: 0.25}
	require.Equal(t, "the model is worse on the validation samples than constant acceleration, which has 0.25; likely reasons: jump (a box); too few epochs, or a learning rate that is too high or too low",
		r.worse([]checks.Note{{Check: "jump", Found: "a box"}}, new(datasets.Data)))
	r.fits = true
	require.Equal(t, "the model is worse on the validation samples than constant acceleration, which has 0.25; likely reasons: the noise of single predictions, since the equations fit the recordings; compare many predictions in a row (gmnc rollout)",
		r.worse(nil, new(datasets.Data)))
	r.RMSE = 0.2
	require.Empty(t, r.worse(nil, new(datasets.Data)))
}

// TestWorseMolecules: hydrogens that were left out and sticks that stretch are named before what
// checks found, such as damping.
func TestWorseMolecules(t *testing.T) {
	stretched := func(by float32) *datasets.Data {
		return &datasets.Data{About: datasets.About{Source: "ethanol.xyz, hydrogens dropped, sticks chosen from seed 1"}, Valid: []system.Sample{{
			Position: []float32{0, 0, 0, 1, 0, 0}, TargetPosition: []float32{0, 0, 0, 1 + by, 0, 0}, Objects: system.Objects{system.Stick.Of(0, 1)},
		}}}
	}
	r := runReport{RMSE: 0.3, Baseline: "the constant-velocity baseline x + vT", BaselineRMSE: 0.25, Model: config.Config{Model: "gmn"}}
	damping := []checks.Note{{Check: "damping", Found: "centers slow down"}}
	const hydrogens = "likely reasons: hydrogens were left out, and the model does not see how they push the other atoms (gmnc prepare md17 --hydrogens keep); "
	require.Contains(t, r.worse(damping, stretched(0.07)), hydrogens+"the lengths of sticks change by 0.07 on average from input to target, and the model keeps them fixed (gmnc prepare md17 --sticks none, or another choice of gmnc decompose); damping (centers slow down)")
	require.Contains(t, r.worse(damping, stretched(0.06)), hydrogens+"damping")
	r.Model.Model = "egnn"
	require.Contains(t, r.worse(damping, stretched(0.07)), hydrogens+"damping")
}

// TestFailIfWorse ends with the exit code of failures; a run is there all the same.
func TestFailIfWorse(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	failed := call(t.Context(), s.training(folder, "--fail-if-worse")...)
	require.Equal(t, exitFailure, failed.code)
	require.Contains(t, failed.err, "gmnc: the model is worse on the validation samples than the constant-velocity baseline")
	require.FileExists(t, filepath.Join(folder, "weights.safetensors"))
	requireOneLine(t, exitUsage, "--fail-if-worse is for one run", call(t.Context(), s.training(folder, "--fail-if-worse", "--sweep", "seed=1,2")...))
}

// TestFindings are told by inspect and train, as text and as JSON.
func TestFindings(t *testing.T) {
	data, err := datasets.Read(getSession(t).data)
	require.NoError(t, err)
	data.Test[0] = data.Train[1]
	path := filepath.Join(t.TempDir(), "shared.npz")
	require.NoError(t, datasets.Write(path, data))
	require.Contains(t, gmnc(t, "inspect", path).out, "  check     split: 1 inputs of test are in train: split the data so ")
	require.Contains(t, gmnc(t, "inspect", path, "--json").out, `{"report":"finding","check":"split","found":"1 inputs of test are in train","remedy":"split `)
	training := []string{"train", path, "-o", filepath.Join(t.TempDir(), "run"), "--epochs", "1", "--layers", "1", "--hidden", "4"}
	require.Contains(t, gmnc(t, training...).err, "check: split: 1 inputs of test are in train")
}

// TestErrorsAreBounded, in lines and in objects, and wrong uses are objects, too.
func TestErrorsAreBounded(t *testing.T) {
	s := getSession(t)
	folder := copyRun(t, s.run)
	config := `{"gmnc": "0.1.0", "model": {"model": "gmn", "form": "published", "layers": 4, "hidden": 8, "` + strings.Repeat("x", 3<<20) + `": 1}}`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "config.json"), []byte(config), 0o600))
	r := call(t.Context(), "inspect", folder, "--json")
	require.Equal(t, exitFailure, r.code)
	require.Less(t, len(r.err)+len(r.out), 3*longestError)
	require.Contains(t, r.err, " bytes more)")
	require.True(t, strings.HasPrefix(r.out, `{"report":"error","message":"`), r.out)

	wrong := call(t.Context(), "bogus", "--json")
	require.Equal(t, exitUsage, wrong.code)
	require.Equal(t, "{\"report\":\"error\",\"message\":\"unexpected argument bogus (see gmnc --help)\"}\n", wrong.out)
	requireOneLine(t, exitUsage, `the argument "run\xff" is not valid UTF-8`, call(t.Context(), "inspect", "run\xff"))
}

// TestWorseThanABaseline: a model is worse only if its error is larger than that of the best
// baseline.
func TestWorseThanABaseline(t *testing.T) {
	require.Empty(t, errorsReport{RMSE: 0.5, bestRMSE: 0.5, best: "rest"}.worse())
	require.Equal(t, "the model is worse on these samples than rest, which has 0.5", errorsReport{RMSE: 0.501, bestRMSE: 0.5, best: "rest"}.worse())
}
