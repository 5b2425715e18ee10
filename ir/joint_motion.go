package ir

import "gmnc/internal/articulated"

// JointBodies describes rigid bodies with one joint each, in rows of particles, as in
// articulated.Bodies. A system has at most Count bodies, and a path from a root at most Depth
// rows.
type JointBodies struct {
	// These are in the rest pose, [rows,3].
	Turn, Slide, Anchor, Rest *Value
	First                     *Value // the first coordinates of joints, as JointMeasure returns them: [rows,4]
	Parents                   *Value
	Count, Depth              int
}

// JointLoads holds the masses, forces and joint loads of bodies, as in articulated.Loads:
// forces [rows,3], masses, damping coefficients and loads [rows,1]. Stops is the stops
// [rows,5], or rotor inertias [rows,1], or nil.
type JointLoads struct{ Mass, Force, Damping, Load, Stops *Value }

// JointMeasure returns the coordinates of joints in bodies at positions [rows,3], as Angles does,
// and a mark for bodies on a line, whose unknown angle is taken as 0: [rows,4].
func (b *Builder) JointMeasure(bodies JointBodies, position *Value) *Value {
	return b.Op(JointMeasure, Attrs{"joints": bodies.Count, "depth": bodies.Depth},
		bodies.Turn, bodies.Slide, bodies.Rest, position, bodies.Parents)
}

// JointPlace returns the positions and velocities [rows,6] of particles for a state [rows,2]: the
// coordinate of each joint and its rate.
func (b *Builder) JointPlace(bodies JointBodies, state *Value) *Value {
	return b.Op(JointPlace, Attrs{"joints": bodies.Count, "depth": bodies.Depth}, append(bodies.args(), state)...)
}

// JointStart returns the initial state [rows,2] of joints for velocities [rows,3] of particles:
// coordinates relative to First, which are 0, and rates by least squares, weighted by masses
// [rows,1].
func (b *Builder) JointStart(bodies JointBodies, mass, velocity *Value) *Value {
	return b.Op(JointStart, Attrs{"joints": bodies.Count, "depth": bodies.Depth}, append(bodies.args(), mass, velocity)...)
}

// JointStep returns the state [rows,2] of bodies after a time, by a step of fourth order,
// and 0 in rows of no body. Let J be the velocities of particles at unit rates, M their
// masses and a0 their accelerations at constant rates. Newton's equations are then
//
//	H dw/dt = J^T (f - M a0(w)) + load - D w        H = J^T M J
//
// A step of second order of the time h moves for half of the time at the old rates, solves
//
//	(H + h D / 2) (w' - w) = h (J^T (f - M a0((w + w') / 2)) + load - D w)
//
// there by three fixed-point iterations, and moves for the other half at the new rates. It
// is symmetric, and damping is implicit. A whole step and two half steps, extrapolated, are
// of fourth order. A time that is not positive is an error, since stops only push forward in
// time.
func (b *Builder) JointStep(bodies JointBodies, loads JointLoads, state *Value, time float64) *Value {
	attrs := Attrs{"joints": bodies.Count, "depth": bodies.Depth, "time": time}
	return b.Op(JointStep, attrs, append(bodies.args(), loads.Mass, loads.Force, loads.Damping, loads.Load, state)...)
}

// JointStopStep is JointStep for joints with stops: rotors add their inertia to the diagonal of
// H, and stops add their loads, also implicitly. Stops of one column are rotors without stops.
func (b *Builder) JointStopStep(bodies JointBodies, loads JointLoads, state *Value, time float64) *Value {
	attrs := Attrs{"joints": bodies.Count, "depth": bodies.Depth, "time": time}
	args := append(bodies.args(), loads.Mass, loads.Force, loads.Damping, loads.Load, loads.Stops, state)
	return b.Op(JointStopStep, attrs, args...)
}

func (j JointBodies) args() []*Value {
	return []*Value{j.Turn, j.Slide, j.Anchor, j.Rest, j.First, j.Parents}
}

// bodiesOf returns the bodies that a node's arguments describe, and the remaining arguments.
func bodiesOf(n *Node, args []*Value) (bodies JointBodies, others []*Value) {
	return JointBodies{args[0], args[1], args[2], args[3], args[4], args[5], n.Int("joints"), n.Int("depth")}, args[6:]
}

// measured returns the result of JointMeasure.
func measured(b *Builder, n *Node, args []*Value) *Value {
	turn, slide, rest, position, parents := args[0], args[1], args[2], args[3], args[4]
	if isZero(n.Args[1]) {
		slide = nil
	}
	f := b.FitBodies(begins(b, turn, slide), parents, position, rest)
	return b.Concat(b.Angles(f, turn, slide), f.IsLine)
}

// begins returns a mark for the rows of bodies, which have an axis. slide is nil if no joint
// slides.
func begins(b *Builder, turn, slide *Value) *Value {
	square := b.Inner(turn, turn)
	if slide != nil {
		square = b.Add(square, b.Inner(slide, slide))
	}
	return b.Greater(square, b.Scalar(0))
}

