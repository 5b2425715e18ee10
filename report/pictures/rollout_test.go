package pictures

import (
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
