package residual

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/train/shooting"
)

// TestNamed: a suspect is named from its thresholds on, each by itself.
func TestNamed(t *testing.T) {
	good := shooting.Score{Factors: []float64{0.3}, Deviations: []float64{0.01}, Gain: 500, Share: 0.5, Squared: 100, Size: 0.1}
	changed := func(change func(s *shooting.Score)) shooting.Score {
		s := good
		change(&s)
		return s
	}
	all := []suspect{{kind: damping, of: "joint 1"}}
	for name, c := range map[string]struct {
		score shooting.Score
		noise float64
		named bool
	}{
		"good":                            {good, 1e-3, true},
		"sure":                            {changed(func(s *shooting.Score) { s.Squared = 30 }), 1.9e-3, true},
		"not sure":                        {changed(func(s *shooting.Score) { s.Squared = 29 }), 1.9e-3, false},
		"it matters":                      {changed(func(s *shooting.Score) { s.Size = 0.0021 }), 1e-3, true},
		"it does not matter":              {changed(func(s *shooting.Score) { s.Size = 0.0019 }), 1e-3, false},
		"a third of what noise leaves":    {changed(func(s *shooting.Score) { s.Share = 0.23 }), 1e-3, true},
		"less than a third of it":         {changed(func(s *shooting.Score) { s.Share = 0.22 }), 1e-3, false},
		"noise is not known":              {changed(func(s *shooting.Score) { s.Share = 0.31 }), 0, true},
		"noise is not known, and a share": {changed(func(s *shooting.Score) { s.Share = 0.29 }), 0, false},
	} {
		names := named(all, []shooting.Score{c.score}, c.noise, 2e-3)
		require.Equal(t, c.named, names != nil, name)
	}
	little := changed(func(s *shooting.Score) { s.Share = 0.29 })
	require.Empty(t, named(all, []shooting.Score{little}, 1e-3, 0), "nothing is left")
	useless := changed(func(s *shooting.Score) { s.Gain = 0 })
	require.Empty(t, named(all, []shooting.Score{useless}, 1e-3, 2e-3))
	require.Equal(t, []string{"on the rate of joint 1: a damping of 0.3 +- 0.01 may be missing"}, named(all, []shooting.Score{good}, 1e-3, 2e-3))
}

// TestBest: the suspect that explains most is named, with others that explain as much; what each
// factor more has to gain counts.
func TestBest(t *testing.T) {
	all := []suspect{{kind: damping, of: "joint 1"}, {kind: friction, of: "joint 1"}, {kind: drift}}
	scores := func(second, third float64) []shooting.Score {
		of := func(gain float64, factors int) shooting.Score {
			return shooting.Score{Factors: []float64{1, 1}[:factors], Deviations: []float64{0.1, 0.1}[:factors], Gain: gain, Share: 0.5, Squared: 100, Size: 0.1}
		}
		return []shooting.Score{of(1000, 1), of(second, 1), of(third, 2)}
	}
	count := func(s []shooting.Score) (text string) { return strings.Join(named(all, s, 1e-3, 2e-3), "; ") }
	require.NotContains(t, count(scores(969, 0)), "friction")
	require.Contains(t, count(scores(971, 0)), "friction")
	require.True(t, strings.HasPrefix(count(scores(1100, 1109)), "on the direction"))
	require.True(t, strings.HasPrefix(count(scores(1100, 1111)), "on time"))
	little := scores(990, 0)
	little[1].Share = 0.1
	require.NotContains(t, count(little), "friction", "it explains little")
	require.Empty(t, named(nil, nil, 0, 0))
}

// TestOwn: a spring that comes with a constant force is one by its own factor alone.
func TestOwn(t *testing.T) {
	for by, found := range map[float64]bool{0.054: false, 0.055: true} {
		score := shooting.Score{Factors: []float64{by, 9}, Deviations: []float64{0.01, 0.01}, Gain: 500, Share: 0.5, Squared: 100, Size: 0.1}
		require.Equal(t, found, named([]suspect{{kind: spring, of: "joint 0", own: 1}}, []shooting.Score{score}, 1e-3, 2e-3) != nil, "%g", by)
	}
}

