package verify

import (
	"gmnc/internal/vector"
	"gmnc/system"
)

// robots returns systems of one robot in motion, whose joints have turned and slid. The fields
// that the robot has keep their values, and other loads are random.
func (d drawing) robots(name string, robot system.Sample, parents []int, members [][]int) Group {
	g := Group{Name: name, Fixed: true, Still: true}
	joints := jointsOf(robot, parents, members)
	for range perComposition {
		s := d.inMotion(robot, joints)
		d.load(&s)
		for _, own := range robot.Given {
			own.Field.Set(&s, own.Values)
		}
		g.Samples = append(g.Samples, s)
	}
	return g
}

// inMotion returns a robot whose joints have turned and slid by random amounts and move at
// random rates.
func (d drawing) inMotion(robot system.Sample, joints []system.Joint) system.Sample {
	var points [][3]float64 // particles, then anchors
	for i := range robot.Particles() {
		points = append(points, vector.At(system.Rest.Of(&robot), i))
	}
	for _, joint := range joints {
		points = append(points, joint.Anchor)
	}
	velocities := d.turn(points, joints)
	robot.Position, robot.Velocity = flat(points[:robot.Particles()], [3]float64{}), flat(velocities, [3]float64{})
	return robot
}

// jointsOf returns the joints of bodies with these particles, as far as motions depend on them.
func jointsOf(robot system.Sample, parents []int, members [][]int) []system.Joint {
	joints := make([]system.Joint, len(members))
	types := system.JointType.OrDefault(&robot)
	for number, body := range members {
		first := body[0]
		joint := system.Joint{Parent: parents[number], Members: body, Type: int(types[first])}
		joint.Anchor = vector.At(system.JointAnchor.OrDefault(&robot), first)
		joint.Axis = vector.At(system.TurnAxis.OrDefault(&robot), first)
		if slide := vector.At(system.SlideAxis.OrDefault(&robot), first); vector.Norm(slide) > vector.Norm(joint.Axis) {
			joint.Slides, joint.Axis = true, slide
		}
		joints[number] = joint
	}
	return joints
}
