package contact_test

import (
	"maps"
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

// falling is gmn-ode of particles and bodies above planes, in units of tosses: a cube of
// half width 1 under gravity, frames of 1/148 s.
var falling = config.Config{
	Model: "gmn-ode", Form: config.Published, Layers: 4, Hidden: 8, Forces: config.NoForces, NoCharge: true,
	Time: 1. / 148, Length: math.Sqrt(6), Depth: 32, Planes: 1,
	Fields: []string{system.Gravity.Name, system.Planes.Name, system.Gyration.Name},
}

const weight = -187.2

// cube is a solid cube that is thrown onto the plane z = 0.
func cube(source *rand.Rand, height, speed float64) (s system.Sample) {
	center := moving.Vector{source.NormFloat64(), source.NormFloat64(), height}
	velocity := moving.RandomVector(source, speed/3)
	velocity[2] = -speed
	spin := moving.RandomVector(source, speed/3)
	axes := [3]moving.Vector{moving.RandomVector(source, 1)}
	axes[0] = axes[0].Times(1 / axes[0].Norm())
	axes[1] = axes[0].Cross(moving.RandomVector(source, 1))
	axes[1] = axes[1].Times(1 / axes[1].Norm())
	axes[2] = axes[0].Cross(axes[1])
	var weights []float32
	for corner := range 8 {
		r := moving.Vector{}
		for k := range 3 {
			sign := float64(2*(corner>>k&1) - 1)
			r = r.Plus(axes[k].Times(sign))
			weights = append(weights, float32(sign/(8*math.Sqrt(3))))
		}
		u := velocity.Plus(spin.Cross(r))
		for k := range 3 {
			s.Position = append(s.Position, float32(center[k]+r[k]))
			s.Velocity = append(s.Velocity, float32(u[k]))
		}
	}
	s.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}
	system.Gyration.Set(&s, weights)
	system.Gravity.Set(&s, []float32{0, 0, weight})
	planes := make([]float32, system.Planes.Columns)
	planes[2] = 2 // of another length than 1
	system.Planes.Set(&s, planes)
	return s
}

// TestContactCreatesNoEnergy: with any weights a cube that falls, slides and tumbles on a
// plane never has more energy than before. It is never pulled, does not go through at the
// speeds of recordings, does not sink in at rest, and keeps its shape.
func TestContactCreatesNoEnergy(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 6 {
		speed := 10 + 36*source.Float64()
		m := newThrower(t, falling, cube(source, 2.5+source.Float64(), speed))
		for _, p := range m.Params {
			for i := range m.Weights[p.Name].Float {
				m.Weights[p.Name].Float[i] += source.NormFloat64() * 0.5
			}
		}
		first := m.energy()
		last := first
		before := moving.Vectors(m.inputs["position"].Float)
		for range 60 {
			fell := min(0, m.fall()) + weight*falling.Time
			m.frame(t)
			require.GreaterOrEqual(t, m.fall(), fell-1e-6, "the plane pulls")
			require.Greater(t, m.lowest(), -0.6, "speed %g", speed)
			now := m.energy() + m.stored()
			require.LessOrEqual(t, now, last+1e-9*first)
			last = now
		}
		require.Greater(t, m.lowest(), -0.08, "it does not sink in")
		after := moving.Vectors(m.inputs["position"].Float)
		for i := range after {
			require.InEpsilon(t, before[i].Minus(before[(i+3)%8]).Norm(), after[i].Minus(after[(i+3)%8]).Norm(), 1e-6)
		}
	}
}

// TestContactGradient: gradients through many frames stay small for cubes that lie on a
// face, stand on an edge, slide and tumble, where bounces lose much and there is friction;
// those on a face come to rest.
func TestContactGradient(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	samples := []system.Sample{lying(0, 0), lying(0, 10), lying(math.Pi/4, 0), cube(source, 1.5, 20)}
	state := []string{"position", "velocity"}
	m := newThrower(t, falling, samples[0])
	pulled, _, err := ir.Pullback(m.Module, state, state)
	require.NoError(t, err)
	for i, s := range samples {
		m := newThrower(t, falling, s)
		copy(m.Weights["law/law/linear3/bias"].Float, []float64{3, 1})
		var before []map[string]ir.Tensor
		for range 48 {
			before = append(before, maps.Clone(m.inputs))
			m.frame(t)
		}
		if i < 2 { // on a face
			for _, v := range m.inputs["velocity"].Float {
				require.Less(t, math.Abs(v), 1e-3, "it comes to rest")
			}
		}
		at := map[string]ir.Tensor{"position": m.inputs["position"], "velocity": m.inputs["velocity"]}
		for _, inputs := range slices.Backward(before) {
			for _, name := range state {
				inputs[ir.CotangentPrefix+name] = at[name]
			}
			gradients, err := ir.Eval(pulled, inputs, nil)
			require.NoError(t, err)
			for _, name := range state {
				at[name] = gradients[ir.GradientPrefix+name]
			}
		}
		for _, value := range at["position"].Float {
			require.Less(t, math.Abs(value), 1e3, "sample %d", i)
		}
	}
}

