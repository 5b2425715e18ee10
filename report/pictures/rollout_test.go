package pictures

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/system"
)

// along is a stick whose second end goes so far along x at each step.
func along(steps int, speed float32) (frames []predict.Frame) {
	for k := range steps + 1 {
		frames = append(frames, predict.Frame{Step: k, Position: []float32{0, 0, 0, 1 + speed*float32(k), 0, 0}, Velocity: make([]float32, 6)})
	}
	return frames
}

// TestAxesOfDrift: energies and momenta are in SI units where masses and m/s are known.
func TestAxesOfDrift(t *testing.T) {
	heavy := system.Sample{Position: make([]float32, 3), Given: system.Given{{Field: system.Mass, Values: []float32{2}}}}
	for speed, want := range map[string][4]string{
		"":    {"energy per particle", "momentum per particle", "energy per particle", "momentum per particle"},
		"m/s": {"energy per particle, (m/s)² at mass 1", "momentum per particle, m/s at mass 1", "energy per particle, J", "momentum per particle, kg m/s"},
		"km":  {"energy per particle, km² at mass 1", "momentum per particle, km at mass 1", "energy per particle, masses times km²", "momentum per particle, masses times km"},
	} {
		var got [4]string
		got[0], got[1] = Rollout{Speed: speed, Samples: []system.Sample{{Position: make([]float32, 3)}}}.axesOfDrift()
		got[2], got[3] = Rollout{Speed: speed, Samples: []system.Sample{heavy}}.axesOfDrift()
		require.Equal(t, want, got)
	}
}

// TestRolloutsBesideEachOther: three points of the model's line and of its band, and how
// far bars were stretched, computed again.
func TestRolloutsBesideEachOther(t *testing.T) {
	stick := system.Sample{
		Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 1, 0, 0}, TargetVelocity: make([]float32, 6),
		Objects: system.Objects{system.Stick.Of(0, 1)},
	}
	stick.Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0}, Velocities: make([]float64, 18)}
	samples := []system.Sample{stick}
	measured := func(frames []predict.Frame) (all []predict.Drift) {
		for _, frame := range frames {
			all = append(all, predict.Measure(samples, frame, 1, nil))
		}
		return all
	}
	own, other := along(3, 0), along(3, 0.5)
	r := Rollout{Title: "one: gmn-ode", Samples: samples, Drifts: measured(own), Frames: own, Unit: "m", Folder: t.TempDir(),
		Beside: []Other{{"two", measured(other), other}}}
	line := r.bandOf("two", r.Beside[0].Drifts, func(d predict.Drift) predict.Spread { return d.PositionRoot })
	require.Equal(t, []float64{1, 2, 3}, line.X)
	// One of six coordinates is off by 0.5 k, so the root mean squared error is that over
	// the root of six; the truth has three frames.
	allclose.Within(t, []float64{0.204124, 0.408248}, line.Y[:2], 1e-5)
	require.Equal(t, line.Y[:2], line.Low[:2])
	require.Equal(t, 2, r.truthEnds())
	require.InDelta(t, 1.5, r.stretch(FromRollout(stick, other).Prediction), 1e-6)
	require.Zero(t, r.stretch(FromRollout(stick, own).Prediction))
	drawn := svg(t, r.Errors())
	for _, text := range []string{">one<", ">two<", ">the truth ends<", "RMSE, m", ">constant velocity<"} {
		require.Contains(t, drawn, text)
	}
	spread := func(median float64) predict.Spread {
		return predict.Spread{Median: median, Low: median / 2, High: 2 * median}
	}
	roots := Rollout{Drifts: []predict.Drift{{}, {Step: 1, PositionRoot: spread(1), StraightRoot: spread(2), VelocityRoot: spread(3), SteadyRoot: spread(4)}}}
	_, charts := roots.Errors().Charts()
	require.Len(t, charts, 2)
	for i, want := range [][2]float64{{1, 2}, {3, 4}} {
		for k, line := range charts[i].Series {
			require.Equal(t, []float64{want[k], want[k] / 2, 2 * want[k]}, []float64{float64(line.Y[0]), float64(line.Low[0]), float64(line.High[0])})
		}
	}
	require.NotContains(t, drawn, ">Diverged systems<")
	r.Beside[0].Drifts[1].Left = 0.5
	require.Contains(t, svg(t, r.Errors()), ">Diverged systems<")
	require.Equal(t, plot.StraightLine, "constant velocity x + vT")
	files, err := r.Draw()
	require.NoError(t, err)
	require.ElementsMatch(t, RolloutFiles(r.Folder, 0), files)
	require.Contains(t, files, r.Folder+"/rollout_sample_0_beside.svg")
}

// straightAt is a drift with a truth at steps up to the last one that is given.
func straightAt(steps, known int) (drifts []predict.Drift) {
	for step := range steps + 1 {
		d := predict.Drift{Step: step, StraightRoot: predict.Spread{Median: 1}, Kinetic: 1, TrueKinetic: 2, Energy: 3, EnergyMedian: 4, TrueEnergy: 5, Momentum: 6, TrueMomentum: 7, Lengths: 0.5}
		if step > known {
			d.StraightRoot.Median = math.NaN()
		}
		drifts = append(drifts, d)
	}
	return drifts
}

