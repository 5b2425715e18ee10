package run

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// These are the initial values of constants that the data lack, in units that give them the
// scale of the data's motion. They are masses of 1, a hundredth of the speed lost in an
// interval, springs that oscillate once in some sixty intervals, and some friction and
// restitution.
const (
	startMass     = 1
	startDamping  = 0.01
	startFriction = 1e-4
	startRotor    = 0.1
	startSwinging = 10
	startContact  = 0.3
)

// constantsFor returns the learned constants, completed by what has values of its own and by
// the initial values. These are the data's values if the data have them. It also marks the
// values that no motion determines.
func constantsFor(config config.Config, data *datasets.Data) []config.Constant {
	learned := slices.Clone(config.Learn)
	for i := range learned {
		if c := &learned[i]; c.Start == nil {
			start(c, config, data)
			if c.Start == nil {
				c.Start = []float64{} // the data have none of these
			}
		}
	}
	return learned
}

// start sets what has values of a constant, and the initial values.
func start(c *config.Constant, cfg config.Config, data *datasets.Data) {
	one := data.First()
	first, time := &one, cfg.Time
	switch c.Name {
	case config.LearnedMass:
		startMasses(c, cfg, data, first)
	case config.LearnedGravity:
		c.By, c.Start = config.BySystem, []float64{0, 0, 0}
		c.Unit = 2 * datasets.Deflection(data.Train, time) / (time * time)
		if given := system.Gravity.Of(first); given != nil {
			c.Start, c.Unit = widen(given), math.Hypot(math.Hypot(float64(given[0]), float64(given[1])), float64(given[2]))
		}
	case config.LearnedDamping:
		startDampings(c, cfg, data, first)
	case config.LearnedRotor:
		startOfJoints(c, data, first, startRotor, [2]*system.Field{system.RotorInertia, system.RotorMass})
	case config.LearnedStop:
		startOfJoints(c, data, first, 1, [2]*system.Field{system.StopInertia, system.StopMass})
	case config.LearnedStiffness:
		c.By, c.Start = config.BySystem, ofSprings(c.Name, data, first, meanMass(first)/(startSwinging*startSwinging*time*time))
	case config.LearnedFriction, config.LearnedRestitution:
		if first.Jointed() && c.By == "" {
			startOfJoints(c, data, first, startFriction/(time*time), [2]*system.Field{system.TurnFriction, system.SlideFriction})
			withoutConstant(c, first, system.OnBall, "its joint has no axis")
			return
		}
		c.By, c.Start = config.BySystem, []float64{startContact}
		if given := system.FieldNamed(c.Name).Of(first); given != nil {
			c.Start = widen(given)
		}
	case config.LearnedRetardation:
		c.By, c.Start = config.BySystem, []float64{time}
	case config.LearnedRestLength:
		c.By, c.Start = config.BySystem, ofSprings(c.Name, data, first, datasets.Length(data))
	}
}

// ofSprings returns the data's value of the first spring if it is positive, or else the given
// value.
func ofSprings(name string, data *datasets.Data, first *system.Sample, otherwise float64) []float64 {
	columns := len(data.EdgeFeatures)
	if column := slices.Index(data.EdgeFeatures, name); column >= 0 {
		for slot, neighbor := range first.Neighbors {
			if value := first.EdgeFeatures[slot*columns+column]; neighbor >= 0 && value > 0 {
				return []float64{float64(value)}
			}
		}
	}
	return []float64{otherwise}
}

// meanMass returns the mean mass of a sample's particles, or startMass if the sample has no
// masses.
func meanMass(s *system.Sample) float64 {
	if given := system.Mass.Of(s); given != nil {
		return mean(given)
	}
	return startMass
}

// startMasses takes the initial masses from the data. A particle begins with its own mass, a
// type with the mean mass of all particles, and a body on a joint with the mass of its
// particles.
func startMasses(c *config.Constant, cfg config.Config, data *datasets.Data, first *system.Sample) {
	if first.Jointed() && c.By == "" {
		ofJoints(c, data, first)
		c.Start, c.Fixed = bodyMasses(c, first), fixedBodies(c, data)
		return
	}
	label(c, config.ByParticle, cfg, first)
	given := system.Mass.Of(first)
	for i := range c.Labels {
		if c.By == config.ByParticle && given != nil {
			c.Start = append(c.Start, float64(given[i]))
		} else {
			c.Start = append(c.Start, meanMass(first))
		}
	}
	c.Fixed = fixedMasses(c, cfg, data)
}

