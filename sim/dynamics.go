package sim

import "gmnc/system"

// kindDynamics holds how the objects of a kind move.
type kindDynamics struct {
	// constrain removes from the velocities what would stretch a bar.
	constrain func(s state, members []int)
	// start returns the mover of an object in the present state.
	start func(in *euler, members []int) mover
}

// mover advances one object by a step, with the forces at its start.
type mover interface{ move(in *euler) }

// dynamics holds the dynamics of all kinds of objects.
var dynamics = map[*system.Kind]kindDynamics{
	system.Stick: {constrainStick, newStick},
	system.Hinge: {constrainHinge, newHinge},
}
