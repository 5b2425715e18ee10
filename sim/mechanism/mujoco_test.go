package mechanism_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recovered"
	"gmnc/sim/mechanism"
)

// offMuJoCo is by how much coordinates (in rad or m) and rates may be off MuJoCo's at most. Its
// own integration leaves 1e-9, and 2e-6 where joints turn back under friction, which it finds to one of its
// steps. Its stops take hold of a joint at once where ours do softly. In 5 s a double pendulum makes errors some hundred
// times as large.
var offMuJoCo = map[string][2]float64{
	"friction_turning_back": {4e-6, 2.5e-5},
	"limits":                {1.5e-3, 0.1},
	"limits_friction":       {1.5e-3, 0.1},

	"double_pendulum_long": {2e-8, 1e-7},
}

// TestMuJoCo: mechanisms of every kind of joint, with dampings, rotors, frictions and stops, go
// where MuJoCo goes in 100 frames of 10 ms, and some of them for 5 s. What Recover makes of MuJoCo's particles is MuJoCo's state.
func TestMuJoCo(t *testing.T) {
	for _, name := range slices.Concat(mujoco.Names, mujoco.Long) {
		t.Run(name, func(t *testing.T) {
			r := mujoco.Read(t, name)
			m := r.Mechanism(t)
			allowed, known := offMuJoCo[name]
			if !known {
				allowed = [2]float64{1e-9, 1e-8}
			}
			in := m.NewIntegrator(r.State(m, 0))
			var most, fastest float64
			for frame := range r.Q {
				off, faster := apartBy(r.State(m, frame), in.State)
				most, fastest = max(most, off), max(fastest, faster)
				if frame%r.Each == 0 {
					window := frame / r.Each
					found, _, err := recovered.State(m, vectors3(r.Position[window]), vectors3(r.Velocity[window]))
					require.NoError(t, err)
					off, faster = apartBy(r.State(m, frame), found)
					require.Less(t, off, 1e-8)
					require.Less(t, faster, 1e-8)
				}
				steps := int(math.Round(r.Frame / 1e-3))
				for k := 0; k < steps && frame < len(r.Q)-1; k++ {
					in.Step(r.Frame/float64(steps), r.Loads[frame/r.Each])
				}
			}
			t.Logf("off by %.2g, rates by %.2g", most, fastest)
			require.Less(t, most, allowed[0])
			require.Less(t, fastest, allowed[1])
		})
	}
}

// apartBy is by how much the coordinates and the rates of two states differ at most.
func apartBy(s, other mechanism.State) (off, faster float64) {
	for b, turn := range s.Turns {
		between := quat.Mul(quat.Conj(turn), other.Turns[b])
		turned := r3.Vec{X: between.Imag, Y: between.Jmag, Z: between.Kmag}
		off = max(off, 2*r3.Norm(turned), r3.Norm(r3.Sub(s.Slides[b], other.Slides[b])))
	}
	for d, rate := range s.Rates {
		faster = max(faster, math.Abs(rate-other.Rates[d]))
	}
	return off, faster
}

func vectors3(all [][3]float64) (vectors []r3.Vec) {
	for _, x := range all {
		vectors = append(vectors, r3.Vec{X: x[0], Y: x[1], Z: x[2]})
	}
	return vectors
}
