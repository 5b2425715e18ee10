package ir

import "gmnc/internal/articulated"

// emitJointPlace writes positions and velocities, in rows.
func emitJointPlace(e Emitter, n *Node, args []string) string {
	b, three := newBodyEmitter(e, n, args), e.Ints([]int64{-1, 3}, 2)
	state := e.Kept(n.Args[6])
	if state == "" {
		state = b.ofRows(args[6], 2)
	}
	at := b.place(b.slice(state, 2, 0, 1), 1)
	rates := b.reshaped(b.slice(state, 2, 1, 2), -1, int64(b.slots), 1)
	velocity := e.Op("MatMul", nil, b.shaped(at.velocities, b.size3, b.ints(b.slots)), rates)
	position := e.Op("Reshape", nil, b.slice(at.position, 3, 0, 3), three)
	return e.Op("Concat", along(1), position, e.Op("Reshape", nil, velocity, three))
}

// emitJointStart writes the least squares of velocities, and keeps the rates of slots,
// [1,systems,1,slots].
func emitJointStart(e Emitter, n *Node, args []string) string {
	b := newBodyEmitter(e, n, args)
	at := b.placed(e.Op("Add", nil, b.slice(b.changing, 1, 1, 2), b.fixed), 1) // the cosine is 1
	all := b.ints(b.slots)
	moving := b.shaped(at.velocities, b.size3, all)
	weighted := b.shaped(e.Op("Mul", nil, at.velocities, b.shaped(args[6], b.size, b.one)), b.size3, all)
	masses := e.Op("MatMul", nil, b.transposed(weighted), moving)
	masses = e.Op("Add", nil, masses, e.Op("Mul", nil, b.free(), b.unit()))
	momentum := e.Op("MatMul", nil, b.shaped(args[7], b.one, b.size3), weighted)
	both := b.reshaped(e.Op("Concat", along(1), masses, momentum), 1, -1, int64(b.slots+1), int64(b.slots))
	rates := b.slice(b.divided(both, 1, b.slots+1, b.slots, b.joints), 2, b.slots, b.slots+1)
	e.Keep(n.Result(), rates)
	return b.inRows(rates, 1)
}

// free is 1 of slots without a body: [systems,1,slots].
func (b *bodyEmitter) free() string {
	return b.e.Op("Sub", nil, b.e.Floats([]float64{1}), b.used)
}

// emitJointStep writes a whole step and the first half side by side, then the second
// half. Forces of inertia at rates w are the sum over slots k and l of
//
//	w_k w_l a_k . (m J_l x J_j)
//
// where k is l, or l hangs on it, and then counts twice; a are the directions of joints.
// So all that passes share depends on places alone, and is divided by H once. It keeps the
// state of slots, [1,systems,2,slots].
func emitJointStep(e Emitter, n *Node, args []string) string {
	s := &stepEmitter{bodyEmitter: newBodyEmitter(e, n, args), h: n.Float("time")}
	ofRows := []string{args[8], args[9]}
	if n.Is(JointStopStep) {
		ofRows = append(ofRows, args[10])
	}
	known := s.ofRows(e.Op("Concat", along(1), ofRows...), n.knownOfSlots())
	s.damping, s.load = s.slice(known, 2, 0, 1), s.slice(known, 2, 1, 2)
	s.force = s.shaped(args[7], s.one, s.size3)
	s.mass = s.shaped(args[6], s.size, s.one)
	if n.Is(JointStopStep) {
		s.stops = s.newStops(known)
	}
	s.twice = e.Op("Sub", nil, e.Op("Mul", nil, s.transposed(s.hangs), e.Floats([]float64{2})), s.unit())

	q, w := s.state(n, args)
	state := s.stepped(q, w, s.h, s.h/2)
	coarse, fine := s.slice(state, 0, 0, 1), s.slice(state, 0, 1, 2)
	fine = s.stepped(s.slice(fine, 2, 0, 1), s.slice(fine, 2, 1, 2), s.h/2)
	fine, coarse = e.Op("Mul", nil, fine, e.Floats([]float64{4. / 3})), e.Op("Mul", nil, coarse, e.Floats([]float64{1. / 3}))
	state = e.Op("Sub", nil, fine, coarse)
	e.Keep(n.Result(), state)
	return s.inRows(state, 2)
}

// knownOfSlots is how many columns what is known of slots has.
func (n *Node) knownOfSlots() int {
	if n.Is(JointStopStep) {
		return 2 + articulated.StopColumns
	}
	return 2
}

