package robots

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// Report describes how a data set was simulated.
type Report struct {
	Trajectories   int
	Shortest, Step float64 // shortest and longest time step [s]
	Halved         float64 // largest relative change of a motion if its step is halved
	Chaotic        int     // number of trajectories that every halving changed by more than Bound
	Energy         float64 // largest change relative to a trajectory's largest kinetic energy; NaN if none conserves it
	Momentum       float64 // largest change relative to the sum of the particles' momenta; NaN if none conserves it
	Angular        float64 // the same for the angular momentum about the center of mass
	Lengths        float64 // largest relative change of a distance within a body, as in files
	Redrawn        int     // number of draws that were rejected because they left the finite numbers
}

func (r *Report) add(m *motion) {
	if r.Trajectories == 0 {
		r.Shortest, r.Energy, r.Momentum, r.Angular = m.step, math.NaN(), math.NaN(), math.NaN()
	}
	r.Trajectories++
	r.Shortest, r.Step = min(r.Shortest, m.step), max(r.Step, m.step)
	if m.halved > Bound {
		r.Chaotic++
	} else {
		r.Halved = max(r.Halved, m.halved)
	}
	r.Energy, r.Momentum, r.Angular = larger(r.Energy, m.energy), larger(r.Momentum, m.momentum), larger(r.Angular, m.angular)
	r.Redrawn += m.draws
}

// larger returns the larger of two numbers, or the other one if one is NaN.
func larger(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

// String returns the report in one line.
func (r Report) String() string {
	steps := fmt.Sprintf("%.3g s", r.Step)
	if r.Shortest < r.Step {
		steps = fmt.Sprintf("%.3g to %.3g s", r.Shortest, r.Step)
	}
	text := fmt.Sprintf("steps of %s, which halved change motions by %.2g at most; lengths within bodies change by %.2g", steps, r.Halved, r.Lengths)
	if !math.IsNaN(r.Energy) {
		text += fmt.Sprintf(", energy by %.2g of the kinetic one", r.Energy)
	}
	if !math.IsNaN(r.Momentum) {
		text += fmt.Sprintf(", momentum by %s, angular momentum by %s", drift(r.Momentum), drift(r.Angular))
	}
	if r.Chaotic > 0 {
		text += fmt.Sprintf("; %d of %d trajectories are chaotic: every halving of their steps changes them by more than %.1g", r.Chaotic, r.Trajectories, Bound)
	}
	return text
}

// drift returns a fraction in words, without digits below rounding.
func drift(share float64) string {
	const rounding = 1e-11
	if share < rounding {
		return fmt.Sprintf("less than %.1g", rounding)
	}
	return fmt.Sprintf("%.2g", share)
}

// keeper monitors the conserved quantities of a trajectory.
type keeper struct {
	Config
	keeps, floats          bool // whether energy, and momenta apart from gravity's, are conserved
	first, change, kinetic float64
	momentum, angular      kept
	looked                 bool
}

// kept is a conserved vector.
type kept struct {
	first       r3.Vec
	change, sum float64 // largest change, and largest sum of the particles' magnitudes
}

func (k *kept) look(now r3.Vec, sum float64, looked bool) {
	if !looked {
		k.first = now
	}
	k.change, k.sum = max(k.change, r3.Norm(r3.Sub(now, k.first))), max(k.sum, sum)
}

// share returns the largest change over the largest sum, or NaN for a robot that does not
// float.
func (k *kept) share(floats bool) float64 {
	if !floats || k.sum == 0 {
		return math.NaN()
	}
	return k.change / k.sum
}

// keeper returns the keeper for a trajectory. The robot's energy is conserved if nothing damps
// it.
func (c Config) keeper() *keeper {
	k := &keeper{Config: c, keeps: true, floats: true}
	for _, body := range c.Robot.Bodies {
		k.keeps = k.keeps && body.Damping == 0 && body.Friction == 0 && body.Stop.Inertia == 0
		k.floats = k.floats && (body.Parent >= 0 || len(body.Slides) == 3)
	}
	return k
}

// look adds a frame [n] at a time from the start.
func (k *keeper) look(in *mechanism.Integrator, x, v []r3.Vec, time float64) {
	kinetic, potential := in.Energy()
	if !k.looked {
		k.first = kinetic + potential
	}
	k.change, k.kinetic = max(k.change, math.Abs(kinetic+potential-k.first)), max(k.kinetic, kinetic)

	var momentum, angular, center r3.Vec
	var mass, sum, sumAngular float64
	for i, m := range k.Robot.Mass {
		momentum, center = r3.Add(momentum, r3.Scale(m, v[i])), r3.Add(center, r3.Scale(m, x[i]))
		sum, mass = sum+float64(m*r3.Norm(v[i])), mass+m
	}
	center, drift := r3.Scale(1/mass, center), r3.Scale(1/mass, momentum)
	for i, m := range k.Robot.Mass {
		arm, own := r3.Sub(x[i], center), r3.Sub(v[i], drift)
		angular = r3.Add(angular, r3.Scale(m, r3.Cross(arm, own)))
		sumAngular += float64(m * float64(r3.Norm(arm)*r3.Norm(own)))
	}
	k.momentum.look(r3.Sub(momentum, r3.Scale(mass*time, k.Robot.Gravity)), sum, k.looked)
	k.angular.look(angular, sumAngular, k.looked)
	k.looked = true
}

func (k *keeper) energyChange(driven bool) float64 {
	if !k.keeps || driven || k.kinetic == 0 {
		return math.NaN()
	}
	return k.change / k.kinetic
}

// stretched returns the largest relative change of a distance between particles that are
// neighbors in the list of a body.
func stretched(data *datasets.Data) (worst float64) {
	for _, samples := range data.Splits() {
		for _, s := range *samples {
			t := s.Trajectory
			for _, members := range s.Objects.Of(system.Body) {
				for k := 1; k < len(members); k++ {
					first := system.Distance(t.Positions, members[k-1], members[k])
					for frame := range t.Frames() {
						now := system.Distance(t.Positions[3*t.Particles*frame:], members[k-1], members[k])
						worst = max(worst, math.Abs(now-first)/first)
					}
				}
			}
		}
	}
	return worst
}
