package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// ball is a contact of a free particle of mass 2 with a floor, with this friction and restitution.
func ball(friction, restitution float64, x, v [3]float64) *contact {
	s := &system.State{Position: [][3]float64{x}, Velocity: [][3]float64{v}, Charge: []float64{0}, Mass: []float64{2}}
	return contactOf(s, Settings{TimeStep: 0.002, Mechanics: Mechanics{
		Planes: []Plane{{Normal: [3]float64{0, 0, 1}}}, Friction: friction, Restitution: restitution, Stiffness: 1000, Gravity: [3]float64{0, 0, -5},
	}})
}

// TestPressing: what the contact of a particle with a floor is made of, by the law of contact.
func TestPressing(t *testing.T) {
	const h, k, v, depth = 0.002, 1000, -0.5, 0.01
	in := ball(0.25, 0.5, [3]float64{0, 0, -depth}, [3]float64{3, 4, v})
	all := in.touching(&in.bodies[0], in.planes[0])
	require.Len(t, all, 1)
	one := all[0]
	elastic := h * k * (depth - v*h/2)
	allclose.Within(t, []float64{elastic, 2 * elastic, elastic / 2}, []float64{one.elastic, one.in, one.out}, 1e-12)
	allclose.Within(t, []float64{v, v - 5*h, 3, 4, 0, 5, 1, 1, 1 + 0.25}, []float64{one.start, one.away, one.slide.x, one.slide.y, one.slide.z, one.sliding, one.along, one.yields, one.moves}, 1e-6)
	for gap, touches := range map[float64]bool{1e-6: false, -1e-6: true} {
		in := ball(0, 1, [3]float64{0, 0, gap - 0.0005}, [3]float64{0, 0, 0.5}) // half of a step takes it 0.0005 up
		require.Equal(t, touches, len(in.touching(&in.bodies[0], in.planes[0])) == 1, "%g", gap)
	}
	resting := ball(0.25, 0.5, [3]float64{0, 0, -depth}, [3]float64{})
	one = resting.touching(&resting.bodies[0], resting.planes[0])[0]
	require.Equal(t, 1e-4, one.sliding, "the speed below which nothing slides")
}

// TestPresses: an approaching particle is pressed with more than the elastic press, a leaving one with less, by restitution. Between
// them are those that come to rest in the step. Friction is its share of the press, against sliding.
func TestPresses(t *testing.T) {
	const elastic = 0.002 * 1000 * 0.01
	press := func(friction float64, v [3]float64) vector {
		in := ball(friction, 0.5, [3]float64{0, 0, -0.01 - v[2]*0.001}, v)
		impulse, lever := in.impulse(&in.bodies[0], in.planes[0])
		require.Equal(t, vector{}, lever, "a particle does not turn")
		return impulse
	}
	require.InDelta(t, 2*elastic, press(0, [3]float64{0, 0, -3}).z, 1e-12)
	require.InDelta(t, elastic/2, press(0, [3]float64{0, 0, 3}).z, 1e-12)
	// It moves away with v - 0.01 + 0.02 at the end of the step. The press adds up to 0.02 or takes up to 0.01.
	require.InDelta(t, elastic+elastic*0.005/(0.02+1e-4), press(0, [3]float64{0, 0, -0.015}).z, 1e-9)
	require.InDelta(t, elastic, press(0, [3]float64{0, 0, -0.005}).z, 1e-9, "it turns around in the step")
	require.InDelta(t, elastic-elastic/2*0.01/(0.01+1e-4), press(0, [3]float64{}).z, 1e-9)
	heavy := ball(0, 0.5, [3]float64{0, 0, -0.01 - 0.085*0.001}, [3]float64{0, 0, 0.085})
	heavy.Gravity[2] = -50 // which takes 0.1 in the step
	impulse, _ := heavy.impulse(&heavy.bodies[0], heavy.planes[0])
	require.InDelta(t, elastic-elastic/2*0.005/(0.01+1e-4), impulse.z, 1e-9)
	sliding := press(0.25, [3]float64{3, -4, -3})
	allclose.Within(t, []float64{-0.25 * 2 * elastic * 0.6, 0.25 * 2 * elastic * 0.8, 2 * elastic}, []float64{sliding.x, sliding.y, sliding.z}, 1e-9)
	slow := press(0.25, [3]float64{0.001, 0, -3})
	require.InDelta(t, -0.001, slow.x, 2e-5, "friction stops what slides slowly")
}

// TestLifted: the speed away from a face is that of the particle less that of the box where it touches.
func TestLifted(t *testing.T) {
	in := ball(0, 1, [3]float64{}, [3]float64{})
	one, other := in.bodies[0], in.bodies[0]
	one.pressed.impulse, other.pressed.impulse = vector{0, 0, 3}, vector{0, 5, -2}
	p := pressing{normal: vector{0, 0, 1}, away: 0.5, parts: []part{{&one, vector{}, 0.25}, {&other, vector{}, 0.75}}}
	require.InDelta(t, 0.5+3+2, p.lifted(), 1e-12)
	p.push(vector{0, 0, 4})
	require.Equal(t, []vector{{0, 0, 4}, {0, 5, -5}}, []vector{one.pressed.impulse, other.pressed.impulse})
	one.pressed.inward, other.pressed.inward, one.pressed.outward, other.pressed.outward, one.pressed.press, other.pressed.press = 1, 3, 5, 9, 2, 8
	require.Equal(t, pressed{inward: 2, outward: 7, press: 5}, p.sums())
	require.InDelta(t, 1, p.yield(vector{0, 0, 1}), 1e-12)
}

