package urdf

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/recovered"
	"gmnc/internal/test/testenv"
	"gmnc/sim/mechanism"
)

const onRails = `<robot name="crane">
 <link name="world"/>
 <link name="cart"><inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.04"/></inertial></link>
 <link name="arm"><inertial><origin xyz="0.5 0 0" rpy="0 0 0.3"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.02" iyz="0" izz="0.025"/></inertial></link>
 <link name="tip"/>
 <joint name="rail" type="prismatic"><parent link="world"/><child link="cart"/><axis xyz="0 2 0"/><dynamics damping="3" friction="0.5"/></joint>
 <joint name="turn" type="revolute"><parent link="cart"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/><dynamics damping="0.1"/></joint>
 <joint name="end" type="continuous"><parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/></joint>
</robot>`

func writeURDF(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "robot.urdf")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestMechanism: masses, centers, inertias, axes and dampings are as in the file.
func TestMechanism(t *testing.T) {
	m, notes, err := ReadMechanism(writeURDF(t, onRails), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"without mass, and left out: tip"}, notes)
	require.Len(t, m.Bodies, 2)
	require.Equal(t, mechanism.Joint{Slides: []r3.Vec{{Y: 1}}, Damping: 3, Friction: 0.5}, m.Bodies[0].Joint)
	require.Equal(t, mechanism.Joint{Turns: []r3.Vec{{Z: 1}}, Damping: 0.1}, m.Bodies[1].Joint)
	require.Equal(t, []int{-1, 0}, []int{m.Bodies[0].Parent, m.Bodies[1].Parent})
	mass, moment, xx, yy, zz := 0., r3.Vec{}, 0., 0., 0.
	for _, i := range m.Bodies[0].Members {
		x := r3.Sub(m.Rest[i], r3.Vec{Z: 0.1})
		mass, moment = mass+m.Mass[i], r3.Add(moment, r3.Scale(m.Mass[i], x))
		xx += m.Mass[i] * (x.Y*x.Y + x.Z*x.Z)
		yy += m.Mass[i] * (x.X*x.X + x.Z*x.Z)
		zz += m.Mass[i] * (x.X*x.X + x.Y*x.Y)
	}
	allclose.Within(t, []float64{2, 0, 0.02, 0.03, 0.04}, []float64{mass, r3.Norm(moment), xx, yy, zz}, 1e-12)

	m, _, err = ReadMechanism(writeURDF(t, onRails), Options{Floats: true, Hold: []string{"rail"}})
	require.NoError(t, err)
	require.Equal(t, mechanism.Free(), m.Bodies[0].Joint)
	require.Equal(t, 7, m.Rates())
}

// TestFloatingJoints: what follows a floating joint is a robot of its own, also where the
// first link stands on the ground and holds others.
func TestFloatingJoints(t *testing.T) {
	text := strings.Replace(onRails, `type="revolute"`, `type="floating"`, 1)
	_, _, err := ReadMechanism(writeURDF(t, text), Options{})
	require.ErrorContains(t, err, `the joint "turn" floats and has a damping or friction, which nothing simulates: leave out its <dynamics>`)
	text = strings.Replace(text, `<dynamics damping="0.1"/>`, "", 1)
	m, notes, err := ReadMechanism(writeURDF(t, text), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"without mass, and left out: tip"}, notes)
	require.Equal(t, mechanism.Prismatic(r3.Vec{Y: 1}).Slides, m.Bodies[0].Slides)
	require.Equal(t, mechanism.Free(), m.Bodies[1].Joint)
	require.Equal(t, []int{-1, -1}, []int{m.Bodies[0].Parent, m.Bodies[1].Parent})
	require.Equal(t, r3.Vec{Z: 1}, m.Bodies[1].Anchor)

	m, _, err = ReadMechanism(writeURDF(t, text), Options{Hold: []string{"turn"}})
	require.NoError(t, err)
	require.Len(t, m.Bodies, 1)
}

