package commandline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// lawOfMotion trains a model with a true velocity on the session's data.
func lawOfMotion(t *testing.T) (run string) {
	t.Helper()
	run = filepath.Join(t.TempDir(), "run")
	gmnc(t, "train", getSession(t).data, "--model", "gmn-ode", "--epochs", "2", "--batch", "8", "--layers", "2", "--hidden", "8", "-o", run)
	return run
}

func TestRollout(t *testing.T) {
	s, run, folder := getSession(t), lawOfMotion(t), t.TempDir()
	file, model, pictures := filepath.Join(folder, "out.npz"), filepath.Join(folder, "model.onnx"), filepath.Join(folder, "pictures")
	gmnc(t, "export", run, "-o", model)
	result := gmnc(t, "rollout", run, s.data, "--steps", "5", "-o", file, "--pictures", pictures, "--sample", "2", "--all", "--beside", run, "--xyz", filepath.Join(folder, "out.xyz"), "--glb", filepath.Join(folder, "out.glb"))
	output := result.out
	require.Contains(t, result.err, "note: "+s.data+" has true states up to step 1, so later steps have no errors: for more, make the data set with --frames 6 (gmnc simulate, gmnc prepare arrays or joints)")
	require.Contains(t, output, "8 test samples, 5 steps, computed by native\n"+newDriftTable(true, true).parts(defaultColumns, nil)[0].head)
	require.Regexp(t, `\n +1 +8 +0% +0\.\d+ +0\.\d+ +0\.\d+ +0\.\d+ +0\.\d+\n`, output)
	require.Regexp(t, `\n +5 +8 +0% +- +- +- +- +-\n`, output, "there is no truth beyond the target")
	trajectories := filepath.Join(folder, "trajectories.npz")
	gmnc(t, "simulate", "--train", "0", "--valid", "0", "--test", "2", "--frames", "4", "-o", trajectories)
	followed := gmnc(t, "rollout", run, trajectories, "--steps", "5", "--units", "ignore", "--all").out
	require.NotContains(t, gmnc(t, "rollout", run, trajectories, "--steps", "3", "--units", "ignore").err, "true states")
	require.Regexp(t, `\n +3 +2 +\d+%( +\d[\d.e-]*){5}\n`, followed)
	require.Regexp(t, `\n +4 +2 +\d+%( +-){5}\n`, followed)
	require.Regexp(t, `\n +3( +\d[\de.-]*){6}\n`, followed, "changes of lengths and momentum, two kinetic energies, two changes of the total one beside each other")
	for _, name := range []string{"rollout_error.png", "rollout_drift.svg", "rollout_sample_2.png", "rollout_sample_2.gif", "rollout_sample_2_beside.svg", "../out.xyz", "../out.glb"} {
		require.FileExists(t, filepath.Join(pictures, name))
	}
	written, err := npz.Open(file)
	require.NoError(t, err)
	defer written.Close()
	for _, key := range []string{"positions.npy", "velocities.npy", "x.npy", "v.npy"} {
		require.Equal(t, []int{8, 6, 10, 3}, written.Header(key).Descr.Shape)
	}
	for _, engine := range engines.All() {
		if engine.Available() == nil {
			require.Contains(t, gmnc(t, "rollout", model, s.data, "--steps", "2", "--runtime", engine.Name).out, "2 steps, computed by "+engine.Name)
		}
	}
	requireFailure(t, "already exists", "rollout", run, s.data, "--steps", "2", "-o", file)
	mine := filepath.Join(pictures, "rollout_error.png")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
	for _, name := range []string{"rollout_drift.png", "rollout_drift.svg"} {
		require.NoError(t, os.Remove(filepath.Join(pictures, name)))
	}
	requireFailure(t, mine+" already exists: name another folder, or replace it with --force", "rollout", run, s.data, "--steps", "2", "--pictures", pictures)
	require.Equal(t, "mine", string(readFile(t, mine)))
	requireFailure(t, "nope.onnx does not exist: expected a model", "rollout", "nope.onnx", s.data, "--pictures", filepath.Join(folder, "none"))
	require.NoDirExists(t, filepath.Join(folder, "none"), "of a model that cannot be opened")
	requireFailure(t, "--sample is 0 to 7", "rollout", run, s.data, "--sample", "8", "--pictures", pictures)
}

// TestOptionsOfPictures are refused where nothing is drawn.
func TestOptionsOfPictures(t *testing.T) {
	s := getSession(t)
	for _, option := range []string{"--beside", "--sample"} {
		wrong := call(t.Context(), "rollout", s.run, s.data, option, "1")
		require.Equal(t, exitUsage, wrong.code)
		require.Contains(t, wrong.err, option)
	}
	for _, file := range []string{"--xyz", "--glb"} {
		require.Equal(t, exitUsage, call(t.Context(), "rollout", s.run, s.data, file, "out.txt").code)
	}
	require.Contains(t, call(t.Context(), "rollout", s.run, s.data, "--xyz", "out.xyz", "--up", "z").err, "--pictures or --glb")
}

