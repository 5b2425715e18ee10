package contact_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// meeting is gmn-ode of boxes that touch each other, too.
var meeting = func() config.Config {
	config := falling
	config.Fields = append(slices.Clone(config.Fields), system.Mass.Name, system.Box.Name)
	return config
}()

// cubes are two cubes, one of half the mass, of which the upper one flies at the other:
// without gravity and planes, or above a plane.
func cubes(source *rand.Rand, speed float64, above bool) system.Sample {
	first, second := cube(source, 3, speed), cube(source, 6.5, speed)
	for axis := range 2 {
		shift := second.Position[axis] - first.Position[axis] + float32(0.3*source.NormFloat64())
		for i := axis; i < 24; i += 3 {
			second.Position[i] -= shift
		}
	}
	joined := system.Sample{
		Position: append(first.Position, second.Position...), Velocity: append(first.Velocity, second.Velocity...),
		Objects: system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7), system.Body.Of(8, 9, 10, 11, 12, 13, 14, 15)},
	}
	weights := append(system.Gyration.Of(&first), system.Gyration.Of(&second)...)
	faces := slices.Clone(weights)
	for i := range faces {
		faces[i] *= float32(math.Sqrt(3)) // half widths of 1
	}
	system.Gyration.Set(&joined, weights)
	system.Box.Set(&joined, faces)
	system.Mass.Set(&joined, slices.Concat(slices.Repeat([]float32{1}, 8), slices.Repeat([]float32{0.5}, 8)))
	if above {
		system.Planes.Set(&joined, system.Planes.Of(&first))
		system.Gravity.Set(&joined, system.Gravity.Of(&first))
		return joined
	}
	system.Planes.Set(&joined, make([]float32, system.Planes.Columns))
	system.Gravity.Set(&joined, make([]float32, 3))
	for i := 2; i < 24; i += 3 {
		joined.Velocity[i] += float32(2 * speed)
	}
	return joined
}

// motionOfTwo is what two cubes have together: linear and angular momentum, and energy in the
// motion, at height and in contacts.
type motionOfTwo struct {
	momentum, turning moving.Vector
	energy            float64
	deepest           float64 // of a corner in the other cube
}

func (m thrower) two() (all motionOfTwo) {
	x, v, gravity := moving.Vectors(m.inputs["position"].Float), moving.Vectors(m.inputs["velocity"].Float), m.inputs["gravity"].Float[2]
	var centers [2]moving.Vector
	var axes [2][3]moving.Vector
	masses := [2]float64{8, 4}
	h := meeting.Time / float64(meeting.Layers)
	stiffness := 0.5 / (h * h) / (1 + math.Exp(-m.Weights["contact/stiffness"].Float[0]))
	reach := m.Weights["contact/offset"].Float[0] * 0.02 * meeting.Length
	for number, mass := range masses {
		var center, mean moving.Vector
		corners := x[8*number : 8*number+8]
		for i, r := range corners {
			center, mean = center.Plus(r.Times(1./8)), mean.Plus(v[8*number+i].Times(1./8))
			for k := range 3 {
				axes[number][k] = axes[number][k].Plus(r.Times(float64(2*(i>>k&1)-1) / 8))
			}
		}
		centers[number] = center
		all.momentum = all.momentum.Plus(mean.Times(mass))
		all.turning = all.turning.Plus(center.Cross(mean.Times(mass)))
		all.energy += mass * (mean.Dot(mean)/2 - gravity*center[2])
		for i, r := range corners {
			u := v[8*number+i].Minus(mean)
			all.energy += mass * u.Dot(u) / 8 / 3 / 2
			all.turning = all.turning.Plus(r.Minus(center).Cross(u).Times(mass / 8 / 3))
			if gravity != 0 {
				all.energy += stiffness * mass * math.Pow(max(0, reach-r[2]), 2) / 2
			}
		}
	}
	for number := range masses {
		for _, corner := range x[8*number : 8*number+8] {
			gap := math.Inf(-1)
			for _, axis := range axes[1-number] {
				gap = max(gap, math.Abs(corner.Minus(centers[1-number]).Dot(axis))-1)
			}
			all.deepest = max(all.deepest, -gap)
			all.energy += stiffness * masses[0] * masses[1] / (masses[0] + masses[1]) * math.Pow(max(0, reach-gap), 2) / 2
		}
	}
	return all
}

