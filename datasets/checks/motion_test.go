package checks_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/system"
)

// TestFallsFromFar: a fall of many usual lengths, which are the ways of a frame where a system
// is one particle, ends near its plane.
func TestFallsFromFar(t *testing.T) {
	fall := func(last float64) string {
		data := &datasets.Data{}
		for k := range 5 {
			x, v := []float64{float64(k), 0, 100, float64(k), 0, 99.9, float64(k), 0, last}, make([]float64, 9)
			s := system.Sample{}.Along(&system.Trajectory{Particles: 1, Positions: x, Velocities: v})
			system.Planes.Set(&s, []float32{0, 0, 1, 0})
			data.Train = append(data.Train, s)
		}
		return found(data, "planes")
	}
	require.Empty(t, fall(1))
	require.Equal(t, "no particle of training samples comes nearer to a plane than 90, and the typical length is 0.1", fall(90))
}

// TestWorkOfGravity: energy that comes by known gravity is no fault.
func TestWorkOfGravity(t *testing.T) {
	checks := func(given bool) (names []string) {
		data := copied(t)
		data.Valid, data.Test = nil, nil
		each(data, func(_ int, s *system.Sample) {
			for i := 2; i < len(s.Position); i += 3 {
				s.TargetPosition[i], s.TargetVelocity[i] = s.TargetPosition[i]-0.4, s.TargetVelocity[i]-0.8
			}
			if given {
				system.Gravity.Set(s, []float32{0, 0, -0.8})
			}
		})
		for _, finding := range checks.Examine(data, nil) {
			names = append(names, finding.Check)
		}
		return names
	}
	require.Equal(t, []string{"acceleration"}, checks(false))
	require.Empty(t, checks(true))
}

// TestOneSampleHasNoAcceleration: a mean of one is how that one moves.
func TestOneSampleHasNoAcceleration(t *testing.T) {
	data := copied(t)
	data.Train = data.Train[:1]
	for i := range data.Train[0].Position {
		data.Train[0].TargetPosition[i] = data.Train[0].Position[i] + 3*data.Train[0].Velocity[i] + 0.2
	}
	require.Empty(t, found(data, "acceleration"))
}

// TestRoundingIsNoAcceleration: of samples whose targets are straight on.
func TestRoundingIsNoAcceleration(t *testing.T) {
	data := copied(t)
	data.Train = data.Train[:5]
	each(data, func(_ int, s *system.Sample) {
		for i := range s.Position {
			s.TargetPosition[i] = s.Position[i] + s.Velocity[i]
		}
	})
	require.Empty(t, found(data, "acceleration"))
}

// TestGravityUnit: gravity in millimeters beside positions in meters is found, and the
// right one is not.
func TestGravityUnit(t *testing.T) {
	held := false
	falling := func(given ...float32) string {
		data := copied(t)
		data.About.Interval = "1"
		each(data, func(_ int, s *system.Sample) {
			s.Charge = nil
			for i := range s.Position {
				s.TargetPosition[i], s.TargetVelocity[i] = s.Position[i]+s.Velocity[i], s.Velocity[i]
				if i%3 == 2 {
					s.TargetPosition[i], s.TargetVelocity[i] = s.TargetPosition[i]-9.81/2, s.Velocity[i]-9.81
				}
			}
			system.Gravity.Set(s, given)
			if held {
				system.Pinned.Set(s, make([]float32, s.Particles()))
			}
		})
		for _, finding := range checks.Examine(data, nil) {
			if strings.HasPrefix(finding.Check, "gravity") {
				return finding.Check + ": " + finding.Found
			}
		}
		return ""
	}
	require.Empty(t, falling(0, 0, -9.81))
	require.Equal(t, "gravity: the kinetic energy of training samples changes by 0.001 times the work of gravity", falling(0, 0, -9810))
	require.Equal(t, "gravity's sign: the kinetic energy of training samples changes by -1 times the work of gravity", falling(0, 0, 9.81))
	require.Empty(t, falling(0, 0, 9810))
	require.Equal(t, "gravity's direction: training samples have the gravity [0 -9.81 0], and their centers accelerate by [0 0 -9.81]", falling(0, -9.81, 0))
	held = true
	require.Equal(t, "gravity's direction: training samples have the gravity [0 -9.81 0], and their kinetic energies change as by [0 0 -9.81]", falling(0, -9.81, 0), "where pins may hold centers")
	require.Empty(t, falling(0, 0, -9.81))
}