// jointLaw writes the motion of bodies in operators of the table.
type jointLaw struct {
	BodyRows
	JointBodies
	JointLoads
	isRoot  *Value // marks rows that are their own parents
	motions bodyMotions
	joints  Joints // at no pose
}

func newJointLaw(b *Builder, bodies JointBodies, loads JointLoads) *jointLaw {
	rows := BodyRows{b, begins(b, bodies.Turn, bodies.Slide), bodies.Parents}
	isRoot := b.Same(bodies.Parents, b.RowNumbers(bodies.Turn.Type.Rows().Symbol))
	up := b.Ancestors(bodies.Parents, b.Mul(rows.IsBody, b.Sub(b.Scalar(1), isRoot)), bodies.Depth-1)
	known := b.Concat(bodies.First, bodies.Turn, bodies.Anchor, b.Inner(bodies.Turn, bodies.Turn), bodies.Slide)
	joints := Joints{Mass: loads.Mass, Parents: bodies.Parents, Count: bodies.Count, Depth: bodies.Depth}
	return &jointLaw{rows, bodies, loads, isRoot, newBodyMotions(b, known, bodies.Parents, up), joints}
}

// poses returns the poses of bodies whose joints have moved by q, [rows,1], since the start, or have
// not moved if q is nil, relative to the anchors of their roots.
func (j *jointLaw) poses(q *Value) JointPose {
	pose := j.motions.pose(q)
	moved := j.Moved(j.Sub(j.Rest, j.Spread(j.Anchor)), j.Spread(pose))
	return JointPose{Position: moved, Axes: j.linear(j.motions.fields(pose), 6, axesOfField)}
}

// kinematics returns the result of JointPlace.
func (j *jointLaw) kinematics(state *Value) *Value {
	at := j.poses(j.Columns(state, 0, 1))
	motion := j.SumPaths(j.Mul(at.Axes, j.Columns(state, 1, 2)), j.Parents, j.Depth, false)
	origin := j.SumPaths(j.Mul(j.isRoot, j.Anchor), j.Parents, j.Depth, false)
	return j.Concat(j.Add(at.Position, origin), j.VelocityAt(motion, at.Position))
}

// started returns the result of JointStart.
func (j *jointLaw) started(velocity *Value) *Value {
	zero := j.Mul(j.IsBody, j.Scalar(0))
	at := j.poses(nil)
	return j.Concat(zero, j.JointRates(j.joints.At(j.Builder, at, j.IsBody, j.Mul(j.Scalar(0), j.Mass)), j.Mul(j.Mass, velocity), zero))
}

// HaveStops reports whether joints have stops, and not only rotors.
func (l JointLoads) HaveStops() bool {
	return l.Stops != nil && l.Stops.Type.Columns() == articulated.StopColumns
}

// equations implements jointForm.
func (j *jointLaw) equations(q, half *Value) func(resistance, load, w *Value) func(middle *Value) *Value {
	at := j.poses(q)
	return func(resistance, load, w *Value) func(middle *Value) *Value {
		joints, push := j.joints.At(j.Builder, at, j.IsBody, resistance), j.Mul(half, load)
		return func(middle *Value) *Value {
			inertial := j.Inertial(at.Position, j.Mul(at.Axes, middle), j.Parents, j.Depth)
			force := j.Mul(half, j.Sub(j.Force, j.Mul(j.Mass, inertial)))
			return j.Add(w, j.JointRates(joints, force, push))
		}
	}
}

// together implements jointForm.
func (j *jointLaw) together(steps jointSteps, s jointMotion, halves ...float64) (after []jointMotion) {
	for _, half := range halves {
		after = append(after, steps.stepped(s, j.Scalar(half)))
	}
	return after
}

// joined implements jointForm.
func (j *jointLaw) joined(s jointMotion) *Value { return j.Concat(s.q, s.w) }

// extrapolated makes a step of fourth order.
func (j *jointLaw) extrapolated(state *Value, h float64) *Value {
	if !(h > 0) {
		j.Fail("a step of joints takes the time %v: want a positive one", h)
	}
	if j.Stops != nil && j.Stops.Type.Columns() != 1 && !j.HaveStops() {
		j.Fail("stops of joints are %s: want 1 column, of rotors, or %d", j.Stops.Type, articulated.StopColumns)
	}
	steps := jointSteps{Builder: j.Builder, form: j, damping: j.Damping, load: j.Load}
	if j.Stops != nil {
		steps.rotor = j.Columns(j.Stops, 0, 1)
	}
	if j.HaveStops() {
		steps.stops = j.stopsOf(h)
	}
	return j.Mul(j.IsBody, steps.extrapolated(jointMotion{j.Columns(state, 0, 1), j.Columns(state, 1, 2)}, h))
}
