package sim

import (
	"cmp"
	"math"

	"gmnc/internal/fields"
	"gmnc/system"
)

// Plane is a plane that nothing can pass through: a normal of any length towards the free side,
// and the distance of the plane from the origin along it.
type Plane struct {
	Normal [3]float64
	Offset float64
}

// leastRestitution is the smallest ratio of the speeds after and before a bounce, as in
// gmn-ode.
const leastRestitution = 0.05

// ground is a plane with a normal of length 1.
type ground struct {
	normal vector
	offset float64
}

// grounds returns planes with normals of length 1.
func grounds(planes []Plane) (all []ground) {
	for _, p := range planes {
		n := load(p.Normal)
		all = append(all, ground{n.scale(1 / n.norm()), p.Offset})
	}
	return all
}

// gap returns the distance of a point from the plane, which is negative behind it.
func (p ground) gap(x vector) float64 { return p.normal.dot(x) - p.offset }

// validatePlanes reports planes that cannot exist, and settings that do not go with planes.
func (c Config) validatePlanes() error {
	if len(c.Planes) == 0 {
		if c.Friction != 0 || c.Restitution != 0 || c.Stiffness != 0 {
			return fields.Errorf("{friction}, {restitution} and {stiffness} need {plane}")
		}
		for _, shape := range c.Shapes {
			if shape.isBox() {
				return fields.Errorf("{system} has a %s, and boxes touch each other among planes alone: give {plane}, or a body(8)", shape.Name)
			}
		}
		return nil
	}
	if len(c.Planes) > system.MostPlanes {
		return fields.Errorf("{plane}: there are %d, expected %d or fewer", len(c.Planes), system.MostPlanes)
	}
	for number, p := range c.Planes {
		if length := load(p.Normal).norm(); !(length > 0 && length <= largestNumber) || !(math.Abs(p.Offset) <= largestNumber) {
			return fields.Errorf("{plane} %d, %v with the offset %v: expected a normal, not all 0, and numbers up to %g", number, p.Normal, p.Offset, largestNumber)
		}
	}
	step := cmp.Or(c.TimeStep, TimeStep)
	stiffest := 0.5 / (step * step)
	switch {
	case !(c.Friction >= 0 && c.Friction <= largestNumber):
		return fields.Errorf("{friction} %v: expected 0 to %g", c.Friction, largestNumber)
	case !(c.Restitution >= leastRestitution && c.Restitution <= 1):
		return fields.Errorf("{restitution} %v: expected %v to 1", c.Restitution, leastRestitution)
	case !(c.Stiffness > 0 && c.Stiffness <= stiffest):
		return fields.Errorf("{stiffness} %v: expected a number above 0, and up to %g with the {time_step} %v", c.Stiffness, stiffest, step)
	case !c.Neutral:
		return fields.Errorf("{plane} needs {neutral}: charges act on nothing that touches planes")
	case c.Damping != 0 || len(c.Springs) > 0:
		return fields.Errorf("{plane} goes with gravity alone: leave {damping} and {spring} out")
	}
	for _, shape := range c.Shapes {
		if shape.Parents != nil {
			return fields.Errorf("{plane}: free particles and rigid bodies alone touch planes, and {system} has a %s", shape.Name)
		}
	}
	for _, kind := range system.ListedKinds() {
		if number := kind.Number(); number < len(c.System) && c.System[number] > 0 {
			return fields.Errorf("{plane}: free particles and rigid bodies alone touch planes, and {system} has a %s", kind.Name)
		}
	}
	return nil
}

// mostPushes is the largest number of times that an object is moved in front of each plane in
// turn.
const mostPushes = 50

// ahead moves what begins behind a plane as far in front of it, or less far between planes.
func (s state) ahead(planes []Plane) {
	on := grounds(planes)
	for _, members := range s.movers() {
		for share := 2.; s.push(on, members, share) && share > 1; share -= 1. / mostPushes {
		}
	}
}

// push moves particles by a multiple of their depth behind each plane in turn, and reports
// whether one was behind a plane.
func (s state) push(planes []ground, members []int, share float64) (behind bool) {
	for _, p := range planes {
		least := math.Inf(1)
		for _, i := range members {
			least = min(least, p.gap(load(s.Position[i])))
		}
		if least >= 0 {
			continue
		}
		behind = true
		for _, i := range members {
			s.Position[i] = load(s.Position[i]).add(p.normal.scale(-share * least)).store()
		}
	}
	return behind
}

// crowded reports a particle that begins behind a plane, or that may begin in a box.
func (s state) crowded(planes []Plane) error {
	if i := s.inBox(); i >= 0 {
		return fields.Errorf("the body of particle %d begins at a box in each of %d draws: the boxes of {system} leave no room: take smaller or fewer ones", i, mostAttempts)
	}
	on := grounds(planes)
	for i, x := range s.Position {
		for number, p := range on {
			if p.gap(load(x)) < 0 {
				return fields.Errorf("particle %d begins behind {plane} %d: the planes leave no room for the system", i, number)
			}
		}
	}
	return nil
}

// movers returns the members of each body, and each other particle by itself.
func (s state) movers() (all [][]int) {
	for _, object := range s.Objects {
		all = append(all, object.Members)
	}
	free, _ := s.isolated() // NewIntegrator reports objects that cannot be
	for _, i := range free {
		all = append(all, []int{i})
	}
	return all
}

// pressed returns the energy that planes store: half of the stiffness times the mass of each
// body or particle times the squares of the depths of its particles.
func (m Mechanics) pressed(given system.State) (energy float64) {
	if len(m.Planes) == 0 {
		return 0
	}
	s, planes := state{&given}, grounds(m.Planes)
	for _, members := range s.movers() {
		var mass, squares float64
		for _, i := range members {
			mass += s.mass(i)
			for _, p := range planes {
				depth := max(0, -p.gap(load(s.Position[i])))
				squares += float64(depth * depth)
			}
		}
		energy += float64(m.Stiffness * mass * squares / 2)
	}
	return energy
}

// mass returns the mass of a particle.
func (s state) mass(i int) float64 {
	if s.Mass == nil {
		return 1
	}
	return s.Mass[i]
}

// KeepsEnergy reports whether nothing takes energy from systems.
func (m Mechanics) KeepsEnergy() bool {
	return m.Damping == 0 && m.Friction == 0 && (len(m.Planes) == 0 || m.Restitution == 1)
}
