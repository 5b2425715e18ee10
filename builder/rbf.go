package builder

import (
	"fmt"

	"gmnc/builder/graph"
	"gmnc/builder/mechanics"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// These are the weights of an RBF network, which package regression computes. J is the number
// of node features, and S the number of radial basis functions, which is Config.Hidden.
const (
	RBFReference = "reference"     // positions of particles of each name, about their mean: [J,3]
	RBFScales    = "scales"        // of positions and of velocities: [1,2]
	RBFMean      = "mean"          // of poses: [1,6J]
	RBFCenters   = "centers"       // poses about their mean: [S,6J]
	RBFSharpness = "sharpness"     // 1 / (2 width^2): [1,1]
	RBFHeights   = "heights"       // displacements in the frame: [S,3J]
	RBFLinear    = "linear/weight" // displacements for a pose: [6J,3J]
	RBFConstant  = "linear/bias"   // [1,3J]
)

const (
	// drawnPose is the standard deviation, or the mean, of initial weights.
	drawnPose = 0.1
	// frameRounds is the number of iterations. They suffice if a body is no narrower than a
	// ten-thousandth in one direction compared with another, relative to the reference.
	frameRounds = 8
	// smallestVolume is the smallest square of a determinant.
	smallestVolume = 1e-20
)

// writeRBF writes a network of radial basis functions (Broomhead and Lowe 1988)
// for one body whose particles are told apart by node features e_i, such as the
// joints of a skeleton. With c the mean position and p the reference, it looks at
// the body in a frame R of the body's own:
//
//	R  = polar factor of sum_i (x_i - c) (p e_i)^T
//	z  = R^T [s (x_j - c), s' v_j] for all names j, less the mean pose
//	d  = A z + b + sum_k w_k exp(-g |z - z_k|^2)
//	y  = x_i + R d e_i
//
// R turns, and is reflected, as the body is. Objects then move to y in K rounds by
// GMN's kinematics: an object as far as its mean, or its joint, has to go, each bar
// in the direction that it has in y.
func writeRBF(w *graph.Writer) {
	names := w.Inputs.NodeFeatures
	if names == nil {
		w.Fail("an RBF network tells particles apart by node features, and there are none: prepare the data with one for each, as gmnc prepare mocap --joints does")
	}
	count := names.Type.Columns()
	normal := func(name string, rows, columns int) *ir.Value {
		return w.Param(graph.Param{Name: name, Rows: rows, Columns: columns, Deviation: drawnPose})
	}
	ones := w.Broadcast(w.Scalar(1), graph.Particles)
	mean := w.Div(w.SumSystem(w.Inputs.Position), w.SumSystem(ones))
	x := w.Name("centred", w.Sub(w.Inputs.Position, mean))
	frame := w.Name("frame", frameOf(w, x, w.MatMul(names, normal(RBFReference, count, 3), false, false)))

	scales := w.Param(graph.Param{Name: RBFScales, Rows: 1, Columns: 2, Mean: 1})
	scaled := w.Concat(w.Mul(x, w.Columns(scales, 0, 1)), w.Mul(w.Inputs.Velocity, w.Columns(scales, 1, 2)))
	body := w.SumSystem(w.RowMatMul(names, scaled, 1, false, false))
	pose := w.Name("pose", w.Sub(w.Inner(body, frame), normal(RBFMean, 1, 6*count)))

	linear := w.Add(w.MatMul(pose, normal(RBFLinear, 6*count, 3*count), false, false), normal(RBFConstant, 1, 3*count))
	bumps := w.MatMul(radialBasis(w, pose, normal(RBFCenters, w.Config.Hidden, 6*count)), normal(RBFHeights, w.Config.Hidden, 3*count), false, false)
	own := w.RowMatMul(names, w.Add(linear, bumps), count, false, false)
	toward(w, w.Add(w.Inputs.Position, w.Mix(own, frame, false)))
}

// frameOf returns the orthogonal matrix, as three rows [particles,9], that is nearest to the
// sum over a system of reference x^T. It is the polar factor, computed by Newton's iteration m
// = (m + m^-T) / 2 after scaling m to a determinant of 1 (Higham 2008, Functions of Matrices).
// The rows of m^-T are cross products of the rows of m over the determinant. For a flat body
// there are two nearest matrices, and the result is not one of them.
func frameOf(w *graph.Writer, x, reference *ir.Value) *ir.Value {
	m := w.SumSystem(w.RowMatMul(reference, x, 1, false, false))
	m = w.Div(m, w.Sqrt(w.Maximum(w.SumColumns(w.Square(m)), w.Scalar(graph.SmallSquare))))
	for range frameRounds {
		a, b, c := w.ThreeVectors(m)
		cofactors := w.Concat(w.Cross(b, c), w.Cross(c, a), w.Cross(a, b))
		determinant := w.Inner(a, w.Columns(cofactors, 0, 3))
		square := w.Maximum(w.Square(determinant), w.Scalar(smallestVolume))
		scale := w.Exp(w.Mul(w.Scalar(-1./6), w.Log(square)))
		inverse := w.Div(determinant, w.Mul(square, scale))
		m = w.Mul(w.Scalar(0.5), w.Add(w.Mul(m, scale), w.Mul(cofactors, inverse)))
	}
	return m
}

// radialBasis returns exp(-|z - z_k|^2 g) for each center z_k: [particles,S].
func radialBasis(w *graph.Writer, z, centers *ir.Value) *ir.Value {
	sharpness := w.Param(graph.Param{Name: RBFSharpness, Rows: 1, Columns: 1, Mean: drawnPose})
	ones := make([]float64, z.Type.Columns())
	for i := range ones {
		ones[i] = 1
	}
	size := w.MatMul(w.Const(1, len(ones), ones...), w.Square(centers), false, true)
	between := w.Mul(w.Scalar(-2), w.MatMul(z, centers, false, true))
	square := w.Maximum(w.Add(w.Add(between, w.SumColumns(w.Square(z))), size), w.Scalar(0))
	return w.Name("radial_basis", w.Exp(w.Neg(w.Mul(square, sharpness))))
}

// toward moves the systems towards targets [particles,3], one layer in each round. A bar
// rotates by the sine of the angle to its direction in the target, which leaves an error of
// third order.
func toward(w *graph.Writer, target *ir.Value) {
	m := objects.MembersOf(w, objects.Kinds{Sticks: true, Hinges: true})
	move := w.Shared(mechanics.RigidMotion(w))
	var trees *objects.Forest // nil without
	var moveTrees func(args ...*ir.Value) []*ir.Value
	if w.Config.Depth > 0 {
		f := objects.ForestOf(w)
		trees, moveTrees = &f, w.Shared(objects.ForestKinematics(w, looseForest(w)))
	}
	rest := w.Broadcast(w.Const(1, 3, 0, 0, 0), graph.Particles)
	x := w.Inputs.Position
	for round := range w.Config.Layers {
		w.Scope(fmt.Sprintf("round%d", round), func() {
			force, bar := w.Sub(target, x), objects.BarOf(w, x, m)
			pair := w.Mul(w.Scalar(0.5), objects.OverPair(&w.Networks, force, m))
			ofObject := w.Select(m.IsHinge, w.Gather(force, m.Joint), pair)
			moved := move(append(m.Args(), w.Sub(x, bar), rest, ofObject, bar, rest, ofObject, force)...)[0]
			if f := trees; f != nil {
				moved = w.Select(f.IsForest, moveTrees(append(f.Args(), objects.NoFeatures(w), x, rest, force)...)[0], moved)
			}
			x = w.Name("position", moved)
		})
		w.AddLayer(graph.Layer{Position: x})
	}
}

// looseForest rotates each bar of a tree independently.
func looseForest(w *graph.Writer) objects.ForestLaw {
	return objects.ForestLaw{
		Loose: true,
		Moved: func(b *graph.Networks, before, force *ir.Value) *ir.Value { return b.Add(before, force) },
		Turned: func(b *graph.Networks, angular *ir.Value) *ir.Value {
			return b.SoftlyBounded(graph.TurnLimit, angular, graph.MostTurn)
		},
	}
}