// TestGround: a robot stands on its first link, whatever its name and its mass, unless a floating
// joint comes before it or the options let it float. ReadLinks reads what stands and refuses the
// rest, so that no command takes a file in another sense.
func TestGround(t *testing.T) {
	base := strings.ReplaceAll(onRails, `"world"`, `"base_link"`)
	heavy := strings.Replace(base, `<link name="base_link"/>`, `<link name="base_link"><inertial><mass value="5"/></inertial></link>`, 1)
	floating := strings.Replace(onRails, `type="prismatic"><parent link="world"/><child link="cart"/><axis xyz="0 2 0"/><dynamics damping="3" friction="0.5"/>`, `type="floating"><parent link="world"/><child link="cart"/>`, 1)
	require.NotEqual(t, onRails, floating)
	const noted = "the robot stands on its first link, base_link, because no floating joint comes before it"
	for name, test := range map[string]struct {
		text          string
		o             Options
		floats, noted bool
	}{
		"world":                       {text: onRails},
		"base_link":                   {text: base, noted: true},
		"base_link with a mass":       {text: heavy, noted: true},
		"option to float":             {text: base, o: Options{Floats: true}, floats: true},
		"floating joint":              {text: floating, floats: true},
		"floating joint that is held": {text: floating, o: Options{Hold: []string{"rail"}}},
	} {
		t.Run(name, func(t *testing.T) {
			m, notes, err := ReadMechanism(writeURDF(t, test.text), test.o)
			require.NoError(t, err)
			require.Equal(t, test.floats, len(m.Bodies[0].Slides) == 3)
			require.Equal(t, test.noted, slices.Contains(notes, noted), notes)
			links, notes, err := ReadLinks(writeURDF(t, test.text), test.o)
			switch {
			case test.o.Floats: // an option of simulations
			case test.floats:
				require.ErrorContains(t, err, `robot.urdf:6: the joint "rail" floats, and a log gives one angle for each joint: hold it with hold rail`)
			default:
				require.NoError(t, err)
				require.Equal(t, m.Bodies[0].Name, links[0].Joint)
				require.Equal(t, test.noted, slices.Contains(notes, noted), notes)
			}
		})
	}
}

// TestLinksWithoutMass: within a robot they are an error with their line.
func TestLinksWithoutMass(t *testing.T) {
	text := strings.Replace(onRails, `<mass value="2"/>`, `<mass value="0"/>`, 1)
	_, _, err := ReadMechanism(writeURDF(t, text), Options{})
	require.ErrorContains(t, err, `robot.urdf:3: the link "cart" has no mass, moves by the joint "rail", and others hang on it: give it a mass, or hold the joint with hold rail`)
	_, _, err = ReadMechanism(writeURDF(t, text), Options{Hold: []string{"rail"}})
	require.NoError(t, err)
}

// TestRecordedFollowers: followers whose angles a log has are joints of their own, unless they are
// held.
func TestRecordedFollowers(t *testing.T) {
	text := strings.Replace(onRails, `<axis xyz="0 0 1"/>`, `<axis xyz="0 0 1"/><mimic joint="rail" multiplier="2" offset="0.5"/>`, 1)
	_, _, err := ReadMechanism(writeURDF(t, text), Options{})
	require.ErrorContains(t, err, "the joint turn follows the joint rail")
	free, _, err := ReadMechanism(writeURDF(t, onRails), Options{})
	require.NoError(t, err)
	m, notes, err := ReadMechanism(writeURDF(t, text), Options{Recorded: true})
	require.NoError(t, err)
	require.Len(t, m.Bodies, len(free.Bodies))
	require.Contains(t, strings.Join(notes, "; "), "are read by their recorded angles, and move as joints of their own: turn; what drives them")
	held, notes, err := ReadMechanism(writeURDF(t, text), Options{Recorded: true, Hold: []string{"turn"}})
	require.NoError(t, err)
	require.Len(t, held.Bodies, len(free.Bodies)-1)
	require.NotContains(t, strings.Join(notes, "; "), "recorded")
}

// TestJointsToHold: one error names all joints that are not simulated, and held ones are
// where they follow.
func TestJointsToHold(t *testing.T) {
	text := strings.Replace(onRails, `<axis xyz="0 0 1"/>`, `<axis xyz="0 0 1"/><mimic joint="rail" multiplier="2" offset="0.5"/>`, 1)
	text = strings.Replace(text, `name="end" type="continuous"`, `name="end" type="planar"`, 1)
	_, _, err := ReadMechanism(writeURDF(t, text), Options{})
	require.ErrorContains(t, err, "the joint turn follows the joint rail, the joint end is planar (two prismatic joints and a continuous one move as it does): only joints that turn, slide or float are simulated; hold others where they are with hold turn,end")
	m, _, err := ReadMechanism(writeURDF(t, text), Options{Hold: []string{"turn", "end"}, Pose: map[string]float64{"rail": 0.1}})
	require.NoError(t, err)
	require.Len(t, m.Bodies, 1)
	var moment r3.Vec // with the arm turned by 2 x 0.1 + 0.5
	for i, x := range m.Rest {
		moment = r3.Add(moment, r3.Scale(m.Mass[i], x))
	}
	sin, cos := math.Sincos(0.7)
	require.InDelta(t, 0, r3.Norm(r3.Sub(moment, r3.Vec{X: 0.5 * cos, Y: 3*0.1 + 0.5*sin, Z: 2*0.1 + 1})), 1e-12)
}