// state is how far joints have turned or slid before a step, "" for nothing, and their
// rates: [1,systems,1,slots].
func (s *stepEmitter) state(n *Node, args []string) (q, w string) {
	given := n.Args[len(args)-1]
	if given.Is(Concat) && len(given.Node.Args) == 2 && isZero(given.Node.Args[0]) {
		if w = s.e.Kept(given.Node.Args[1]); w != "" {
			return "", w
		}
	}
	state := s.e.Kept(given)
	if state == "" {
		state = s.ofRows(args[len(args)-1], 2)
	}
	return s.slice(state, 2, 0, 1), s.slice(state, 2, 1, 2)
}

// stepEmitter has what steps share.
type stepEmitter struct {
	*bodyEmitter
	h                          float64
	damping, load, force, mass string
	stops                      *stopsEmitter
	twice                      string // [systems,slots,slots]: 2 where a column's slot hangs on a row's, 1 where it is
}

// stepped are steps of second order of the given times, from how far joints have turned or
// slid and their rates: the states [times,systems,2,slots].
func (s *stepEmitter) stepped(q, w string, times ...float64) string {
	e, several := s.e, len(times)
	halves := make([]float64, several)
	for i, h := range times {
		halves[i] = h / 2
	}
	half := e.Floats(halves, int64(several), 1, 1, 1)
	drift := e.Op("Mul", nil, half, w)
	if q != "" {
		drift = e.Op("Add", nil, q, drift)
	}
	q = drift
	at := s.place(q, several)
	both := s.equations(at, half, w, several)
	if s.stops != nil {
		both = s.stops.acting(both, q, w, half, s.passes(at, both, w, half, several)(w))
	}
	pass, middle := s.passes(at, both, w, half, several), w
	for range articulated.Passes {
		middle = pass(middle)
	}
	after := e.Op("Sub", nil, e.Op("Mul", nil, middle, e.Floats([]float64{2})), w)
	q = e.Op("Add", nil, q, e.Op("Mul", nil, half, after))
	return e.Op("Concat", along(2), q, after)
}

// passes solves equations: it finds the rates in the middle of a step from others there.
func (s *stepEmitter) passes(at bodyPlace, both, w, half string, several int) func(middle string) string {
	e := s.e
	quotient := s.divided(both, several, 4*s.slots+1, s.slots, s.joints)
	bias := s.slice(quotient, 2, s.slots, 4*s.slots)
	straight := e.Op("Add", nil, w, s.slice(quotient, 2, 4*s.slots, 4*s.slots+1))
	pairs := e.Op("Mul", nil, s.twice, half)
	return func(middle string) string {
		moved := e.Op("MatMul", nil, e.Op("Mul", nil, at.turning, middle), pairs)
		moved = s.reshaped(e.Op("Mul", nil, moved, middle), int64(several), -1, 1, int64(3*s.slots))
		return e.Op("Sub", nil, straight, e.Op("MatMul", nil, moved, bias))
	}
}

// equations are, one below the other, the matrix of the equations, the forces of inertia
// by pairs of slots, and half of the change that forces and loads make:
// [times,systems,4 slots+1,slots].
func (s *stepEmitter) equations(at bodyPlace, half, w string, several int) string {
	e, slots, times := s.e, int64(s.slots), int64(several)
	weighted := e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, e.Op("Mul", nil, at.velocities, s.mass))
	squares := e.Op("MatMul", nil, weighted, at.velocities)
	squares = s.reshaped(squares, times, -1, 3, slots, 3, slots)
	squares = e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 2, 4, 3, 5}}, squares)
	squares = s.reshaped(squares, times, -1, 9, slots*slots)
	// Their inner and cross products.
	products := s.constant(4, 9, []entry{
		{0, 0, 1}, {0, 4, 1}, {0, 8, 1}, {1, 5, 1}, {1, 7, -1}, {2, 6, 1}, {2, 2, -1}, {3, 1, 1}, {3, 3, -1},
	}, 4, 9)
	products = s.reshaped(e.Op("MatMul", nil, products, squares), times, -1, 4*slots, slots)
	resistance := e.Op("Add", nil, e.Op("Mul", nil, half, s.damping), s.free())
	if s.stops != nil {
		resistance = e.Op("Add", nil, resistance, s.stops.rotor)
	}
	diagonal := append(identity(s.slots), make([]float64, 3*s.slots*s.slots)...)
	resistance = e.Op("Mul", nil, resistance, e.Floats(diagonal, 4*slots, slots))
	products = e.Op("Add", nil, products, resistance)

	shape := e.Op("Concat", along(0), s.ints(several), s.systems, s.size3, s.ints(s.slots))
	moving := e.Op("Reshape", keepZero, at.velocities, shape)
	loads := e.Op("Sub", nil, s.load, e.Op("Mul", nil, s.damping, w))
	loads = e.Op("Add", nil, e.Op("MatMul", nil, s.force, moving), loads)
	return e.Op("Concat", along(2), products, e.Op("Mul", nil, half, loads))
}