// TestWords: what is found of a known torque says which fault it may be.
func TestWords(t *testing.T) {
	of := func(s suspect, factors ...float64) string {
		return s.words(&shooting.Score{Factors: factors, Deviations: make([]float64, len(factors))})
	}
	torque := suspect{kind: gain, of: "joint 0", known: "torque"}
	require.Contains(t, of(torque, -2), "its sign")
	require.Contains(t, of(torque, -1.11), "its sign")
	require.Contains(t, of(torque, -1.09), "it may not act")
	require.Contains(t, of(torque, -0.91), "it may not act")
	require.Contains(t, of(torque, -0.89), "its gear")
	require.Equal(t, "on the force, which acts 2 times as given: its gear or its unit may be another", of(suspect{kind: gain, known: "force"}, 1))
	require.Equal(t, []string{" later", " before", " before"}, []string{before(-1), before(0), before(1)})
	require.Equal(t, []string{"frames", "frame", "frames"}, []string{plural("frame", 0), plural("frame", 1), plural("frame", 2)})
	require.Contains(t, of(torque, 1), "which acts 2 times as given: its gear")
	require.Equal(t, "on the torque of joint 0 1 frame before: it may act 0.9 frames late", of(suspect{kind: delay, of: "joint 0", known: "torque", lag: 1}, 0.9))
	require.Contains(t, of(suspect{kind: delay, known: "force", lag: 2}, 0.5), "2 frames before: it may act 1 frames late")
	require.Equal(t, "on the force 1 frame later: it may act 1 frames early", of(suspect{kind: delay, known: "force", lag: -1}, 1))
	require.Contains(t, of(suspect{kind: delay, known: "force", lag: -1}, 1), "1 frame later: it may act 1 frames early")
	require.Contains(t, of(suspect{kind: spring, of: "joint 0"}, 5, 1), "a spring of 5 ")
	require.Contains(t, of(suspect{kind: spring, of: "particle 0"}, 4, 1, 2, 3), "a spring of 4 ")
	require.Contains(t, of(suspect{kind: push, of: "particle 1"}, 0, 0, 0.5), "a constant force on particle 1 of (0, 0, 0.5)")
	require.Contains(t, of(suspect{kind: push}, 1), "on all particles")
	sure := &shooting.Score{Factors: []float64{0.1, 0.2, 0.3}, Deviations: []float64{0.01, 0.02, 0.03}}
	require.Contains(t, suspect{kind: push}.words(sure), "a constant force on all particles of (0.1 +- 0.01, 0.2 +- 0.02, 0.3 +- 0.03)")
	require.Contains(t, torque.words(sure), "which acts 1.1 +- 0.01 times as given")
	require.Contains(t, of(suspect{kind: load, of: "body 1"}, 0.2), "a load of 0.2")
	require.Contains(t, of(suspect{kind: pair, of: "particles 0 and 2"}, 0, 1), "on the distance of particles 0 and 2")
}

// TestVerdict: a law fits up to a quarter more than the noise.
func TestVerdict(t *testing.T) {
	text := func(left, noise float64, suspects ...string) string {
		v := &Verdict{Left: shooting.Left{Fit: left, Noise: noise}, Suspects: suspects}
		require.Equal(t, left == 1.26 || left == 2, v.Misses())
		require.Equal(t, noise > 0 && left != 0.79, v.Known())
		return v.Text("m", "m/s")
	}
	require.Contains(t, text(1.25, 1), ". The estimated noise of the recordings is as large, 1 m: the equations fit")
	require.Contains(t, text(1.26, 1), "1.26 m away from the training recordings, as a root mean square of the coordinate that they fit worst. That is 1.26 times the estimated noise of the recordings, 1 m: something acts")
	require.Contains(t, text(0.81, 1), "the equations fit")
	require.Contains(t, text(0.79, 1), "Whether that is noise is not known")
	require.Contains(t, text(2, 1, "on time"), "; what they leave depends on time")
	require.NotContains(t, text(2, 1), "--epochs")
	require.Contains(t, (&Verdict{Left: shooting.Left{Fit: 2, Noise: 1}, Epochs: true}).Text("m", "m/s"), "something acts that the equations lack, or the training is not at its minimum, where more --epochs help, or errors continue")
	require.Contains(t, text(2, 1), "something acts that the equations lack, or errors continue from frame to frame, as filters and noise of torques make them", "nothing says that it is a force")
	require.NotContains(t, text(2, 1, "on time"), "errors continue")
}

