package ir

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
	weighted, masses := b.weighted(at.velocities, at.all, args[6])
	masses = e.Op("Add", nil, masses, e.Op("Mul", nil, b.free(), b.unit()))
	momentum := e.Op("MatMul", nil, b.shaped(args[7], b.one, b.size3()), weighted)
	both := e.Op("Concat", along(2), masses, momentum)
	rates := b.slice(b.divided(both, 1, b.slots+1, b.slots, b.joints), 2, b.slots, b.slots+1)
	e.Keep(n.Result(), rates)
	still := e.Op("Mul", nil, rates, e.Floats([]float64{0}))
	return b.inRows(e.Op("Concat", along(2), still, rates), 2)
}

// emitJointStep writes a whole step and the first half step side by side, then the second
// half step. It keeps the state of slots, [1,systems,2,slots].
func emitJointStep(e Emitter, n *Node, args []string) string {
	s := &stepEmitter{bodyEmitter: newBodyEmitter(e, n, args), mass: args[6]}
	s.force, s.pairs = s.shaped(args[7], s.one, s.size3()), s.newPairs()
	// Dampings are alone, since they are the same when friction repeats a step. They are 1 in slots
	// without a body, whose rates are 0, so that these have a pivot.
	damping := e.Op("Add", nil, s.ofRows(args[8], 1), s.free())
	steps := jointSteps{Builder: s.tables.Builder, form: s, damping: s.value(damping, 1)}
	if !n.Is(JointStopStep) {
		steps.load = s.value(s.ofRows(args[9], 1), 1)
	} else {
		columns := n.Args[10].Type.Columns()
		known := s.ofRows(e.Op("Concat", along(1), args[9], args[10]), 1+columns)
		column := func(i int) *Value { return s.value(s.slice(known, 2, i, i+1), 1) }
		steps.load, steps.rotor = column(0), column(1)
		if columns > 1 {
			steps.stops = s.stopsOf(column, n.Float("time"))
		}
	}
	q, w := s.state(n, args)
	start := jointMotion{w: s.value(w, 1)}
	if q != "" {
		start.q = s.value(q, 1)
	}
	after := s.tables.inColumns(steps.extrapolated(start, n.Float("time")))
	e.Keep(n.Result(), after)
	return s.inRows(after, 2)
}

// stepEmitter writes the equations of joints in rows of slots, [times,systems,1,slots]. The forces
// of inertia at rates w are the sum over slots k and l of
//
//	w_k w_l a_k . (m J_l x J_j)
//
// where l is k, or a descendant of k, which counts twice, and a are the directions of
// joints. So everything that passes share depends on poses alone, and is divided by H once.
type stepEmitter struct {
	*bodyEmitter
	force, mass string
	pairs       string    // the result of newPairs
	halves      []float64 // half of the times of the steps that are being written
}

// value returns rows of slots at several times as a value of the definition.
func (s *stepEmitter) value(rows string, times int) *Value { return s.tables.columns(rows, times, 1) }

// stopsOf returns the stops of slots in steps of the time h, given columns with loads before them.
func (s *stepEmitter) stopsOf(column func(i int) *Value, h float64) *jointStops {
	start := s.transposed(s.reshaped(s.tables.inColumns(s.motions.start), -1, int64(s.slots), 4))
	start = s.reshaped(start, 1, -1, 4, int64(s.slots))
	of := func(i int) *Value { return s.value(s.slice(start, 2, i, i+1), 1) }
	time := s.tables.Maximum(column(5), s.tables.Scalar(h))
	return &jointStops{s.tables.Builder, [3]*Value{of(0), of(1), of(2)}, of(3), column(2), column(3), column(4), time}
}

// together implements jointForm.
func (s *stepEmitter) together(steps jointSteps, from jointMotion, halves ...float64) (after []jointMotion) {
	s.halves = halves
	half := s.value(s.e.Floats(halves, int64(len(halves)), 1, 1, 1), len(halves))
	all := steps.stepped(from, half)
	if len(halves) == 1 {
		return []jointMotion{all}
	}
	q, w := s.tables.inColumns(all.q), s.tables.inColumns(all.w)
	for i := range halves {
		after = append(after, jointMotion{s.value(s.slice(q, 0, i, i+1), 1), s.value(s.slice(w, 0, i, i+1), 1)})
	}
	return after
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

// joined implements jointForm.
func (s *stepEmitter) joined(m jointMotion) *Value {
	return s.value(s.e.Op("Concat", along(2), s.tables.inColumns(m.q), s.tables.inColumns(m.w)), 1)
}

// equations implements jointForm.
func (s *stepEmitter) equations(q, half *Value) func(resistance, load, w *Value) func(middle *Value) *Value {
	e, several := s.e, len(s.halves)
	at := s.posesOf(s.tables.inColumns(q), several, s.halves...)
	_, products := s.weighted(at.velocities, at.all, s.mass)
	return func(resistance, load, w *Value) func(middle *Value) *Value {
		diagonal := e.Floats(append(identity(s.slots), make([]float64, 3*s.slots*s.slots)...), 4*int64(s.slots), int64(s.slots))
		resists := e.Op("Mul", nil, s.tables.inColumns(resistance), diagonal)
		loads := e.Op("Add", nil, e.Op("MatMul", nil, s.force, at.velocities), s.tables.inColumns(load))
		loads = e.Op("Mul", nil, s.tables.inColumns(half), loads)
		both := e.Op("Concat", along(2), e.Op("Add", nil, products, resists), loads)
		return s.passes(s.divided(both, several, 4*s.slots+1, s.slots, s.joints), at.turning, s.tables.inColumns(w))
	}
}

// passes returns the function that computes the rates in the middle of a step. quotient has, one
// below the other and divided by the matrix of the equations, the matrix, the forces of inertia by
// pairs of slots, and half of the change by forces and loads: [times,systems,4 slots+1,slots].
func (s *stepEmitter) passes(quotient, turning, w string) func(middle *Value) *Value {
	e, several, slots := s.e, int64(len(s.halves)), int64(s.slots)
	straight := e.Op("Add", nil, w, s.slice(quotient, 2, 4*s.slots, 4*s.slots+1))
	bias := s.reshaped(s.slice(quotient, 2, s.slots, 4*s.slots), several, -1, 3, slots*slots)
	bias = e.Op("Mul", nil, e.Op("MatMul", nil, turning, bias), s.pairs)
	return func(middle *Value) *Value { // of the rates at the ends of pairs
		rates := s.tables.inColumns(middle)
		ofSecond := s.reshaped(e.Op("MatMul", nil, rates, bias), several, -1, slots, slots)
		return s.value(e.Op("Sub", nil, straight, e.Op("MatMul", nil, rates, ofSecond)), len(s.halves))
	}
}
