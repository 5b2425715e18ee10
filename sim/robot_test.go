package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// testRobot is an arm with two fingers.
var testRobot = Robot{"arm", []RobotParticle{
	{"base", 3, [3]float64{5, 5, 5}, -1},
	{"elbow", 1.5, [3]float64{5, 5, 6}, 0},
	{"hand", 0.5, [3]float64{6, 5, 6}, 1},
	{"left", 0.1, [3]float64{6.5, 4.75, 6}, 2},
	{"right", 0.2, [3]float64{6.5, 5.25, 6}, 2},
}}

func writeRobot(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "arm.json")
	require.NoError(t, testRobot.Write(path))
	return path
}

func TestRobotIsReadAsWritten(t *testing.T) {
	robot, err := ReadRobot(writeRobot(t))
	require.NoError(t, err)
	require.Equal(t, testRobot, robot)
	require.InDelta(t, 5.3, robot.Mass(), rounding)
}

func TestBadRobots(t *testing.T) {
	path := writeRobot(t)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for want, edit := range map[string][2]string{
		`is no description of a robot, as gmnc prepare urdf writes it: unexpected EOF`:                            {"\n}\n", ""},
		`is no description of a robot, as gmnc prepare urdf writes it: json: unknown field "weight"`:              {`"mass"`, `"weight"`},
		`is "gmnc robot" of version 2, expected "gmnc robot" of version 1: write it again with gmnc prepare urdf`: {`"version": 1`, `"version": 2`},
		`is "" of version 1, expected "gmnc robot" of version 1: write it again with gmnc prepare urdf`:           {`"format": "gmnc robot",`, ""},
		`particle 0, "base": its mass is 0, expected a positive number up to 1e+06`:                               {`"mass": 3`, `"mass": 0`},
		`particle 0, "base": its mass is -1, expected a positive number up to 1e+06`:                              {`"mass": 3`, `"mass": -1`},
		`particle 0, "base": its position has 4 coordinates, expected 3`:                                          {`"position": [`, `"position": [1,`},
		`particle 0, "base": its position has the coordinate 5e+06, expected 1e+06 at most`:                       {`5,`, `5e6,`},
		`particle 0, "base": it has no parent: expected the number of a particle, or -1`: {`,
      "parent": -1`, ``},
		`is no description of a robot, as gmnc prepare urdf writes it: particles[0].position[0] is null: expected a number`: {`5,`, `null,`},
		`particle 0, "base": the parent of particle 0 is 0: expected -1 for the first and, for each other, one before it`:   {`"parent": -1`, `"parent": 0`},
		`particle 1, "elbow": the parent of particle 1 is 1: expected -1 for the first and, for each other, one before it`:  {`"parent": 0`, `"parent": 1`},
		`particle 4, "right": it is at the place of particle 3, "left": expected 1e-06 or more between them`:                {`5.25`, `4.75`},
		`particle 1, "base": another one has this name`:                                                                     {"elbow", "base"},
		`particle 1, "": it has no name`: {"elbow", ""},
	} {
		text := strings.Replace(string(good), edit[0], edit[1], 1)
		require.NotEqual(t, string(good), text, edit)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := ReadRobot(path)
		require.EqualError(t, err, path+": "+want)
		var file *RobotError
		_, _, err = ParseSystem("1 robot(" + path + ")")
		require.ErrorAs(t, err, &file)
	}
	require.EqualError(t, Robot{Particles: testRobot.Particles[:1]}.Validate(), "has 1 particles, expected 2 to 10000")
	_, err = parseRobot(make([]byte, maxRobotFile+1))
	require.ErrorContains(t, err, "is larger than 4194304 bytes")
	_, _, err = ParseSystem("1 robot(absent.json)")
	require.EqualError(t, err, `system: "1 robot(absent.json)": cannot read the robot: open absent.json: no such file or directory`)
	_, _, err = ParseSystem("1 robot")
	require.EqualError(t, err, `system: "1 robot": expected its file in brackets, such as robot(arm.json)`)
}

