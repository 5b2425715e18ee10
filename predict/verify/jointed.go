package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/system"
)

// bodyPoints is the number of particles of a drawn body: fewer lie in a plane.
const bodyPoints = 4

// jointed returns random systems of rigid bodies with joints that the model takes: in a chain
// and in trees, or with the bodies that the model has constants of.
func jointed(config config.Config, ranges *system.Ranges) (groups []Group) {
	d := drawing{config, ranges, Inside, rand.New(rand.NewPCG(5, 6))}
	chain := func(count int) (parents []int) {
		for i := range count {
			parents = append(parents, i-1)
		}
		return notDeeper(parents, config.Depth-1) // the particles of a body are one bar further
	}
	if config.Particles() > 0 {
		members := membersOfJoints(config)
		parents := chain(len(members))
		if learnedShape(config, config.Particles()) != nil {
			parents = hungAsLearned(d.types(members), config.Depth-1)
		}
		return []Group{mechanisms(d, "(the model's own bodies on joints)", parents, members, true)}
	}
	longest := config.Joints
	if d.anyType() { // one floats, and the others are about axes
		longest = max(1, config.Joints-5)
	}
	for _, shape := range []struct {
		name    string
		parents []int
	}{{"(a chain of joints)", chain(longest)}, {"(trees of joints)", []int{-1, 0, 0, 1, -1, 4}[:min(6, max(2, config.Joints))]}} {
		var members [][]int
		if len(shape.parents) > config.Joints {
			continue
		}
		for body := range shape.parents {
			members = append(members, nil)
			for k := range bodyPoints {
				members[body] = append(members[body], body*bodyPoints+k)
			}
		}
		groups = append(groups, mechanisms(d, shape.name, shape.parents, members, false))
	}
	return groups
}

// mechanisms returns random systems of bodies with these particles.
func mechanisms(d drawing, name string, parents []int, members [][]int, fixed bool) Group {
	g := Group{Name: name, Fixed: fixed}
	for range perComposition {
		g.Samples = append(g.Samples, d.mechanism(parents, members))
	}
	return g
}

// notDeeper begins a new tree if a branch would have more bars from the root than a model
// takes. Parents come before their children.
func notDeeper[T int | int64](parents []T, most int) []T {
	depths := make([]int, len(parents))
	for i, parent := range parents {
		switch {
		case parent < 0:
		case depths[parent] == most:
			parents[i] = -1
		default:
			depths[i] = depths[parent] + 1
		}
	}
	return parents
}

// membersOfJoints returns the particles of each body of a model with constants of joints.
func membersOfJoints(cfg config.Config) (members [][]int) {
	for _, c := range cfg.Learn {
		if c.By != config.ByJoint {
			continue
		}
		members = make([][]int, slices.Max(c.Joints)+1)
		for particle, joint := range c.Joints {
			members[joint] = append(members[joint], particle)
		}
		return members
	}
	return nil
}

// hanging returns the particles of each body of objects, in the order of their tree, and the
// parent of each body, which is -1 on the ground.
func hanging(objects system.Objects) (parents []int, members [][]int) {
	ofBody, number := map[int][]int{}, map[int]int{}
	for _, body := range objects.Of(system.Body) {
		ofBody[body[0]] = body
	}
	for _, tree := range objects {
		if tree.Kind != system.Tree {
			continue
		}
		for i, first := range tree.Members {
			parent := -1
			if tree.Parents[i] >= 0 {
				parent = number[tree.Members[tree.Parents[i]]]
			}
			number[first] = len(members)
			parents, members = append(parents, parent), append(members, ofBody[first])
		}
	}
	return parents, members
}

// mechanism returns a moving system of bodies with these particles, on joints that have turned
// and slid by random amounts. The parent of a body comes before it.
func (d drawing) mechanism(parents []int, members [][]int) (s system.Sample) {
	joints, types := make([]system.Joint, len(members)), d.types(members)
	n := 0
	for _, body := range members {
		n += len(body)
	}
	points := make([][3]float64, n+len(members)) // particles, then anchors
	shape, unit := learnedShape(d.config, n), d.barLength()
	for number, body := range members {
		joint := &joints[number]
		*joint = system.Joint{Name: fmt.Sprint(number), Parent: parents[number], Members: body, Type: types[number], Axis: d.direction(1)}
		joint.Slides = slices.Contains(d.config.Fields, system.SlideAxis.Name) && d.source.IntN(4) == 0
		if joint.Type != system.OnAxis {
			joint.Slides, joint.Axis = false, [3]float64{}
		}
		switch {
		case joint.Parent >= 0 && shape != nil:
			joint.Anchor = vector.Plus(points[members[joint.Parent][0]], 1, d.direction(unit*float64(shape[config.RestColumns*body[0]+1])))
		case joint.Parent >= 0:
			joint.Anchor = vector.Plus(joints[joint.Parent].Anchor, 1, d.direction(d.barLength()))
		}
		points[n+number] = joint.Anchor
		axes := randomAxes(1, d.source)
		for i, particle := range body { // in both directions along each axis, so that no body is flat
			arm := d.barLength() / 2
			if shape != nil {
				arm = unit * float64(shape[config.RestColumns*particle])
			}
			points[particle] = vector.Plus(joint.Anchor, float64(1-i/3%2*2)*arm, axes[i%3])
		}
	}
	rest := slices.Clone(points[:n])
	var shift [3]float64
	for axis := range shift {
		if d.ranges != nil {
			shift[axis] = d.value(d.ranges.Coordinate)
		}
	}
	velocities := d.turn(points, joints)
	s.Position, s.Velocity = flat(points[:n], shift), flat(velocities, [3]float64{})
	for i := range joints {
		joints[i].Anchor = vector.Plus(joints[i].Anchor, 1, shift)
	}
	_ = s.Join(flat(rest, shift), joints) // the joints are valid
	d.load(&s)
	return s
}

