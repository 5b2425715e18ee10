package ir

import "gmnc/internal/articulated"

// emitJointPlace writes positions and velocities in rows, and keeps each of the two as a
// separate value.
func emitJointPlace(e Emitter, n *Node, args []string) string {
	b, three := newBodyEmitter(e, n, args), e.Ints([]int64{-1, 3}, 2)
	q, w := b.state(n, args)
	at := b.posesAt(q)
	rates := b.reshaped(w, -1, int64(b.slots), 1)
	velocity := e.Op("MatMul", nil, b.shaped(at.velocities, b.size3, b.ints(b.slots)), rates)
	velocity = e.Op("Reshape", nil, velocity, three)
	position := e.Op("Reshape", nil, b.slice(at.position, 3, 0, 3), three)
	e.Keep(n.Result(), position, velocity)
	return e.Op("Concat", along(1), position, velocity)
}

// keptColumns returns the value that emitJointPlace kept, if a node takes the three columns of
// positions or of velocities, or "" otherwise.
func keptColumns(e Emitter, n *Node) string {
	start, stop := n.Int("start"), n.Int("stop")
	if !n.Args[0].Is(JointPlace) || start%3 != 0 || stop != start+3 {
		return ""
	}
	if kept := e.Kept(n.Args[0]); kept != nil {
		return kept[start/3]
	}
	return ""
}

// state returns the coordinates of the joints of slots and their rates, [1,systems,1,slots]
// each, from a node's last argument. q is "" at a start, when joints have not moved.
func (b *bodyEmitter) state(n *Node, args []string) (q, w string) {
	last := len(args) - 1
	var state string
	switch kept := b.e.Kept(n.Args[last]); {
	case kept == nil:
		state = b.ofRows(args[last], 2)
	case n.Args[last].Is(JointStart):
		return "", kept[0]
	default:
		state = kept[0]
	}
	return b.slice(state, 2, 0, 1), b.slice(state, 2, 1, 2)
}

// emitJointStart writes the least squares fit of rates to velocities, and keeps the rates of
// slots, [1,systems,1,slots].
func emitJointStart(e Emitter, n *Node, args []string) string {
	b := newBodyEmitter(e, n, args)
	at := b.posesAt("")
	all := b.ints(b.slots)
	moving := b.shaped(at.velocities, b.size3, all)
	weighted := b.shaped(e.Op("Mul", nil, at.velocities, b.shaped(args[6], b.size, b.one)), b.size3, all)
	masses := e.Op("MatMul", nil, b.transposed(weighted), moving)
	masses = e.Op("Add", nil, masses, e.Op("Mul", nil, b.free(), b.unit()))
	momentum := e.Op("MatMul", nil, b.shaped(args[7], b.one, b.size3), weighted)
	both := b.reshaped(e.Op("Concat", along(1), masses, momentum), 1, -1, int64(b.slots+1), int64(b.slots))
	rates := b.slice(b.divided(both, 1, b.slots+1, b.slots, b.joints), 2, b.slots, b.slots+1)
	e.Keep(n.Result(), rates)
	still := e.Op("Mul", nil, rates, e.Floats([]float64{0}))
	return b.inRows(e.Op("Concat", along(2), still, rates), 2)
}

// free returns 1 for slots without a body: [systems,1,slots].
func (b *bodyEmitter) free() string {
	return b.reshaped(b.slotsEmitter.free(), -1, 1, int64(b.slots))
}

// emitJointStep writes a whole step and the first half step side by side, then the second
// half step. The forces of inertia at rates w are the sum over slots k and l of
//
//	w_k w_l a_k . (m J_l x J_j)
//
// where l is k, or a descendant of k, which counts twice, and a are the directions of
// joints. So everything that passes share depends on poses alone, and is divided by H once.
// It keeps the state of slots, [1,systems,2,slots].
func emitJointStep(e Emitter, n *Node, args []string) string {
	s := &stepEmitter{bodyEmitter: newBodyEmitter(e, n, args), h: n.Float("time")}
	ofRows := []string{args[8], args[9]}
	if n.Is(JointStopStep) {
		ofRows = append(ofRows, args[10])
	}
	stops := n.stopColumns()
	known := s.ofRows(e.Op("Concat", along(1), ofRows...), 2+stops)
	s.damping, s.load = s.slice(known, 2, 0, 1), s.slice(known, 2, 1, 2)
	s.force = s.shaped(args[7], s.one, s.size3)
	s.mass = s.shaped(args[6], s.size, s.one)
	if stops > 0 {
		s.rotor = s.slice(known, 2, 2, 3)
	}
	if stops > 1 {
		s.stops = s.newStops(known)
	}
	s.pairs = s.newPairs()

	q, w := s.state(n, args)
	q, w = s.stepped(q, w, s.h, s.h/2)
	whole := s.slice(e.Op("Concat", along(2), q, w), 0, 0, 1)
	q, w = s.stepped(s.slice(q, 0, 1, 2), s.slice(w, 0, 1, 2), s.h/2)
	fine := e.Op("Mul", nil, e.Op("Concat", along(2), q, w), e.Floats([]float64{4. / 3}))
	after := e.Op("Sub", nil, fine, e.Op("Mul", nil, whole, e.Floats([]float64{1. / 3})))
	e.Keep(n.Result(), after)
	return s.inRows(after, 2)
}

