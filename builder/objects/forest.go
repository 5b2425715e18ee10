package objects

import (
	"fmt"
	"math/bits"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Forest holds what the motion of trees and rigid bodies needs to know of them, in rows of
// particles. A particle in none of them is a tree of its own.
type Forest struct {
	IsForest, isBody *ir.Value // 1 or 0: [particles,1]
	// isFree marks the bodies that are not joined to a tree; they rotate about their centers. A
	// joined body rotates about the particle that joins it, which belongs to the tree. It acts
	// as bars from its particles to that one, which all rotate together.
	isFree *ir.Value
	root   *ir.Value // the first member of the object
	first  *ir.Value // the first member of the body, besides the one that joins it
	share  *ir.Value // 1 / the particles of the object: [particles,1]
	// balance is b (1 - b), where b is the share of a tree's particles on one side of the bar
	// to the parent. It is 0 without a bar, and the same for either side: [particles,1].
	balance *ir.Value
	// up holds the ancestors that are 1, 2, 4 and so on bars away, or the root.
	up []*ir.Value

	shortest float64 // floors the squared length of a bar, in functions
}

// ForestOf computes the forest from the inputs. No step changes it.
func ForestOf(w *graph.Writer) Forest {
	in := w.Inputs
	f := Forest{root: in.Root, first: in.First, isBody: in.Is[system.Body], up: []*ir.Value{in.Partner}}
	isAlone := w.Same(in.Partner, w.RowNumbers(graph.Particles))
	f.isFree = w.Name("is_free", w.Mul(f.isBody, isAlone))
	f.IsForest = w.Name("is_forest", w.Add(in.Is[system.Tree], f.isBody))
	for len(f.up) < Levels(w.Config.Depth) {
		last := f.up[len(f.up)-1]
		f.up = append(f.up, w.Gather(last, last))
	}
	ones := w.Broadcast(w.Scalar(1), graph.Particles)
	f.share = w.Name("share", w.Div(ones, w.SumSystems(ones, f.root)))
	below := ones
	for k := range f.up {
		below = w.Add(below, w.ScatterAdd(below, f.up[len(f.up)-1-k]))
	}
	below = w.Mul(below, f.share)
	isChild := w.Mul(in.Is[system.Tree], w.Sub(ones, isAlone))
	f.balance = w.Name("balance", w.Mul(isChild, w.Mul(below, w.Sub(ones, below))))
	return f
}

// Levels is how many ancestors, each twice as far away as the one before, reach the root of a
// tree of this depth.
func Levels(depth int) int { return bits.Len(uint(depth - 1)) }

// Args returns the arguments for a function that calls declareForest.
func (f Forest) Args() []*ir.Value {
	return append([]*ir.Value{f.IsForest, f.isBody, f.isFree, f.root, f.first, f.share, f.balance}, f.up...)
}

// declareForest declares the inputs of a function for Args.
func declareForest(n *graph.Networks, config config.Config) Forest {
	f := Forest{
		shortest: ShortestBar(config),
		IsForest: n.MaskInput("is_forest"), isBody: n.MaskInput("is_body"), isFree: n.MaskInput("is_free"),
		root: n.MemberInput("root"), first: n.MemberInput("first"), share: n.MaskInput("share"), balance: n.MaskInput("balance"),
	}
	for k := range Levels(config.Depth) {
		f.up = append(f.up, n.MemberInput(AncestorName(k)))
	}
	return f
}

// AncestorName returns the name of the ancestors that are 2^k bars away.
func AncestorName(k int) string { return fmt.Sprintf("up%d", 1<<k) }

// total sums a value over the particles of each object.
func total(n *graph.Networks, x *ir.Value, f Forest) *ir.Value { return n.SumSystems(x, f.root) }

// ObjectMean averages a value over the particles of each object.
func ObjectMean(n *graph.Networks, x *ir.Value, f Forest) *ir.Value {
	return n.Mul(total(n, x, f), f.share)
}

// centered sums a value of the bars, which is 0 at roots, from the root to each particle, and
// subtracts the mean over the tree. The result does not depend on the choice of the root.
// Values of free bodies have a mean of 0 and are returned as they are.
func centered(n *graph.Networks, x *ir.Value, f Forest) *ir.Value {
	sum := x
	for _, up := range f.up {
		sum = n.Add(sum, n.Gather(sum, up))
	}
	return n.Select(f.isFree, x, n.Sub(sum, ObjectMean(n, sum, f)))
}

// NarrowWidth is the width of psi's inputs and networks. They see an object as a whole, for
// which half of the width of the features is enough.
func NarrowWidth(hidden int) int { return max(1, hidden/2) }

// ForestLaw holds what differs between the models with trees.
type ForestLaw struct {
	// Factor writes psi from its inputs. If it is nil, psi is 1 and, unless Loose is true,
	// tensions along the bars keep their lengths as in Newton's equations.
	Factor func(b *graph.Networks, name string, x *ir.Value) *ir.Value
	Loose  bool
	// Integrator is Config.Integrator.
	Integrator string
	// Moved returns the displacement of the object's center, given the previous displacement,
	// and Turned the rotation of a bar.
	Moved  func(b *graph.Networks, before, force *ir.Value) *ir.Value
	Turned func(b *graph.Networks, w *ir.Value) *ir.Value
}

// ForestKinematics defines the motion of trees and rigid bodies. An object of
// mean position q and mean force f moves as a particle does, and its bars turn:
//
//	q'  = psi q' + f          q = q + q'
//	w_i = r_i x (psi_i u_i + f_i - f_p) / |r_i|^2
//	x_i = q + s_i - mean s    s_i = the sum of rot(w_j) r_j from the root to i
//
// with r_i = x_i - x_p the bar to the parent p and u_i its velocity. A body has
// r_i = x_i - q and a single
//
//	w = I^-1 sum_i r_i x (psi_i u_i + f_i)      x_i = q + rot(w) r_i
//
// with I the inertia of equal masses; one that a particle j joins to a tree has r_i =
// x_i - x_j, f_i - f_j in place of f_i, and its others s_i = s_j + rot(w) r_i. The
// velocity is the rate of this motion. With Verlet I is the inertia in the middle of the
// turn, and at its end for the velocity, so that a free body keeps its angular momentum.
//
// By Newton's equations psi is 1, and f_i - f_p are those with the tensions of the
// bars. Else psi sees the mean over the object of c(h), and psi_i also
// c(h_i) + c(h_p) and the balance. All of it stays as it is when another particle
// is the root.
func ForestKinematics(w *graph.Writer, law ForestLaw) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("forest_kinematics", func(b *graph.Networks) {
		f := declareForest(b, w.Config)
		h, x, v, force := b.FeaturesInput("features", hidden), b.VectorInput("position"), b.VectorInput("velocity"), b.VectorInput("force")
		kick, drift := PushInputs(b, law.Integrator)
		now := v
		if law.Integrator == config.Verlet {
			now = b.VectorInput("velocity_now")
		}

		var psi, psiBar *ir.Value
		if law.Factor != nil {
			part := b.MLP("tree_part", h, hidden, NarrowWidth(hidden))
			whole, pair := ObjectMean(b, part, f), b.Add(part, b.Gather(part, f.up[0]))
			psi = law.Factor(b, "tree_velocity", whole)
			psiBar = law.Factor(b, "tree_angular_velocity", b.Concat(pair, whole, f.balance))
		}

		state := b.Concat(x, v, force)
		means := ObjectMean(b, state, f)
		q, before, meanForce := b.ThreeVectors(means)
		r, u, t := b.ThreeVectors(b.Sub(state, b.Select(f.isFree, means, b.Gather(state, f.up[0]))))
		if law.Factor != nil {
			before, u = b.Mul(psi, before), b.Mul(psiBar, u)
		} else if !law.Loose {
			along := u
			if now != v {
				along = b.Sub(now, b.Gather(now, f.up[0]))
			}
			t = tensed(b, r, along, t, f)
		}
		moved := law.Moved(b, before, PartOf(b, meanForce, kick))
		torque := b.Cross(r, b.Add(u, PartOf(b, t, kick)))
		alone := b.Div(torque, b.Maximum(b.Inner(r, r), b.Scalar(f.shortest)))
		spin := func(r *ir.Value) *ir.Value {
			return law.Turned(b, b.Select(f.isBody, together(b, r, torque, f), alone))
		}
		angular := spin(r)
		turned := b.Rotate(r, PartOf(b, angular, drift))
		if law.Integrator == config.Verlet {
			halfway := b.Rotate(r, b.Mul(b.Scalar(0.5), PartOf(b, angular, drift)))
			turned = b.Rotate(r, PartOf(b, spin(halfway), drift))
			angular = spin(turned)
		}
		around := centered(b, b.Concat(turned, b.Cross(angular, turned)), f)
		b.Output("position", b.Add(b.Add(q, PartOf(b, moved, drift)), b.Columns(around, 0, 3)))
		b.Output("velocity", b.Add(moved, b.Columns(around, 3, 6)))
	})
}

