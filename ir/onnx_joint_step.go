package ir

import "gmnc/internal/articulated"

// emitJointPlace writes positions and velocities in rows, and keeps each of the two as a
// separate value.
func emitJointPlace(e Emitter, n *Node, args []string) string {
	b, three := newBodyEmitter(e, n, args), e.Ints([]int64{-1, 3}, 2)
	q, w := b.state(n, args)
	at := b.posesOf(q, 1)
	velocity := e.Op("MatMul", nil, at.velocities, b.reshaped(w, 1, -1, int64(b.slots), 1))
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
	at := b.posesOf("", 1)
	weighted, masses := b.weighted(at, args[6])
	masses = e.Op("Add", nil, masses, e.Op("Mul", nil, b.free(), b.unit()))
	momentum := e.Op("MatMul", nil, b.shaped(args[7], b.one, b.size3), weighted)
	both := e.Op("Concat", along(2), masses, momentum)
	rates := b.slice(b.divided(both, 1, b.slots+1, b.slots, b.joints), 2, b.slots, b.slots+1)
	e.Keep(n.Result(), rates)
	still := e.Op("Mul", nil, rates, e.Floats([]float64{0}))
	return b.inRows(e.Op("Concat", along(2), still, rates), 2)
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
	s.mass, s.force = args[6], s.shaped(args[7], s.one, s.size3)
	s.damping = s.ofRows(args[8], 1) // alone, since it is the same when friction repeats a step
	if !n.Is(JointStopStep) {
		s.load = s.ofRows(args[9], 1)
	} else {
		columns := n.Args[10].Type.Columns()
		known := s.ofRows(e.Op("Concat", along(1), args[9], args[10]), 1+columns)
		s.load, s.rotor = s.slice(known, 2, 0, 1), s.slice(known, 2, 1, 2)
		if columns > 1 {
			s.stops = s.newStops(known)
		}
	}
	s.pairs = s.newPairs()

	q, w := s.state(n, args)
	q, w = s.stepped(q, w, s.h, s.h/2)
	whole := s.slice(e.Op("Concat", along(2), q, w), 0, 0, 1)
	q, w = s.stepped(s.slice(q, 0, 1, 2), s.slice(w, 0, 1, 2), s.h/2)
	tables := newBodyTables(e)
	after := tables.inColumns(tables.Extrapolated(tables.columns(e.Op("Concat", along(2), q, w), 1, 1), tables.columns(whole, 1, 1)))
	e.Keep(n.Result(), after)
	return s.inRows(after, 2)
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
	at := s.posesOf(q, several, halves...)
	both := s.equations(at, half, w, several)
	if s.stops != nil {
		both = s.stops.acting(both, q, w, half, s.passes(at, both, w, several)(w))
	}
	pass, middle := s.passes(at, both, w, several), w
	for range articulated.Passes {
		middle = pass(middle)
	}
	twice := e.Op("Add", nil, middle, middle)
	return moved(first, e.Op("Mul", nil, half, twice)), e.Op("Sub", nil, twice, w)
}

// passes returns a function that solves the equations: it returns the rates in the middle of a
// step for an estimate of them.
func (s *stepEmitter) passes(at bodyPoses, both, w string, several int) func(middle string) string {
	e := s.e
	quotient := s.divided(both, several, 4*s.slots+1, s.slots, s.joints)
	slots := int64(s.slots)
	straight := e.Op("Add", nil, w, s.slice(quotient, 2, 4*s.slots, 4*s.slots+1))
	bias := s.reshaped(s.slice(quotient, 2, s.slots, 4*s.slots), int64(several), -1, 3, slots*slots)
	bias = e.Op("Mul", nil, e.Op("MatMul", nil, at.turning, bias), s.pairs)
	return func(middle string) string { // of the rates at the ends of pairs
		ofSecond := s.reshaped(e.Op("MatMul", nil, middle, bias), int64(several), -1, slots, slots)
		return e.Op("Sub", nil, straight, e.Op("MatMul", nil, middle, ofSecond))
	}
}

// equations returns, one below the other, the matrix of the equations, the forces of inertia by
// pairs of slots, and half of the change by forces and loads: [times,systems,4 slots+1,slots].
func (s *stepEmitter) equations(at bodyPoses, half, w string, several int) string {
	e, slots := s.e, int64(s.slots)
	_, products := s.weighted(at, s.mass)
	resistance := e.Op("Add", nil, e.Op("Mul", nil, half, s.damping), s.free())
	if s.rotor != "" {
		resistance = e.Op("Add", nil, resistance, s.rotor)
	}
	diagonal := append(identity(s.slots), make([]float64, 3*s.slots*s.slots)...)
	resistance = e.Op("Mul", nil, resistance, e.Floats(diagonal, 4*slots, slots))
	products = e.Op("Add", nil, products, resistance)

	loads := e.Op("Sub", nil, s.load, e.Op("Mul", nil, s.damping, w))
	loads = e.Op("Add", nil, e.Op("MatMul", nil, s.force, at.velocities), loads)
	return e.Op("Concat", along(2), products, e.Op("Mul", nil, half, loads))
}