// TestFramesThatNobodyAskedFor are not kept: of a rollout that is drawn only the frames
// of a sample are, and of one that is neither drawn nor written the last.
func TestFramesThatNobodyAskedFor(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3)}, {Position: make([]float32, 6)}}
	frame := predict.Frame{Step: 1, Position: make([]float32, 9), Velocity: make([]float32, 9), Lost: []int{1}}
	for _, c := range []rolloutCommand{{}, {Output: "out.npz"}, {Pictures: "pictures", Sample: 1}} {
		k := new(kept)
		c.keep(k, samples, frame, predict.Drift{})
		require.Equal(t, c.Output != "", len(k.written) > 0)
		require.Equal(t, c.Pictures != "", len(k.drawn) > 0)
		require.Equal(t, frame, k.last)
		require.ErrorContains(t, k.lostSystems(), "sample 1 in step 1; the others went on")
		if len(k.drawn) > 0 {
			require.Len(t, k.drawn[0].Position, 6)
		}
	}
}

// TestRolloutOfTorques: each step takes the torques of its frame, and no more steps are made than have some.
func TestRolloutOfTorques(t *testing.T) {
	folder := t.TempDir()
	robot, data, run := write(t, "two.urdf", []byte(pendulumOfTwo)), filepath.Join(folder, "data.npz"), filepath.Join(folder, "run")
	gmnc(t, "simulate", "--robot", robot, "--motors", "1", "--frames", "4", "--train", "2", "--valid", "1", "--test", "1", "-o", data)
	gmnc(t, "train", data, "--model", "gmn-ode", "--forces", "none", "--learn", "damping", "--layers", "1", "--epochs", "1", "-o", run)
	gmnc(t, "rollout", run, data, "--steps", "3")
	long := call(t.Context(), "rollout", run, data, "--steps", "9")
	require.Equal(t, exitFailure, long.code)
	require.Contains(t, long.err, "torque is given in 4 frames (sample 0), and each of 9 steps takes one: take 4 steps or fewer")
}

// TestRolloutOfDisplacements: a model without a velocity is refused, with what to do.
func TestRolloutOfDisplacements(t *testing.T) {
	s := getSession(t)
	requireFailure(t, "returns no true velocity (displacements by the last layer), so a second step would start from a wrong one: take --velocity displacement",
		"rollout", s.run, s.data)
	own := gmnc(t, "rollout", s.run, s.data, "--steps", "1", "--velocity", "displacement").out
	given := gmnc(t, "rollout", s.run, s.data, "--steps", "1", "--velocity", "displacement", "--time", "1000").out
	require.NotEqual(t, own, given)
	require.Contains(t, own, "velocities are displacements divided by 1, the interval of the data set\n")
	require.Contains(t, given, "velocities are displacements divided by 1000, --time\n")
	require.Equal(t, exitUsage, call(t.Context(), "rollout", s.run, s.data, "--steps", "0").code)
	require.Contains(t, gmnc(t, "rollout", s.run, s.data, "--steps", "1", "--velocity", "displacement", "--json").out, `"length_drift"`)
}

// TestTimeOfDisplacements: the time that is given comes before the interval of the data set, and
// this before the best fit.
func TestTimeOfDisplacements(t *testing.T) {
	for _, c := range []struct {
		given    float64
		interval string
		straight float64
		time     float64
		what     string
	}{
		{3, "2 s", 1, 3, "--time"}, {0, "2 s", 1, 2, "the interval of the data set"},
		{0, "", 1, 1, "the time for which constant velocities fit the targets best, as the data set has no interval"},
		{0, "", 0, 0, ""},
	} {
		command := rolloutCommand{Velocity: "displacement", Time: c.given, Data: "data.npz"}
		time, what, err := command.time("model.onnx", nil, beginning{data: &datasets.Data{About: datasets.About{Interval: c.interval}}, straight: c.straight})
		require.Equal(t, c.time, time)
		require.Equal(t, c.what, what)
		require.Equal(t, c.time == 0, err != nil)
	}
}

// TestCommentsOfXYZ: a step has its time where the data set has an interval in a unit of time.
func TestCommentsOfXYZ(t *testing.T) {
	for want, about := range map[string]datasets.About{
		`step=3 Time=6 time_unit="ms"`:  {Interval: "2 ms", VelocityUnit: "mm/ms", LengthUnit: "mm"},
		`step=3 Time=60 time_unit="fs"`: {Interval: "10 frames of 2 fs", VelocityUnit: "angstrom/fs", LengthUnit: "angstrom"},
		"step=3":                        {Interval: "30 frames", VelocityUnit: "cm a frame", LengthUnit: "cm"},
	} {
		require.Equal(t, want, commentOf(3, about))
	}
	require.Equal(t, "step=3", commentOf(3, datasets.About{Interval: "2"}))
	require.Equal(t, "step=3", commentOf(3, datasets.About{VelocityUnit: "m/s"}))
}

// TestExportOfManySteps: with or without a number after the flag.
func TestExportOfManySteps(t *testing.T) {
	run, model := lawOfMotion(t), filepath.Join(t.TempDir(), "model.onnx")
	require.Contains(t, gmnc(t, "export", run, "-o", model, "--rollout=2").out, "the same bits for many steps in one call as for one step in each of many calls")
	requireFailure(t, "returns no true velocity (displacements by the last layer), so a second step would start from a wrong one: train one with --velocity, or leave --rollout out",
		"export", getSession(t).run, "-o", filepath.Join(t.TempDir(), "model.onnx"), "--rollout")
	for _, steps := range []string{"0", "many", "500"} {
		wrong := call(t.Context(), "export", run, "-o", model, "--rollout="+steps)
		require.Equal(t, exitUsage, wrong.code)
		require.Contains(t, wrong.err, "--rollout: expected 1 to 100 steps, got \""+steps+"\"; --rollout alone makes a Loop, which takes any number")
	}
}
