package robots

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/checks"
)

// addEnergies adds to each frame the energies of its links, by the masses of the robot's file.
// It also adds the terms of these energies for any masses, centers and inertias. They are the
// products of the velocities of a few particles of each link, and these particles' heights
// along gravity.
func (l *log) addEnergies(motion *checks.Recording) {
	pose := l.robot.NewPose()
	x, v := pose.Particles()
	few, starts := l.few()
	e := checks.NewEnergies(2*len(few), starts[len(few)])
	motion.AddFrames(e, func(angles, rates []float64) {
		for b := pose.Set(angles, rates); b < len(few); b++ {
			var kinetic, potential float64
			for _, i := range l.robot.Bodies[b].Members {
				kinetic += float64(l.robot.Mass[i] * r3.Norm2(v[i]) / 2)
				potential -= float64(l.robot.Mass[i] * r3.Dot(l.robot.Gravity, x[i]))
			}
			e.Parts[2*b], e.Parts[2*b+1] = kinetic, potential
			at := starts[b]
			for k, i := range few[b] {
				height := r3.Dot(l.robot.Gravity, x[i])
				e.States[at], e.Potentials[at] = height, height
				for _, j := range few[b][k:] {
					at++
					e.States[at] = r3.Dot(v[i], v[j])
				}
				at++
			}
		}
	})
}

// few returns a few particles of each link: one end of each axis of inertia, and one more. starts are the
// places of the first terms of each link among all, and the number of all.
func (l *log) few() (few [][]int, starts []int) {
	starts = []int{0}
	for b, body := range l.robot.Bodies {
		var own []int
		for _, k := range []int{0, 1, 2, 4} {
			if k < len(body.Members) {
				own = append(own, body.Members[k])
			}
		}
		few, starts = append(few, own), append(starts, starts[b]+len(own)*(len(own)+3)/2)
	}
	return few, starts
}