// stopColumns returns the number of columns in the stops of a step: none, one for rotors, or
// all.
func (n *Node) stopColumns() int {
	if n.Is(JointStopStep) {
		return n.Args[10].Type.Columns()
	}
	return 0
}

// posesAt returns the state of bodies whose joints have coordinates q, or have not moved if q
// is "".
func (b *bodyEmitter) posesAt(q string) bodyPoses {
	if q != "" {
		return b.posesOf(q, 1)
	}
	return b.posesByMotions(b.e.Op("Add", nil, b.slice(b.changing, 1, 1, 2), b.fixed), 1) // the cosine is 1
}

// stepEmitter holds the values that steps share.
type stepEmitter struct {
	*bodyEmitter
	h                          float64
	damping, load, force, mass string
	rotor                      string // "" for none
	stops                      *stopsEmitter
	pairs                      string // the result of newPairs
}

// newPairs returns 2 if the slot of a column is a descendant of the row's slot, 1 if it is the
// same slot, and 0 otherwise, repeated for each slot: [systems,slots,slots slots].
func (s *stepEmitter) newPairs() string {
	size := s.slots * s.slots
	var twice, once []entry
	for column := range size {
		twice, once = append(twice, entry{column / s.slots, column, 2}), append(once, entry{column / s.slots, column, 1})
	}
	unit := s.constant(s.slots, size, once, int64(s.slots), int64(size))
	return s.e.Op("Sub", nil, s.times(s.transposed(s.descendants), s.slots, size, twice), unit)
}

// stepped makes steps of second order of the given times. It returns the coordinates of joints
// and their rates, [times,systems,1,slots] each. q and w are these at the beginning, with ""
// for coordinates of 0.
func (s *stepEmitter) stepped(q, w string, times ...float64) (qAfter, wAfter string) {
	e, several := s.e, len(times)
	halves := make([]float64, several)
	for i, h := range times {
		halves[i] = h / 2
	}
	half := e.Floats(halves, int64(several), 1, 1, 1)
	moved := func(from, drift string) string {
		if from == "" {
			return drift
		}
		return e.Op("Add", nil, from, drift)
	}
	first := q
	q = moved(first, e.Op("Mul", nil, half, w))
	at := s.posesOf(q, several)
	both := s.equations(at, half, w, several)
	if s.stops != nil {
		both = s.stops.acting(both, q, w, half, s.passes(at, both, w, half, several)(w))
	}
	pass, middle := s.passes(at, both, w, half, several), w
	for range articulated.Passes {
		middle = pass(middle)
	}
	twice := e.Op("Add", nil, middle, middle)
	return moved(first, e.Op("Mul", nil, half, twice)), e.Op("Sub", nil, twice, w)
}

// passes returns a function that solves the equations: it returns the rates in the middle of a
// step for an estimate of them.
func (s *stepEmitter) passes(at bodyPoses, both, w, half string, several int) func(middle string) string {
	e := s.e
	quotient := s.divided(both, several, 4*s.slots+1, s.slots, s.joints)
	slots := int64(s.slots)
	straight := e.Op("Add", nil, w, s.slice(quotient, 2, 4*s.slots, 4*s.slots+1))
	bias := s.reshaped(s.slice(quotient, 2, s.slots, 4*s.slots), int64(several), -1, 3, slots*slots)
	bias = e.Op("Mul", nil, e.Op("MatMul", nil, at.turning, bias), e.Op("Mul", nil, s.pairs, half))
	return func(middle string) string { // of the rates at the ends of pairs
		ofSecond := s.reshaped(e.Op("MatMul", nil, middle, bias), int64(several), -1, slots, slots)
		return e.Op("Sub", nil, straight, e.Op("MatMul", nil, middle, ofSecond))
	}
}

// equations returns, one below the other, the matrix of the equations, the forces of inertia by
// pairs of slots, and half of the change by forces and loads: [times,systems,4 slots+1,slots].
func (s *stepEmitter) equations(at bodyPoses, half, w string, several int) string {
	e, slots, times := s.e, int64(s.slots), int64(several)
	weighted := e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, e.Op("Mul", nil, at.velocities, s.mass))
	squares := e.Op("MatMul", nil, weighted, at.velocities)
	squares = s.reshaped(squares, times, -1, 3, slots, 3, slots)
	squares = e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 2, 4, 3, 5}}, squares)
	squares = s.reshaped(squares, times, -1, 9, slots*slots)
	// These are the inner and cross products of the vectors.
	products := s.constant(4, 9, []entry{
		{0, 0, 1}, {0, 4, 1}, {0, 8, 1}, {1, 5, 1}, {1, 7, -1}, {2, 6, 1}, {2, 2, -1}, {3, 1, 1}, {3, 3, -1},
	}, 4, 9)
	products = s.reshaped(e.Op("MatMul", nil, products, squares), times, -1, 4*slots, slots)
	resistance := e.Op("Add", nil, e.Op("Mul", nil, half, s.damping), s.free())
	if s.rotor != "" {
		resistance = e.Op("Add", nil, resistance, s.rotor)
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