// TestRobotsInSystems: each is a tree with its masses and the pose, turned in
// all directions, and keeps its lengths and momentum on the way.
func TestRobotsInSystems(t *testing.T) {
	path := writeRobot(t)
	text := fmt.Sprintf("2 particles, 1 chain(3), 2 robot(%s)", path)
	composition, shapes, err := ParseSystem(text)
	require.NoError(t, err)
	require.Equal(t, text, Describe(composition, shapes))
	config := Config{System: composition, Shapes: shapes}
	var along vector // of the first bars, in the mean
	const states = 200
	for index := range states {
		given := config.testState(index)
		require.Len(t, given.Mass, 15)
		var robots []system.Object
		for _, tree := range given.Objects {
			if len(tree.Members) == 5 {
				robots = append(robots, tree)
			}
		}
		require.Len(t, robots, 2)
		for _, robot := range robots {
			at := map[float64]vector{} // by mass, which tells them apart
			for _, i := range robot.Members {
				at[given.Mass[i]] = load(given.Position[i])
			}
			for _, p := range testRobot.Particles[1:] {
				before := testRobot.Particles[p.Parent]
				require.InDelta(t, load(p.Position).sub(load(before.Position)).norm(), at[p.Mass].sub(at[before.Mass]).norm(), 10*rounding)
			}
			upper, lower, finger := at[1.5].sub(at[3]), at[0.5].sub(at[1.5]), at[0.1].sub(at[0.5])
			require.InDelta(t, 0, upper.dot(lower), 10*rounding)
			require.InDelta(t, -0.25, upper.dot(lower.cross(finger)), 10*rounding, "not its mirror image")
			along = along.add(at[1.5].sub(at[3]))
		}
		require.Equal(t, 5, count(given.Mass, 1))
		for _, bar := range given.bars() {
			stretch := load(given.Velocity[bar[0]]).sub(load(given.Velocity[bar[1]])).dot(given.direction(bar[0], bar[1]))
			require.InDelta(t, 0, stretch, 100*rounding, "bar %v", bar)
		}
	}
	// Each component has variance 1/3.
	require.Less(t, along.norm()/(2*states), 5/20.0)

	given := config.testState(0)
	lengths, momentum, speeds := given.lengths(), given.momentum(), given.speedSum()
	advance(mustRungeKutta(t, given, unlimited), 500)
	allclose.Within(t, lengths, given.lengths(), keptLength)
	require.Less(t, given.momentum().sub(momentum).norm()/speeds, keptMomentum)
}

func count(values []float64, wanted float64) int {
	return len(slices.DeleteFunc(slices.Clone(values), func(value float64) bool { return value != wanted }))
}

// TestNeverFinite: a step that is far too long is an error, and no endless
// drawing.
func TestNeverFinite(t *testing.T) {
	config := Config{Shapes: []Shape{Chain(3)}, Count: 1, Settings: Settings{TimeStep: FrameTime}}
	for i := range testRobot.Particles {
		config.Shapes = append(config.Shapes, Shape{Name: "light", Size: 2, Parents: []int{-1, 0},
			Masses: []float64{1e-6, 1e-6}, Pose: [][3]float64{{}, {1e-5 * float64(i+1)}}})
	}
	_, _, err := Generate(t.Context(), config, nil)
	require.EqualError(t, err, "trajectory 0 left the finite numbers in each of 50 draws: take a shorter time_step, or larger lengths and masses")
}

func FuzzRobot(f *testing.F) {
	text, err := testRobot.text()
	require.NoError(f, err)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		robot, err := parseRobot(text)
		if err != nil {
			return
		}
		written, err := robot.text()
		require.NoError(t, err)
		again, err := parseRobot(written)
		require.NoError(t, err)
		require.Equal(t, robot, again)
	})
}