// TestBoxesCreateNoEnergy: with any weights, cubes that fly at each other keep their
// momenta, and never have more energy than before, nor cubes that fall onto each other. They
// do not go through each other and keep their shapes.
func TestBoxesCreateNoEnergy(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	met := 0
	for run := range 4 {
		speed := 10 + 20*source.Float64()
		above := run%2 == 1
		s := cubes(source, speed, above)
		c := meeting
		if run >= 2 { // a damper, and friction after it
			begin := []float64{c.Time}
			c.Learn = []config.Constant{{Name: config.LearnedRetardation, By: config.BySystem, Start: begin}, {Name: config.LearnedFriction, By: config.BySystem, Start: []float64{0.4}}}
		}
		m := newThrower(t, c, s)
		for _, p := range m.Params {
			for i := range m.Weights[p.Name].Float {
				m.Weights[p.Name].Float[i] += source.NormFloat64() * 0.5
			}
		}
		before := moving.Vectors(m.inputs["position"].Float)
		first := m.two()
		last := first
		for range 30 {
			m.frame(t)
			now := m.two()
			require.LessOrEqual(t, now.energy, last.energy+1e-9*math.Abs(first.energy), "run %d", run)
			require.Less(t, now.deepest, 0.6, "run %d", run)
			if now.deepest > 0 {
				met++
			}
			if !above {
				require.InDelta(t, 0, now.momentum.Minus(first.momentum).Norm(), 1e-9*first.momentum.Norm())
				require.InDelta(t, 0, now.turning.Minus(first.turning).Norm(), 1e-7*first.turning.Norm())
			}
			last = now
		}
		after := moving.Vectors(m.inputs["position"].Float)
		for i := range 7 {
			require.InEpsilon(t, before[i].Minus(before[i+1]).Norm(), after[i].Minus(after[i+1]).Norm(), 1e-6)
		}
	}
	require.Greater(t, met, 10, "they touch")
}

// TestBoxesTurnWithTheSystem: contact between boxes turns, is mirrored and moves with the
// system, and no order of bodies counts.
func TestBoxesTurnWithTheSystem(t *testing.T) {
	s := cubes(rand.New(rand.NewPCG(5, 6)), 30, false)
	m, moved := newThrower(t, meeting, s), newThrower(t, meeting, s)
	about := moving.Vector{0.6, 0, 0.8}
	other := func(i int) int { return (i + 8) % 16 }
	for name, values := range moved.inputs {
		if values.Float == nil || values.Shape[0] != 16 {
			continue
		}
		columns := values.Shape[1]
		changed := ir.Tensor{Shape: values.Shape}
		for i := range 16 {
			row := values.Float[columns*other(i):][:columns]
			if name == "position" || name == "velocity" {
				x := moving.Vector(row)
				x = x.Minus(about.Times(2 * about.Dot(x)))
				row = x[:]
			}
			changed.Float = append(changed.Float, row...)
		}
		moved.inputs[name] = changed
	}
	deepest := 0.
	for range 12 {
		m.frame(t)
		moved.frame(t)
		deepest = max(deepest, m.two().deepest)
	}
	require.Greater(t, deepest, 0.01, "they touch")
	got := moving.Vectors(moved.inputs["position"].Float)
	for i, x := range moving.Vectors(m.inputs["position"].Float) {
		want := x.Minus(about.Times(2 * about.Dot(x)))
		allclose.Within(t, want[:], got[other(i)][:], 1e-9)
	}
}