// TestEndOfTheTruth: it is marked if predictions go on.
func TestEndOfTheTruth(t *testing.T) {
	for known, marks := range map[int][]plot.Mark{0: nil, 1: {{X: 1, Name: "the truth ends"}}, 2: {{X: 2, Name: "the truth ends"}}, 3: nil} {
		r := Rollout{Drifts: straightAt(3, known)}
		require.Equal(t, known, r.truthEnds())
		_, charts := r.Errors().Charts()
		require.Equal(t, marks, charts[1].Marks, "%d", known)
	}
	require.Len(t, after([]predict.Drift{{Step: 7}}), 1, "a first state alone is shown")
	require.Equal(t, 1, after(straightAt(3, 0))[0].Step)
}

// TestRolesOfRollouts: the model, the truth and straight lines have their colors in the panels of a rollout, and shares
// are in percent.
func TestRolesOfRollouts(t *testing.T) {
	r := Rollout{Title: "one: gmn", Samples: []system.Sample{{Position: make([]float32, 3)}}, Drifts: straightAt(2, 2)}
	r.Drifts[2].Left = 0.25
	_, charts := r.Errors().Charts()
	require.Len(t, charts, 3)
	require.Equal(t, map[string]plot.Role{"model": plot.Prediction, plot.StraightLine: plot.Straight}, rolesOf(charts[0]))
	require.Equal(t, map[string]plot.Role{"model": plot.Prediction, "constant velocity": plot.Straight}, rolesOf(charts[1]))
	require.Equal(t, map[string]plot.Role{"model": plot.Prediction}, rolesOf(charts[2]))
	require.EqualValues(t, 25, charts[2].Series[0].Y[1])
	require.True(t, charts[2].Percent)
	_, charts = r.drift().Charts()
	require.Len(t, charts, 4)
	for i, want := range []struct {
		roles  map[string]plot.Role
		values []float64
	}{
		{map[string]plot.Role{"model": plot.Prediction, "truth": plot.Truth}, []float64{1, 2}},
		{map[string]plot.Role{"model, mean": plot.Prediction, "truth, mean": plot.Truth}, []float64{3, 4, 5}},
		{map[string]plot.Role{"model": plot.Prediction, "truth": plot.Truth}, []float64{6, 7}},
		{map[string]plot.Role{"model": plot.Prediction}, []float64{50}},
	} {
		require.Equal(t, want.roles, rolesOf(charts[i]))
		for k, value := range want.values {
			require.EqualValues(t, value, charts[i].Series[k].Y[0])
		}
	}
	r.Beside = []Other{{Name: "two", Drifts: straightAt(2, 2)}}
	_, charts = r.Errors().Charts()
	require.Equal(t, map[string]plot.Role{"one": plot.Prediction}, rolesOf(charts[2]), "another model has its own color")
}

// TestMotionsBesideEachOther: each model has a panel with the largest change of bars while the truth is known, or of all
// frames if it is not.
func TestMotionsBesideEachOther(t *testing.T) {
	stick := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}
	known := stick
	known.Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0}}
	for change, sample := range map[string]system.Sample{"40": known, "60": stick} {
		r := Rollout{Title: "one: gmn", Samples: []system.Sample{sample}, Frames: along(3, 0), Folder: t.TempDir(), Beside: []Other{{Name: "two", Frames: along(3, 0.2)}}}
		d := &drawing{folder: r.Folder}
		require.NoError(t, r.motion(d, FromRollout(sample, r.Frames), "beside.svg"))
		text, err := os.ReadFile(d.files[0])
		require.NoError(t, err)
		for _, want := range []string{">one<", ">two<", ">bars change by 0 % at most<", ">bars change by " + change + " % at most<", "Sample 0, "} {
			require.Contains(t, string(text), want)
		}
		own := plot.Prediction.Color()
		require.Equal(t, 2*2, strings.Count(string(text), fmt.Sprintf(`r="4.5" fill="#%02x%02x%02x"`, own.R, own.G, own.B)), "both models are predictions")
		truth, shown := plot.Truth.Color(), 0
		if sample.Trajectory != nil {
			shown = 2
		}
		require.Equal(t, shown, strings.Count(string(text), fmt.Sprintf(`r="4.5" fill="#%02x%02x%02x"`, truth.R, truth.G, truth.B)))
	}
}

// TestFilesOfRollouts: errors are drawn if the truth is known after the first state, and a motion if it has more than one
// frame. Models of other systems cannot be beside.
func TestFilesOfRollouts(t *testing.T) {
	stick := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}
	names := func(s system.Sample, known int) (names []string) {
		r := Rollout{Title: "one", Samples: []system.Sample{s}, Drifts: straightAt(2, known), Frames: along(2, 0.2), Folder: t.TempDir()}
		files, err := r.Draw()
		require.NoError(t, err)
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
		return names
	}
	always := []string{"rollout_drift.png", "rollout_drift.svg", "rollout_sample_0.png", "rollout_sample_0.svg", "rollout_sample_0.gif"}
	require.ElementsMatch(t, always, names(stick, 0))
	stick.TargetPosition = stick.Position
	require.ElementsMatch(t, append(always, "rollout_error.png", "rollout_error.svg", "rollout_sample_0_beside.svg"), names(stick, 1))

	r := Rollout{Title: "one", Samples: []system.Sample{stick}, Drifts: straightAt(2, 0), Frames: along(2, 0.2), Folder: t.TempDir()}
	r.Beside = []Other{{Name: "two", Frames: []predict.Frame{{Position: make([]float32, 9)}}}}
	_, err := r.Draw()
	require.ErrorContains(t, err, "two has 3 particles, and truth 2: expected one system")
}
