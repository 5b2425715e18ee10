package sim

import "gmnc/system"

// kindDynamics is how the objects of a kind move.
type kindDynamics struct {
	// constrain removes from the velocities what would stretch a bar.
	constrain func(s state, members []int)
	// start takes an object over from the state.
	start func(in *euler, members []int) mover
}

// mover advances one object by a step, with the forces of its start.
type mover interface{ move(in *euler) }

// dynamics holds the dynamics of all kinds of objects.
var dynamics = map[*system.Kind]kindDynamics{
	system.Stick: {constrainStick, newStick},
	system.Hinge: {constrainHinge, newHinge},
}