// lying is a cube on the plane z = 0, turned about the y axis, that slides along x.
func lying(angle, speed float64) system.Sample {
	s := cube(rand.New(rand.NewPCG(1, 1)), 0, 0)
	sine, cosine := math.Sincos(angle)
	for corner := range 8 {
		sign := func(k int) float64 { return float64(2*(corner>>k&1) - 1) }
		r := moving.Vector{cosine*sign(0) - sine*sign(2), sign(1), sine*sign(0) + cosine*sign(2) + sine + cosine}
		for k, value := range r {
			s.Position[3*corner+k], s.Velocity[3*corner+k] = float32(value), 0
		}
		s.Velocity[3*corner] = float32(speed)
	}
	return s
}

// TestContactOfKnownConstants: what bounces straight down without turning keeps the share
// of its speed that restitution is, and what slides slows down by friction times gravity.
func TestContactOfKnownConstants(t *testing.T) {
	config := falling
	config.Layers, config.Fields = 64, []string{system.Gravity.Name, system.Planes.Name, system.Friction.Name, system.Restitution.Name}
	given := func(velocity []float32, height, friction, restitution float32) (s system.Sample) {
		s.Position, s.Velocity = []float32{0, 0, height}, velocity
		system.Gravity.Set(&s, []float32{0, 0, weight})
		system.Friction.Set(&s, []float32{friction})
		system.Restitution.Set(&s, []float32{restitution})
		planes := make([]float32, system.Planes.Columns)
		planes[2] = 1
		system.Planes.Set(&s, planes)
		return s
	}
	for _, restitution := range []float32{0.3, 0.6, 1} {
		const height, speed = 0.1, 30.
		m := newThrower(t, config, given([]float32{0, 0, -speed}, height, 0.3, restitution))
		for range 2 {
			m.frame(t)
		}
		hits := math.Sqrt(speed*speed - 2*weight*height)
		left := 2./148 - (speed-hits)/weight // of the time, after the bounce
		require.InEpsilon(t, float64(restitution)*hits+weight*left, m.inputs["velocity"].Float[2], 0.05, "restitution %g", restitution)
	}
	m := newThrower(t, config, given([]float32{20, 0, 0}, 0, 0.4, 0))
	for range 4 {
		m.frame(t)
	}
	require.InEpsilon(t, 20+0.4*weight*4/148, m.inputs["velocity"].Float[0], 0.02)
	require.InDelta(t, 0, m.inputs["velocity"].Float[2], 0.3)
	for range 60 {
		m.frame(t)
	}
	require.InDelta(t, 0, m.inputs["velocity"].Float[0], 1e-2, "it comes to rest and is not pushed back")
}

// TestContactTurnsWithTheSystem: planes turn, are mirrored and move with the system.
func TestContactTurnsWithTheSystem(t *testing.T) {
	source := rand.New(rand.NewPCG(5, 6))
	s := cube(source, 1.2, 20)
	m := newThrower(t, falling, s)
	m.frame(t)
	about := moving.Vector{0.6, 0, 0.8}
	mirrored := func(x moving.Vector) moving.Vector { return x.Minus(about.Times(2 * about.Dot(x))) }
	shift := moving.Vector{1, -2, 3}
	moved := newThrower(t, falling, s)
	move := func(name string, shift moving.Vector) {
		values := moving.Vectors(moved.inputs[name].Float)
		for i := range values {
			values[i] = mirrored(values[i]).Plus(shift)
		}
		moved.inputs[name] = ir.Tensor{Shape: moved.inputs[name].Shape, Float: moving.Rows(values)}
	}
	move("position", shift)
	move("velocity", moving.Vector{})
	move(system.Gravity.Name, moving.Vector{})
	planes := slices.Clone(moved.inputs[system.Planes.Name].Float)
	for row := range 8 {
		at := planes[row*system.Planes.Columns:]
		normal := mirrored(moving.Vector(at[:3]))
		copy(at, normal[:])
		at[3] += normal.Dot(shift) / normal.Norm()
	}
	moved.inputs[system.Planes.Name] = ir.Tensor{Shape: moved.inputs[system.Planes.Name].Shape, Float: planes}
	moved.frame(t)
	got := moving.Vectors(moved.inputs["position"].Float)
	for i, x := range moving.Vectors(m.inputs["position"].Float) {
		want := mirrored(x).Plus(shift)
		allclose.Within(t, want[:], got[i][:], 1e-9)
	}
	require.Less(t, m.lowest(), 0.0, "the cube touches the plane")
}
