package robots

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/fields"
	"gmnc/system"
)

// motion is a simulated trajectory.
type motion struct {
	positions, velocities []float64 // [frames * particles * 3], rounded to float32 as in files
	loads                 [][]float64
	step                  float64 // s
	halved                float64 // relative change of the motion if the step is halved
	energy                float64 // change relative to the largest kinetic energy; NaN if energy is not conserved
	momentum, angular     float64 // change relative to the largest sum of the particles' magnitudes; NaN if not conserved
	draws                 int     // number of rejected draws
}

func (m *motion) finite() bool {
	for i, x := range m.positions {
		if math.IsNaN(x) || math.IsInf(x, 0) || math.IsNaN(m.velocities[i]) || math.IsInf(m.velocities[i], 0) {
			return false
		}
	}
	return true
}

// mostHalvings is the number of times that a step is halved before a trajectory counts as
// chaotic.
const mostHalvings = 7

// resolved returns the trajectory from a start with a time step whose halving changes it by no
// more than Bound. If the requested step is too long, it returns an error that names one that
// is short enough. If no step is short enough, it returns the trajectory with the requested
// step or, if none was requested, with the shortest.
func (c Config) resolved(s start) (motion, error) {
	steps := 1
	if c.TimeStep > 0 {
		steps = int(math.Round(c.Interval / c.TimeStep))
	}
	asked, coarse := steps, c.simulate(s, steps)
	var first motion
	for range mostHalvings {
		fine := c.simulate(s, 2*steps)
		coarse.halved = apart(c.Robot.Mass, coarse.positions, fine.positions)
		if first.positions == nil {
			first = coarse
		}
		if coarse.halved <= Bound {
			if steps > asked && c.TimeStep > 0 {
				return motion{}, fields.Errorf("halving the {time_step} of %g changes a frame by %.2g of the motion, and may by %.1g: %g does there",
					c.TimeStep, first.halved, Bound, c.Interval/float64(steps))
			}
			return coarse, nil
		}
		coarse, steps = fine, 2*steps
	}
	if c.TimeStep > 0 {
		return first, nil // no step is short enough
	}
	coarse.halved = math.Inf(1)
	return coarse, nil
}

// simulate returns the trajectory from a start, with the given number of steps for each frame.
func (c Config) simulate(s start, steps int) motion {
	in := c.Robot.NewIntegrator(s.state.Clone())
	m := motion{loads: s.loads, step: c.Interval / float64(steps)}
	n := len(c.Robot.Rest)
	x, v := make([]r3.Vec, n), make([]r3.Vec, n)
	k := c.keeper()
	for frame := range c.Frames {
		in.Particles(x, v)
		m.positions, m.velocities = flat(m.positions, x), flat(m.velocities, v)
		k.look(in, x, v, m.step*float64(frame*steps))
		if frame == c.Frames-1 {
			break
		}
		var load []float64
		if s.loads != nil {
			load = s.loads[frame]
		}
		for range steps {
			in.Step(m.step, load)
		}
	}
	m.energy, m.momentum, m.angular = k.energyChange(s.loads != nil), k.momentum.share(k.floats), k.angular.share(k.floats)
	return m
}

// flat appends vectors, rounded to float32.
func flat(numbers []float64, vectors []r3.Vec) []float64 {
	for _, x := range vectors {
		numbers = append(numbers, float64(float32(x.X)), float64(float32(x.Y)), float64(float32(x.Z)))
	}
	return numbers
}

// apart returns the largest difference of two trajectories in a frame, relative to the largest
// distance from the start in any frame. Both are root mean squares weighted by mass.
func apart(mass, a, b []float64) float64 {
	size := 3 * len(mass)
	var difference, moved float64
	for at := 0; at < len(a); at += size {
		difference = max(difference, squares(mass, a[at:at+size], b[at:at+size]))
		moved = max(moved, squares(mass, a[:size], a[at:at+size]))
	}
	if moved == 0 {
		return math.Sqrt(difference)
	}
	return math.Sqrt(difference / moved)
}

func squares(mass, a, b []float64) (sum float64) {
	for i := range a {
		d := a[i] - b[i]
		sum += float64(mass[i/3] * float64(d*d))
	}
	return sum
}

// trajectory returns the trajectory of a sample for a motion, with the torques and thrusts of
// its joints.
func (c Config) trajectory(m *motion) *system.Trajectory {
	n := len(c.Robot.Rest)
	t := &system.Trajectory{Particles: n, Positions: m.positions, Velocities: m.velocities}
	if m.loads == nil {
		return t
	}
	joints := c.joints()
	torque, thrust := make([]float32, c.Frames*n), make([]float32, c.Frames*n)
	var turns, slides bool
	for frame, load := range m.loads {
		for b, body := range c.Robot.Bodies {
			first, _ := c.Robot.RatesOf(b)
			values := torque
			switch {
			case joints[b].Type != system.OnAxis: // the joint has no motor
				continue
			case joints[b].Slides:
				values, slides = thrust, true
			default:
				turns = true
			}
			for _, i := range body.Members {
				values[frame*n+i] = float32(load[first])
			}
		}
	}
	if turns {
		t.Given = append(t.Given, system.Values{Field: system.Torque, Values: torque})
	}
	if slides {
		t.Given = append(t.Given, system.Values{Field: system.Thrust, Values: thrust})
	}
	return t
}