// tensed adds to the differences t of the forces at both ends of each bar r of a
// tree, whose velocity is u, the differences of the tensions that keep its length:
//
//	e_i . (t_i + y_i - y_p) = -|s_i|^2 |r_i|
//
// with e the direction and s the spin of a bar, and y_i what all tensions do to
// particle i. A body that is joined to a tree counts as loose bars.
func tensed(n *graph.Networks, r, u, t *ir.Value, f Forest) *ir.Value {
	r = n.Mul(n.Sub(f.IsForest, f.isFree), r)
	square := n.Maximum(n.Inner(r, r), n.Scalar(f.shortest))
	length := n.Sqrt(square)
	e := n.Div(r, length)
	spin := n.SoftlyBounded(graph.TurnLimit, n.Div(n.Cross(r, u), square), graph.MostTurn)
	change := n.Neg(n.Add(n.Inner(e, t), n.Mul(n.Inner(spin, spin), length)))
	pull := n.Mul(n.Tensions(e, change, f.up[0]), e)
	all := n.Sub(pull, n.ScatterAdd(pull, f.up[0]))
	return n.Add(t, n.Sub(all, n.Gather(all, f.up[0])))
}

// together is the angular velocity of each body, I^-1 times its torque, with the
// inertia I = sum |r|^2 - r r^T.
func together(n *graph.Networks, r, torque *ir.Value, f Forest) *ir.Value {
	sums := n.SumSystems(n.Concat(append(n.OuterProduct(r), torque)...), f.first)
	turning := n.InertiaSolver(n.SymmetricOf(sums), func(*ir.Value) *ir.Value { return n.Scalar(f.shortest) })
	return turning(n.Columns(sums, 6, 9))
}

// OverForest replaces the motion of isolated particles by the motion of trees and bodies, for
// the particles in these.
func OverForest(w *graph.Writer, f Forest, x, v *ir.Value, moved []*ir.Value) (position, velocity *ir.Value) {
	return w.Select(f.IsForest, moved[0], x), w.Select(f.IsForest, moved[1], v)
}

// PushInputs declares the shares of accelerations and of displacements that a push applies,
// [1,1]. Without Verlet both are nil and stand for 1.
func PushInputs(n *graph.Networks, integrator string) (kick, drift *ir.Value) {
	if integrator != config.Verlet {
		return nil, nil
	}
	number := ir.Floats(ir.Fixed(1), 1)
	return n.Input("kick", number), n.Input("drift", number)
}

// PartOf multiplies a value by a share. It returns the value itself if the share is nil.
func PartOf(n *graph.Networks, x, part *ir.Value) *ir.Value {
	if part == nil {
		return x
	}
	return n.Mul(x, part)
}