// startDampings sets the initial dampings: the data's dampings of joints, or values that take a
// small part of the speed in an interval.
func startDampings(c *config.Constant, cfg config.Config, data *datasets.Data, first *system.Sample) {
	if first.Jointed() && c.By == "" {
		startOfJoints(c, data, first, startDamping/cfg.Time, [2]*system.Field{system.TurnDamping, system.SlideDamping})
		withoutConstant(c, first, system.Floating, "it floats, on no joint")
		return
	}
	label(c, config.BySystem, cfg, first)
	c.Start = slices.Repeat([]float64{startDamping * meanMass(first) / cfg.Time}, max(1, len(c.Labels)))
}

// label sets what has values of its own, and labels the values. The argument standard is the
// default.
func label(c *config.Constant, standard string, cfg config.Config, first *system.Sample) {
	if c.By == "" {
		c.By = standard
	}
	switch c.By {
	case config.ByParticle:
		for i := range first.Particles() {
			c.Labels = append(c.Labels, fmt.Sprint(i))
		}
	case config.ByType:
		c.Labels = slices.Clone(cfg.NodeFeatures)
	}
}

// fixedMasses returns, for each mass, the reason why no motion determines it, or "". These are
// the masses of pinned particles. If no known force acts, one mass of each group of interacting
// particles is fixed too, as all masses of the group may be multiplied by a factor. A learned
// stiffness is not a known force, whatever its initial value in the data.
func fixedMasses(c *config.Constant, cfg config.Config, data *datasets.Data) []string {
	fixed := make([]string, len(c.Labels))
	stiffness := slices.Contains(data.EdgeFeatures, config.LearnedStiffness) && cfg.Learns(config.LearnedStiffness) == nil
	known := data.Has(system.Force) || stiffness
	const scale = "no known force acts: it sets the scale of the others"
	if c.By == config.ByType {
		if !known && len(fixed) > 0 {
			fixed[0] = scale
		}
		return fixed
	}
	one := data.First()
	first := &one
	pinned := system.Pinned.Of(first)
	group := together(cfg, data)
	set := map[int]bool{}
	for i := range fixed {
		switch {
		case pinned != nil && pinned[i] != 0:
			fixed[i] = "pinned"
		case atPin(first, i):
			fixed[i] = "where its body is pinned"
		case !known && !set[group[i]]:
			fixed[i], set[group[i]] = scale, true
		}
	}
	return fixed
}

// atPin reports whether a particle coincides with a pinned particle of its rigid body.
func atPin(s *system.Sample, particle int) bool {
	pinned := system.Pinned.Of(s)
	return pinned != nil && slices.ContainsFunc(s.Objects.Of(system.Body), func(members []int) bool {
		return slices.Contains(members, particle) && slices.ContainsFunc(members, func(i int) bool {
			return pinned[i] != 0 && system.Distance(s.Position, i, particle) == 0
		})
	})
}

// together assigns a number to each group of particles that interact in some training sample.
// The particles of an object interact, and so do listed neighbors if forces or stiffnesses are
// learned. All particles interact if forces between pairs are learned and no neighbors are
// listed.
func together(c config.Config, data *datasets.Data) []int {
	first := data.First()
	group := make([]int, first.Particles())
	if c.Forces != config.NoForces && !data.Sparse() {
		return group
	}
	for i := range group {
		group[i] = i
	}
	tied := c.Forces != config.NoForces || c.Learns(config.LearnedStiffness) != nil
	for i := range data.Train {
		if s := &data.Train[i]; s.Particles() == len(group) {
			join(group, s, tied)
		}
	}
	return group
}

// join gives the particles of each object, and neighbors if tied is set, the smallest group
// number among them.
func join(group []int, s *system.Sample, tied bool) {
	pair := func(i, j int) {
		from, to := max(group[i], group[j]), min(group[i], group[j])
		for k := range group {
			if from != to && group[k] == from {
				group[k] = to
			}
		}
	}
	for _, object := range s.Objects {
		for _, member := range object.Members {
			pair(object.Members[0], member)
		}
	}
	for at, j := range s.Neighbors {
		if tied && j >= 0 {
			pair(at/s.Slots(), int(j))
		}
	}
}

// CheckConstants returns an error if constants are learned by particle and a system has another
// number of particles.
func CheckConstants(cfg config.Config, data *datasets.Data) error {
	if !config.Cartesian(cfg.Integrator) && !cfg.Jointed() {
		return nil
	}
	for split, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			for _, c := range cfg.Learn {
				if c.By == config.ByParticle && s.Particles() != len(c.Start) {
					return fields.Errorf("%s: sample %d has %d particles, and {learn} %s by particle begins with %d: all systems need the same ones, or features that say their types ({learn} %s:type)",
						split, i, s.Particles(), c.Name, len(c.Start), c.Name)
				}
			}
		}
	}
	return nil
}

func mean(values []float32) (sum float64) {
	for _, value := range values {
		sum += float64(value) / float64(len(values))
	}
	return sum
}

func widen(values []float32) (wide []float64) {
	for _, value := range values {
		wide = append(wide, float64(value))
	}
	return wide
}
