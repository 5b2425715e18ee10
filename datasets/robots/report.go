package robots

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// Report says how a data set came about.
type Report struct {
	Trajectories   int
	Shortest, Step float64 // s, of the steps that were taken, and the longest
	Halved         float64 // the largest share of a motion by which halving the step changes it
	Chaotic        int     // trajectories that every halving changed by more than Bound
	Energy         float64 // largest change over the largest kinetic energy of a trajectory; NaN where none keeps it
	Momentum       float64 // largest change over the largest momentum of particles; NaN where none keeps it
	Angular        float64 // of the angular momentum about the centre of mass
	Lengths        float64 // largest change of a distance within a body, over it, as files have it
	Redrawn        int     // draws that were thrown away, as they left the finite numbers
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

// larger of two numbers, the other one where one is NaN.
func larger(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

// String is the report in a line.
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

// drift is a share in words, in which rounding has no digits of its own.
func drift(share float64) string {
	const rounding = 1e-11
	if share < rounding {
		return fmt.Sprintf("less than %.1g", rounding)
	}
	return fmt.Sprintf("%.2g", share)
}

// keeper follows what stays in nature.
type keeper struct {
	Config
	keeps, floats          bool // energy, and momenta beside gravity's
	first, change, kinetic float64
	momentum, angular      kept
	looked                 bool
}

// kept is a vector that stays in nature.
type kept struct {
	first       r3.Vec
	change, sum float64 // the largest change, and the largest sum of what particles have
}

func (k *kept) look(now r3.Vec, sum float64, looked bool) {
	if !looked {
		k.first = now
	}
	k.change, k.sum = max(k.change, r3.Norm(r3.Sub(now, k.first))), max(k.sum, sum)
}

// share is the largest change over the largest sum; NaN of robots that do not float.
func (k *kept) share(floats bool) float64 {
	if !floats || k.sum == 0 {
		return math.NaN()
	}
	return k.change / k.sum
}

// keeper is of robots that keep their energy, as nothing damps them.
func (c Config) keeper() *keeper {
	k := &keeper{Config: c, keeps: true, floats: true}
	for _, body := range c.Robot.Bodies {
		k.keeps = k.keeps && body.Damping == 0 && body.Friction == 0 && body.Stop.Inertia == 0
		k.floats = k.floats && (body.Parent >= 0 || len(body.Slides) == 3)
	}
	return k
}

// look looks at a frame [n], at a time from the start.
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

// stretched is the largest change of a distance between neighbours in the list of a body's
// particles, over it.
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
