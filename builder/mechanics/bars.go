package mechanics

import (
	"cmp"
	"math"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
	"gmnc/system"
)

// bars holds the rigid bars of sticks, hinges and trees, all as trees, in rows of particles.
// Each particle has a bar to its parent. The root of a stick is its first end, and the root of
// a hinge is its joint.
type bars struct {
	parent, root *ir.Value // itself and itself without a bar
	isBar        *ir.Value // 1 or 0: [particles,1]
	// up holds the ancestors that are 1, 2, 4 and so on bars away, or the root.
	up []*ir.Value

	// mass is in units of a typical mass, so that products of masses fit in float32.
	// inverseMass is in units of the data: [particles,1]. The inverse mass of a pinned particle
	// is 0.
	mass, inverseMass *ir.Value
	// mobility is the inverse of the mass that acts on bars, [particles,1]. If bodies hang on
	// trees it is a square root of that, a matrix: [particles,9].
	mobility *ir.Value
	pinned   *ir.Value // 1 or 0: [particles,1]; nil where none is
	onTree   *ir.Value // marks the particles of bodies that trees hold: [particles,1]; nil for none
	shortest float64   // floors the squared length of a bar
}

// newBars computes the bars from the inputs. No step changes them.
func newBars(w *graph.Writer, mass, pinned *ir.Value) bars {
	in := w.Inputs
	parent := w.Gather(in.Joint, w.Gather(in.First, in.Partner))
	b := bars{parent: parent, root: parent, up: []*ir.Value{parent}, mass: mass, pinned: pinned, shortest: objects.ShortestBar(w.Config)}
	if in.Root != nil {
		b.root = w.Gather(in.Root, parent)
	}
	for len(b.up) < objects.Levels(w.Config.Depth) {
		last := b.up[len(b.up)-1]
		b.up = append(b.up, w.Gather(last, last))
	}
	one := w.Scalar(1)
	b.isBar = w.Sub(one, w.Same(parent, w.RowNumbers(graph.Particles)))
	if w.Config.OnTrees {
		joined := w.Sub(one, w.Same(in.Partner, w.RowNumbers(graph.Particles)))
		b.onTree = w.Name("is_held", w.Mul(in.Is[system.Body], joined))
		b.isBar = w.Sub(b.isBar, b.onTree)
	}
	b.isBar = w.Name("is_bar", b.isBar)
	perUnit := 1 / massUnit(w.Config)
	if mass == nil {
		b.mass = w.Broadcast(one, graph.Particles)
	} else {
		b.mass = w.Scaled("seen_mass", mass, perUnit)
	}
	inverse := w.Div(one, b.mass)
	if pinned != nil {
		inverse = w.Select(pinned, w.Scalar(0), inverse)
	}
	b.inverseMass = w.Scaled("inverse_mass", inverse, perUnit)
	if body := in.Is[system.Body]; body != nil && !w.Config.OnTrees {
		inverse = ofBars(w, inverse, body)
	}
	b.mobility = w.Name("mobility", inverse)
	return b
}

// massUnit is a power of two near a typical mass, so that multiplication by it is exact.
func massUnit(c config.Config) float64 {
	return math.Exp2(math.Round(math.Log2(cmp.Or(c.Mass, 1))))
}

// ofBars returns the inverse masses that act on bars if no bodies hang on trees. It is 0 in
// bodies, which then have no bars. For bodies that the model does not move it is not finite,
// because any number would be wrong.
func ofBars(w *graph.Writer, inverseMass, body *ir.Value) *ir.Value {
	unknown := body
	if w.Config.Bodies {
		joined := w.Sub(w.Scalar(1), w.Same(w.Inputs.Partner, w.RowNumbers(graph.Particles)))
		unknown = w.Mul(body, joined)
		inverseMass = w.Mul(inverseMass, w.Sub(w.Scalar(1), body))
	}
	return w.Div(inverseMass, w.Sub(w.Scalar(1), unknown))
}

// args returns the arguments for a function that calls declareBars.
func (b bars) args() []*ir.Value {
	args := append([]*ir.Value{b.parent, b.root, b.isBar, b.mass, b.mobility}, b.up...)
	for _, mark := range []*ir.Value{b.pinned, b.onTree} {
		if mark != nil {
			args = append(args, mark)
		}
	}
	return args
}

// declareBars declares the inputs of a function for args.
func declareBars(n *graph.Networks, of bars) bars {
	b := bars{parent: n.MemberInput("parent"), root: n.MemberInput("root"), isBar: n.MaskInput("is_bar"), mass: n.MaskInput("mass"), shortest: of.shortest}
	if of.onTree == nil {
		b.mobility = n.MaskInput("mobility")
	} else {
		b.mobility = n.Input("mobility", ir.Floats(ir.Rows(graph.Particles), 9))
	}
	for k := range of.up {
		b.up = append(b.up, n.MemberInput(objects.AncestorName(k)))
	}
	if of.pinned != nil {
		b.pinned = n.MaskInput("pinned")
	}
	if of.onTree != nil {
		b.onTree = n.MaskInput("is_held")
	}
	return b
}

