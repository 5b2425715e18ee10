package verify

import (
	"gmnc/internal/vector"
	"gmnc/system"
)

// robots are systems of one robot, whose joints have turned and slid, in motion. What it is
// given stays; random loads act besides.
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

// inMotion is a robot whose joints have turned and slid, at random rates.
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

// jointsOf are the joints of bodies of these particles, as far as motions depend on them.
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