// TestMeasuredStarts: residuals of recordings that begin in their measured states may be the noise of
// these states, so that they do not show that something is missing.
func TestMeasuredStarts(t *testing.T) {
	of := func(left float64) *Verdict {
		return &Verdict{Left: shooting.Left{Fit: left, Noise: 1}, Measured: true}
	}
	require.Equal(t, []bool{true, false}, []bool{of(1.25).Known(), of(1.25).Misses()})
	require.Equal(t, []bool{false, false}, []bool{of(1.26).Known(), of(1.26).Misses()})
	require.Contains(t, of(1.25).Text("m", "m/s"), "the equations fit")
	require.Contains(t, of(1.26).Text("m", "m/s"), "something acts that the equations lack, or errors continue from frame to frame, as filters and noise of torques make them, or it is the noise of the first states, which are taken as measured")
}

// TestShort: recordings that are too short to tell their noise tell whether more than it is left, or nothing.
func TestShort(t *testing.T) {
	text := func(left shooting.Left, known, misses bool) string {
		v := &Verdict{Left: left, Finer: "--fine"}
		require.Equal(t, []bool{known, misses}, []bool{v.Known(), v.Misses()}, "%+v", left)
		return v.Text("m", "m/s")
	}
	require.Contains(t, text(shooting.Left{Fit: 1.25, Most: 1}, false, false), "Whether that is noise is not known")
	require.Contains(t, text(shooting.Left{Fit: 1.26, Most: 1}, true, true), "That is at least 1.26 times the noise of the recordings, which is 1 m at most: something acts that the equations lack")
	require.Contains(t, text(shooting.Left{Fit: 2, Noise: 1, Steps: 0.5}, false, false), "That is 2 times the noise of the recordings or more, and predictions that are fitted anew with half the time step differ by 0.5 m: the steps may be all that is wrong. Train with --fine")
	require.Contains(t, text(shooting.Left{Fit: 2, Noise: 1, Steps: 0.49}, true, true), "something acts that the equations lack")
	require.Contains(t, text(shooting.Left{Fit: 1.25, Noise: 1, Steps: 1}, true, false), "the equations fit")
	require.Contains(t, text(shooting.Left{Fit: 2, Most: math.Inf(1)}, false, false), "Whether that is noise is not known")
	require.Contains(t, text(shooting.Left{Fit: 1e-7, Most: 1, Exact: true}, true, false), "That is what single precision rounds: the equations fit")
	require.Contains(t, text(shooting.Left{Fit: 2, Most: 2, Steps: 2}, false, false), "That is as small as errors of rounding and of time steps")
	require.Contains(t, text(shooting.Left{Fit: 2, Most: 2, Steps: 1.9}, false, false), "Whether that is noise is not known")
	require.Contains(t, text(shooting.Left{}, false, false), "no more numbers than their first states")
	require.Contains(t, text(shooting.Left{Fit: 2, Most: 1, Rate: true}, true, true), "2 m/s away from the training recordings, as a root mean square of the velocity that they fit worst. That is at least 2 times the noise of the recordings, which is 1 m/s at most: something acts that the equations lack, or velocities are not those of the positions")
	require.Contains(t, text(shooting.Left{Fit: 1, Most: 9, Turns: true}, false, false), " 1 rad away from")
	require.Contains(t, text(shooting.Left{Fit: 1, Most: 9, Turns: true, Rate: true}, false, false), " 1 rad/s away from")
	require.Contains(t, (&Verdict{Left: shooting.Left{Fit: 1, Most: 9, Turns: true, Rate: true}}).Text("", ""), " 1 rad away from")
}

// TestWorse: channels are compared by their noise, or by what it is at most where more than that is left, and rates come last.
func TestWorse(t *testing.T) {
	known := func(fit, noise float64) shooting.Left { return shooting.Left{Fit: fit, Noise: noise, Most: noise} }
	short := func(fit, most float64) shooting.Left { return shooting.Left{Fit: fit, Most: most} }
	coarse := known(9, 1)
	coarse.Steps = 9
	require.True(t, worse(known(2, 1), coarse), "no time steps explain it")
	require.False(t, worse(coarse, known(2, 1)))
	require.True(t, worse(coarse, known(1.25, 1)))
	require.False(t, worse(known(2, 1), known(2, 1)))
	require.True(t, worse(known(2, 1), known(3, 2)))
	require.False(t, worse(known(3, 2), known(2, 1)))
	require.True(t, worse(known(1, 1), short(5, 4)))
	require.True(t, worse(short(6, 4), known(1, 1)))
	require.True(t, worse(short(2, 9), short(1, 9)))
	require.False(t, worse(short(1, 9), short(2, 9)))
	rate := shooting.Left{Fit: 5, Most: 9, Rate: true}
	require.True(t, worse(short(1, 9), rate))
	require.False(t, worse(rate, short(1, 9)))
}