// barLength returns a length from the training data's range of bars, and at least a quarter of
// the longest: float32 does not resolve the rotation of a thin body.
func (d drawing) barLength() float64 {
	if d.ranges != nil && d.ranges.Bar != nil && d.ranges.Bar.Most > 0 {
		return max(d.value(d.ranges.Bar), d.ranges.Bar.Most/4)
	}
	return 0.5 + d.source.Float64()
}

// turn moves points, which are the particles and then the anchors of joints, from rest to where
// the joints have turned or slid by random amounts. It returns the velocities of the particles.
func (d drawing) turn(points [][3]float64, joints []system.Joint) [][3]float64 {
	n := len(points) - len(joints)
	axes := make([][3]float64, len(joints))
	for number, joint := range slices.Backward(joints) { // from the leaves, about axes at rest
		axes[number] = joint.Axis
		turn, slide := rotation.Identity, [3]float64{}
		switch amount := d.source.NormFloat64(); {
		case joint.Type != system.OnAxis:
			turn = rotation.By(d.direction(amount))
			if joint.Type == system.Floating {
				slide = d.direction(d.barLength())
			}
		case joint.Slides:
			slide = scaledBy(joint.Axis, amount*d.barLength())
		default:
			turn = rotation.By(scaledBy(joint.Axis, amount))
		}
		move := func(x *[3]float64) {
			*x = vector.Plus(joint.Anchor, 1, turn.Turn(vector.Plus(*x, -1, joint.Anchor)))
			*x = vector.Plus(*x, 1, slide)
		}
		for other := number; other < len(joints); other++ {
			if !isBelow(joints, other, number) {
				continue
			}
			for _, particle := range joints[other].Members {
				move(&points[particle])
			}
			if other != number {
				move(&points[n+other])
				axes[other] = turn.Turn(axes[other])
			}
		}
	}
	return d.rates(points, axes, joints)
}

// rates returns the velocities of particles if the joints move at random rates.
func (d drawing) rates(points, axes [][3]float64, joints []system.Joint) [][3]float64 {
	n := len(points) - len(joints)
	velocities := make([][3]float64, n)
	speed, extent := 1.0, 2*float64(len(joints))
	if d.ranges != nil && d.ranges.Speed != nil && d.ranges.Extent != nil && d.ranges.Extent.Most > 0 {
		speed, extent = d.value(d.ranges.Speed), d.ranges.Extent.Most
	}
	for number, joint := range joints {
		rate := speed / extent * math.Max(-1, math.Min(1, d.source.NormFloat64()))
		about, goes := axes[number], [3]float64{}
		if joint.Type != system.OnAxis {
			about = d.direction(1)
		}
		if joint.Type == system.Floating {
			goes = d.direction(rate * extent)
		}
		for other := number; other < len(joints); other++ {
			if !isBelow(joints, other, number) {
				continue
			}
			for _, particle := range joints[other].Members {
				along := scaledBy(about, extent)
				if !joint.Slides {
					along = vector.Cross(about, vector.Plus(points[particle], -1, points[n+number]))
				}
				velocities[particle] = vector.Plus(vector.Plus(velocities[particle], rate, along), 1, goes)
			}
		}
	}
	return velocities
}

// isBelow reports whether a body is the other one, or a descendant of it.
func isBelow(joints []system.Joint, body, on int) bool {
	for ; body >= 0; body = joints[body].Parent {
		if body == on {
			return true
		}
	}
	return false
}

func scaledBy(v [3]float64, by float64) [3]float64 { return vector.Plus([3]float64{}, by, v) }

// flat returns vectors shifted and in float32.
func flat(vectors [][3]float64, shift [3]float64) (values []float32) {
	for _, v := range vectors {
		for axis := range v {
			values = append(values, float32(v[axis]+shift[axis]))
		}
	}
	return values
}