// TestUnlimited: where no joint has limits they are refused, and beside others joints without
// are named.
func TestUnlimited(t *testing.T) {
	_, _, err := ReadMechanism(writeURDF(t, onRails), Options{Limits: true})
	require.ErrorContains(t, err, "robot.urdf: limits: no joint that moves has a lower limit below an upper one")
	limited := strings.Replace(onRails, `friction="0.5"/>`, `friction="0.5"/><limit lower="-1" upper="1"/>`, 1)
	m, notes, err := ReadMechanism(writeURDF(t, limited), Options{Limits: true})
	require.NoError(t, err)
	require.Contains(t, notes, "without a lower limit below an upper one, and not stopped: turn")
	require.InDelta(t, 1, m.Bodies[0].Stop.Upper, 0)
	_, _, err = ReadMechanism(writeURDF(t, limited), Options{Limits: true, Floats: true})
	require.ErrorContains(t, err, "no joint that moves has a lower limit", "the cart floats")
}

// TestArmMoves: the arm of a file moves as MuJoCo moves it: markers that hang on its joints are
// where the recording has them.
func TestArmMoves(t *testing.T) {
	folder := filepath.Join(testenv.Data(t), "mechanics")
	m, notes, err := ReadMechanism(filepath.Join(folder, "arm7.urdf"), Options{})
	require.NoError(t, err)
	require.Empty(t, notes)
	m.Gravity = r3.Vec{Z: -9.81}
	require.NoError(t, npz.Open(filepath.Join(folder, "arm7.npz"), func(a *npz.Archive) error {
		any := npz.Axis{Size: -1}
		take := func(key string, axes ...npz.Axis) []float64 {
			values, _, err := a.Doubles(key, axes...)
			require.NoError(t, err)
			return values
		}
		rest, positions, velocities := take("rest", any, any), take("test_positions", any, any, any, any), take("test_velocities", any, any, any, any)
		torque := take("test_torque", any, any, any)
		bodies, err := a.Ints("bodies", any)
		require.NoError(t, err)
		vectors := func(flat []float64) (all []r3.Vec) {
			for i := 0; i < len(flat); i += 3 {
				all = append(all, r3Of([3]float64(flat[i:i+3])))
			}
			return all
		}
		// The same joints with the recording's markers, which show where they are.
		markers := mechanism.Mechanism{Rest: vectors(rest)}
		for _, body := range m.Bodies {
			body.Members = nil
			markers.Bodies = append(markers.Bodies, body)
		}
		for i, body := range bodies {
			markers.Mass = append(markers.Mass, 1)
			markers.Bodies[body].Members = append(markers.Bodies[body].Members, i)
		}
		seen, err := mechanism.New(markers)
		require.NoError(t, err)
		const trajectories, frames, steps, interval = 5, 20, 2, 0.02
		n := len(markers.Rest)
		recorded := len(velocities) / (3 * n * 30)
		squares := map[int]float64{}
		for k := range trajectories {
			frame := func(values []float64, number int) []r3.Vec {
				return vectors(values[3*n*(k*recorded+number):][:3*n])
			}
			state, _, err := recovered.State(seen, frame(positions, 0), frame(velocities, 0))
			require.NoError(t, err)
			in := m.NewIntegrator(state)
			for number := range frames {
				joints := len(m.Bodies)
				load := torque[(k*(len(torque)/joints/30)+number)*joints:][:joints]
				for range steps {
					in.Step(interval/steps, load)
				}
				got := make([]r3.Vec, n)
				seen.NewIntegrator(in.State).Particles(got, make([]r3.Vec, n))
				for i, x := range frame(positions, number+1) {
					squares[number+1] += r3.Norm2(r3.Sub(x, got[i])) / float64(n*trajectories)
				}
			}
		}
		for number, goal := range map[int]float64{5: 1e-4, 20: 1e-3} {
			t.Logf("frame %d: %.2g m", number, math.Sqrt(squares[number]))
			require.Less(t, math.Sqrt(squares[number]), goal)
		}
		return nil
	}))
}
