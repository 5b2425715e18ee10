package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// meetingBoxes is a particle and two boxes above a floor, or far from it without gravity.
func meetingBoxes(friction, restitution float64, above bool) Config {
	config := landing(friction, restitution)
	config.Shapes = []Shape{Box([3]float64{0.5, 0.4, 0.3}), Box([3]float64{0.3, 0.3, 0.3})}
	config.Planes = config.Planes[:1]
	if !above {
		config.Gravity, config.Planes[0].Offset = [3]float64{}, -100
	}
	return config
}

// aim has everything fly at the first body.
func (s state) aim(speed float64) {
	movers := s.movers()
	target := load(s.Position[movers[0][0]])
	for number, members := range movers {
		way := target.sub(load(s.Position[members[0]]))
		for _, i := range members {
			s.Velocity[i] = [3]float64{}
			if number > 0 {
				s.Velocity[i] = way.scale(speed / way.norm()).store()
			}
		}
	}
}

// turning is the angular momentum of a state.
func (s state) turning() (sum vector) {
	for i, v := range s.Velocity {
		sum = sum.add(load(s.Position[i]).cross(load(v).scale(s.mass(i))))
	}
	return sum
}

// TestBoxesThatMeet: boxes and particles that fly at each other keep their momenta, and
// their shapes, no step adds energy, and none goes through the other.
func TestBoxesThatMeet(t *testing.T) {
	for index, with := range []struct {
		friction, restitution float64
		above                 bool
	}{{0, 1, false}, {0.5, 0.3, false}, {1, 0.05, true}, {0.3, 0.6, true}} {
		config := meetingBoxes(with.friction, with.restitution, with.above)
		given := config.testState(index + 4)
		given.aim(2.5)
		in, lengths := mustContact(t, config, given), given.lengths()
		linear, angular := given.momentum(), given.turning()
		energy := config.Energy(*given.State)
		first, met := math.Abs(energy), 0
		for range 1500 {
			in.Step()
			now := config.Energy(*given.State)
			most := energy + 1e-9*first // boxes turn freely to second order
			if !slices.ContainsFunc(in.bodies, func(b contacting) bool { return b.weights != nil && !b.meets }) {
				most = energy + 1e-12*first
			}
			require.LessOrEqual(t, now, most)
			energy = now
			in.eachDeep(in.now(), func(_, _, _ int, _, _ vector, depth float64) {
				met++
				require.Less(t, depth, 0.15)
			})
		}
		if !with.above {
			require.Less(t, given.momentum().sub(linear).norm(), 1e-10*first)
			require.Less(t, given.turning().sub(angular).norm(), 1e-4*first)
		}
		for i, length := range given.lengths() {
			require.InEpsilon(t, lengths[i], length, 1e-10)
		}
		require.Greater(t, met, 10, "boxes of run %d touch", index)
	}
}

// TestBoxesThatCannotBe are refused with the reason.
func TestBoxesThatCannotBe(t *testing.T) {
	for want, wrong := range map[string]func(*Config){
		"boxes touch each other among planes": func(c *Config) { c.Planes, c.Friction, c.Restitution, c.Stiffness = nil, 0, 0, 0 },
		"leave no room":                       func(c *Config) { c.Shapes = slices.Repeat([]Shape{Box([3]float64{1, 1, 1})}, 30) },
	} {
		config := meetingBoxes(0.3, 0.5, true)
		wrong(&config)
		err := config.Validate()
		if err == nil {
			err = config.testState(0).crowded(config.Planes)
		}
		require.ErrorContains(t, err, want)
	}
	for text, want := range map[string]string{"2 box(1,2)": "expected 3 numbers above 0", "1 box(1,-1,1)": "expected 3 numbers above 0", "1 box(1,0,1)": "expected 3 numbers above 0", "1 box": "expected 3 numbers above 0"} {
		_, _, err := ParseSystem(text)
		require.ErrorContains(t, err, want)
	}
	composition, shapes, err := ParseSystem("1 particle, 2 boxes(0.5,0.4,0.3)")
	require.NoError(t, err)
	require.Equal(t, "1 particles, 2 box(0.5 0.4 0.3)", Describe(composition, shapes))
	_, again, err := ParseSystem(Describe(composition, shapes))
	require.NoError(t, err)
	require.Equal(t, shapes, again)
}