// TestAxesOfVelocities: axes that are exchanged or mirrored are found, and what turns about one has
// its own.
func TestAxesOfVelocities(t *testing.T) {
	const found3 = "velocities do not go with the displacements from x0 to xT along their own axes, but along "
	for _, c := range []struct {
		order [3]int
		last  float32
		want  string
	}{
		{[3]int{0, 1, 2}, -1, found3 + "z with those along -z"},
		{[3]int{0, 2, 1}, -1, found3 + "y with those along z, z with those along -y"},
		{[3]int{1, 2, 0}, 1, found3 + "x with those along y, y with those along z, z with those along x"},
		{[3]int{0, 1, 2}, 1, ""},
	} {
		data := copied(t)
		each(data, func(_ int, s *system.Sample) { turnVelocities(s, c.order, c.last) })
		require.Equal(t, c.want, found(data, "velocities"))
	}
	for _, known := range []bool{true, false} {
		require.Empty(t, found(turning(0.9*math.Pi, known), "velocities"), known)
	}
}

// turning are particles that turn about z by an angle, on circles of radius 1, and drift along it.
func turning(angle float64, known bool) *datasets.Data {
	data := &datasets.Data{}
	for k := range 30 {
		state := func(angle float64) (x, v []float32) {
			for i := range 3 {
				phase := angle + float64(k+10*i)
				x = append(x, float32(math.Cos(phase)), float32(math.Sin(phase)), float32(angle))
				v = append(v, -float32(math.Sin(phase)), float32(math.Cos(phase)), 1)
			}
			return x, v
		}
		var s system.Sample
		s.Position, s.Velocity = state(0)
		s.TargetPosition, s.TargetVelocity = state(angle)
		if !known {
			s.TargetVelocity = nil
		}
		data.Train = append(data.Train, s)
	}
	return data
}

// TestReleased: what starts at rest has no velocities at first, and lines by those at targets miss
// its way by as much.
func TestReleased(t *testing.T) {
	released := func(fraction float32) string {
		data := copied(t)
		each(data, func(_ int, s *system.Sample) {
			for i, v := range s.TargetVelocity {
				s.Velocity[i], s.TargetPosition[i] = 0, s.Position[i]+fraction*v
			}
		})
		data.About.Interval = "1"
		return found(data, "at rest")
	}
	require.Empty(t, released(0.5))
	require.Equal(t, "v0 is 0 in all samples of train that move", released(0.9))
}

// TestFewRecordings are looked at in all of their frames: the first two of each say little.
func TestFewRecordings(t *testing.T) {
	recorded := func(frames int) *datasets.Data {
		data := &datasets.Data{About: datasets.About{Interval: "0.1"}}
		for k := range 3 {
			path := system.Trajectory{Particles: 1}
			for frame := range frames {
				sine, cosine := math.Sincos(float64(frame)/10 + float64(k))
				path.Positions = append(path.Positions, math.Round(100*sine)/100, math.Round(100*cosine)/100, 0)
				path.Velocities = append(path.Velocities, cosine, -sine, 0)
			}
			s := system.Sample{}.Along(&path)
			system.Mass.Set(&s, []float32{1})
			system.Force.Set(&s, []float32{0, 0, -9810})
			data.Train = append(data.Train, s)
		}
		return data
	}
	require.Empty(t, found(recorded(2), "digits")+found(recorded(2), "forces"))
	require.Contains(t, found(recorded(60), "digits"), "positions of training samples are rounded to 0.01")
	require.Contains(t, found(recorded(60), "forces"), "times what force gives them in an interval of 0.1")
}