// TestLeavesWithItsEnergy: a particle that leaves a floor within a step has no more energy than before it, and a particle
// that touches nothing keeps its own.
func TestLeavesWithItsEnergy(t *testing.T) {
	in := ball(0, 1, [3]float64{0, 0, -1e-3}, [3]float64{0, 0, 0.51})
	in.Gravity = [3]float64{}
	b := &in.bodies[0]
	energy := b.kinetic() + b.stored
	require.InDelta(t, 0.51*0.51/2+1000*1e-6/2, energy, 1e-12)
	in.Step()
	require.Zero(t, b.stored, "it has left")
	require.InEpsilon(t, energy, b.kinetic(), 1e-12)
	require.InDelta(t, math.Sqrt(2*energy), in.state.Velocity[0][2], 1e-12)
	free := ball(0, 1, [3]float64{0, 0, 1}, [3]float64{2, 0, 0})
	free.Step()
	require.InDelta(t, -5*0.002, free.state.Velocity[0][2], 1e-15)
	require.InDelta(t, 1-5*0.002*0.002/2, free.state.Position[0][2], 1e-15)
}

// TestConserveTogether: bodies that meet lose what they gained, from their motion relative to each other first, and keep
// their momentum as long as that suffices.
func TestConserveTogether(t *testing.T) {
	for _, c := range []struct {
		name          string
		apart, excess float64 // relative speed of the particle, and the share of the energy of all that is gained
		common        vector
		keepsMomentum bool
		stops         bool
	}{
		{"nothing gained", 1, 0, vector{1, 0, 0}, true, false},
		{"energy lost", 1, -0.2, vector{1, 0, 0}, true, false},
		{"from the relative motion", 3, 0.1, vector{0.1, 0, 0}, true, false},
		{"from all motion", 0.1, 0.5, vector{0, 2, 0}, false, false},
		{"without relative motion", 0, 0.5, vector{0, 2, 0}, false, false},
		{"all", 1, 2, vector{1, 0, 0}, false, true},
	} {
		given := meetingBoxes(0, 1, false).testState(1)
		in := contactOf(given.State, meetingBoxes(0, 1, false).Settings)
		var energy float64
		momentum := func() (sum vector) {
			for i := range in.bodies {
				if in.bodies[i].meets {
					sum = sum.add(in.bodies[i].velocity.scale(in.bodies[i].mass))
				}
			}
			return sum
		}
		for i := range in.bodies {
			b := &in.bodies[i]
			b.velocity, b.momentum, b.spin, b.meets = c.common, vector{}, vector{}, i != 1
			if b.degrees == 3 {
				b.velocity = b.velocity.add(vector{0, 0, c.apart})
			}
			b.most = b.kinetic() + b.stored
			if b.meets {
				energy += b.mass * b.kinetic()
			}
		}
		before := momentum()
		in.conserveTogether(c.excess * energy)
		var after float64
		for i := range in.bodies {
			if b := &in.bodies[i]; b.meets {
				after += b.mass * b.kinetic()
			} else {
				require.Equal(t, c.common, b.velocity, "a body that meets none")
			}
		}
		want := energy * (1 - max(0, min(1, c.excess)))
		require.InDelta(t, want, after, 1e-9*energy, c.name)
		if c.keepsMomentum {
			require.Less(t, momentum().sub(before).norm(), 1e-9*before.norm(), c.name)
		}
		require.Equal(t, c.stops, momentum().norm() < 1e-6, c.name)
	}
}

// TestFreeTurns: half of the step leaves a quarter of the error of a box that turns about no axis of its own, far from planes.
func TestFreeTurns(t *testing.T) {
	box := Box([3]float64{0.5, 0.3, 0.1})
	after := func(steps int) [][3]float64 {
		s := &system.State{Charge: make([]float64, 8), Objects: system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}}
		for _, x := range box.Pose {
			s.Position, s.Velocity = append(s.Position, x), append(s.Velocity, vector{1, 2, 3}.cross(load(x)).store())
		}
		in := contactOf(s, Settings{TimeStep: 0.4 / float64(steps), Mechanics: Mechanics{Planes: []Plane{{Normal: [3]float64{0, 0, 1}, Offset: -9}}, Restitution: 1, Stiffness: 1}})
		for range steps {
			in.Step()
		}
		return s.Position
	}
	exact := after(1280)
	coarse, fine := largestDifference(exact, after(20)), largestDifference(exact, after(40))
	require.Less(t, coarse, 0.01)
	require.InDelta(t, 4, coarse/fine, 0.3)
}
