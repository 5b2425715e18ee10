package ir

import "gmnc/internal/articulated"

// These are the names of the operators of this file.
const (
	JointMeasure OpName = "joint_measure"
	JointPlace   OpName = "joint_place"
	JointStart   OpName = "joint_start"
	JointStep    OpName = "joint_step"
	// JointStopStep is JointStep for joints with rotors and stops.
	JointStopStep OpName = "joint_stop_step"
)

// motionOps define their meaning by operators of the table, which gradients and the interpreter
// use instead.
var motionOps = []*Op{
	{
		Name: JointPlace, Arity: 7, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}},
		Means: func(b *Builder, n *Node, args []*Value) []*Value {
			bodies, others := bodiesOf(n, args)
			return []*Value{newJointLaw(b, bodies, JointLoads{}).kinematics(others[0])}
		},
		ONNX:    emitJointPlace,
		Samples: []Sample{motionSample(2)},
	},
	{
		Name: JointStart, Arity: 8, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}},
		Means: func(b *Builder, n *Node, args []*Value) []*Value {
			bodies, others := bodiesOf(n, args)
			return []*Value{newJointLaw(b, bodies, JointLoads{Mass: others[0]}).started(others[1])}
		},
		ONNX:    emitJointStart,
		Samples: []Sample{motionSample(1, 3)},
	},
	{
		Name: JointStep, Arity: 11, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}, {"time", FloatAttr}},
		Means: func(b *Builder, n *Node, args []*Value) []*Value {
			bodies, others := bodiesOf(n, args)
			loads := JointLoads{Mass: others[0], Force: others[1], Damping: others[2], Load: others[3]}
			return []*Value{newJointLaw(b, bodies, loads).extrapolated(others[4], n.Float("time"))}
		},
		ONNX:    emitJointStep,
		Samples: []Sample{stepSample(1, 3, 1, 1, 2)},
	},
	{
		Name: JointStopStep, Arity: 12, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}, {"time", FloatAttr}},
		Means: func(b *Builder, n *Node, args []*Value) []*Value {
			bodies, others := bodiesOf(n, args)
			loads := JointLoads{others[0], others[1], others[2], others[3], others[4]}
			return []*Value{newJointLaw(b, bodies, loads).extrapolated(others[5], n.Float("time"))}
		},
		ONNX:    emitJointStep,
		Samples: []Sample{stepSample(1, 3, 1, 1, articulated.StopColumns, 2), stepSample(1, 3, 1, 1, 1, 2)},
	},
	{
		Name: JointMeasure, Arity: 5, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}},
		Means: func(b *Builder, n *Node, args []*Value) []*Value {
			return []*Value{measured(b, n, args)}
		},
		Samples: []Sample{measureSample()},
	},
}

// motionSample returns a sample with bodies of one particle each, and further values of these
// columns.
func motionSample(columns ...int) Sample {
	rows := Rows("particles")
	s := Sample{Attrs: Attrs{"joints": 8, "depth": 9}, Low: 0.25, High: 0.75, Parents: 6}
	for range 4 {
		s.Args = append(s.Args, Floats(rows, 3))
	}
	s.Args = append(s.Args, Floats(rows, 4), Indices("particles", rows))
	for _, k := range columns {
		s.Args = append(s.Args, Floats(rows, k))
	}
	return s
}

func measureSample() Sample {
	s := motionSample()
	s.Args, s.Parents = append(s.Args[:4], s.Args[5]), 5
	return s
}

func stepSample(columns ...int) Sample {
	s := motionSample(columns...)
	s.Attrs["time"] = 0.1
	return s
}