// toParent returns the difference between a value of each particle and its parent's. It is 0
// within bodies that hang on trees.
func toParent(n *graph.Networks, x *ir.Value, b bars) *ir.Value {
	difference := n.Sub(x, n.Gather(x, b.parent))
	if b.onTree == nil {
		return difference
	}
	return n.Mul(b.isBar, difference)
}

// lengthAndDirection returns the lengths [particles,1] and the directions [particles,3] of bars
// r. The squared length is at least shortest.
func lengthAndDirection(n *graph.Networks, r *ir.Value, shortest float64) (length, direction *ir.Value) {
	length = n.Sqrt(n.Maximum(n.Inner(r, r), n.Scalar(shortest)))
	return length, n.Div(r, length)
}

// pulled returns the effect on the particles of forces along the bars that change a quantity of
// each bar, the difference between its ends along its direction e, by change. It is W J^T l
// with J W J^T l = change, where J holds the directions and W the inverse masses that act on
// bars.
func pulled(n *graph.Networks, e, change *ir.Value, b bars) *ir.Value {
	pull := n.Mul(n.Tensions(e, n.Mul(change, b.isBar), b.parent, b.mobility), e)
	return moved(n, n.Sub(pull, n.ScatterAdd(pull, b.parent)), b)
}

// moved returns the accelerations by forces on particles with bars.
func moved(n *graph.Networks, force *ir.Value, b bars) *ir.Value {
	if b.onTree == nil {
		return n.Mul(b.mobility, force)
	}
	return n.RowMatMul(b.mobility, n.RowMatMul(b.mobility, force, 3, true, false), 3, false, false)
}

// newton defines the accelerations of particles by Newton's equations. With a what
// forces that are no constraint make of each, r and u a bar and its velocity,
//
//	a + W J^T l      J W J^T l = -(J a + |u|^2 / |r|)
//
// keeps the lengths. The spin |u| / |r| is taken for graph.MostTurn a step where it is
// more: a faster bar no integrator follows.
func newton(w *graph.Writer, of bars, h float64) graph.Function {
	return w.Define("newton", func(n *graph.Networks) {
		b, x, v, a := declareBars(n, of), n.VectorInput("position"), n.VectorInput("velocity"), n.VectorInput("acceleration")
		length, e := lengthAndDirection(n, toParent(n, x, b), b.shortest)
		u := toParent(n, v, b)
		inwards, most := n.Div(n.Inner(u, u), length), n.Mul(n.Scalar(graph.MostTurn*graph.MostTurn/(h*h)), length)
		n.NoteLimit(graph.TurnLimit, func() *ir.Value { return n.Greater(inwards, most) })
		inwards = n.Minimum(inwards, most)
		change := n.Neg(n.Add(n.Inner(e, toParent(n, a, b)), inwards))
		n.Output("acceleration", n.Add(a, pulled(n, e, change, b)))
	})
}

// corrections is the number of corrections of the lengths of bars. Each reduces the relative
// error to about its square.
const corrections = 2

// restored defines positions whose bars have the same lengths as in other positions, and
// velocities that keep these lengths. It takes the nearest ones, weighted by mass, so that
// momentum is conserved. Errors by rounding, and errors that are too large for that, are then
// corrected bar by bar from the root, about the center of mass or the pinned particle. A tree
// with several pinned particles has no such order.
func restored(w *graph.Writer, of bars) graph.Function {
	return w.Define("restored", func(n *graph.Networks) {
		b, first, x, v := declareBars(n, of), n.VectorInput("first_position"), n.VectorInput("position"), n.VectorInput("velocity")
		want, _ := lengthAndDirection(n, toParent(n, first, b), b.shortest)
		for range corrections {
			length, e := lengthAndDirection(n, toParent(n, x, b), b.shortest)
			x = n.Add(x, pulled(n, e, n.Sub(want, length), b))
		}
		if b.onTree != nil {
			x = n.Select(b.onTree, n.Gather(x, b.parent), x)
		}
		x = assembled(n, x, want, first, b)
		_, e := lengthAndDirection(n, toParent(n, x, b), b.shortest)
		n.Output("position", x)
		n.Output("velocity", n.Add(v, pulled(n, e, n.Neg(n.Inner(e, toParent(n, v, b))), b)))
	})
}

// assembled returns positions with the directions of the bars of x and with the given lengths.
func assembled(n *graph.Networks, x, lengths, first *ir.Value, b bars) *ir.Value {
	_, e := lengthAndDirection(n, toParent(n, x, b), b.shortest)
	sum := n.Mul(e, n.Mul(lengths, b.isBar))
	for _, up := range b.up {
		sum = n.Add(sum, n.Gather(sum, up))
	}
	share, several := b.mass, (*ir.Value)(nil)
	if b.pinned != nil {
		count := n.SumSystems(b.pinned, b.root)
		share = n.Select(count, b.pinned, b.mass)
		several = n.Greater(count, n.Scalar(1.5))
	}
	totals := n.SumSystems(n.Concat(n.Mul(share, n.Sub(x, sum)), share), b.root)
	assembled := n.Add(sum, n.Div(n.Columns(totals, 0, 3), n.Columns(totals, 3, 4)))
	if b.pinned == nil {
		return assembled
	}
	return n.Select(b.pinned, first, n.Select(several, x, assembled))
}
