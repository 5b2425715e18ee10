package forms

import (
	"slices"

	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/system"
)

// The bar of a value of particles is half of the difference to the partner for the ends of a
// stick, and the whole difference for a hinge. A layer rotates the bars of positions and
// velocities, and adds what all members of an object have in common. So the bars of its results
// are the rotated ones, and the next layer need not compute them.

// share says how a value of particles relates to the objects of a kind. Isolated particles are
// objects of one.
type share uint8

const (
	// common is a value that all members share. Its bar is 0.
	common share = 1 << iota
	// ownBar is a value that is its own bar. Both ends of a stick have opposite values, and the
	// joint of a hinge and isolated particles have 0.
	ownBar

	both = common | ownBar
)

// bars finds the bars that are known in a graph.
type bars struct {
	*Emitter
	kinds  []*system.Kind
	shares map[*ir.Value][]share // the shares of a value for each kind
	known  map[*ir.Value]*ir.Value
}

// WithKnownBars returns the module with the known bars of sums in place of their differences.
func (e *Emitter) WithKnownBars() (*ir.Module, error) {
	b := &bars{e, e.TableKinds(), map[*ir.Value][]share{}, map[*ir.Value]*ir.Value{}}
	main := e.Module.Main
	if !slices.Equal(b.kinds, []*system.Kind{system.Isolated, system.Stick, system.Hinge}) {
		return e.Module, nil // other kinds move in other ways
	}
	for _, node := range main.Nodes {
		for i, arg := range node.Args {
			if known := b.known[arg]; known != nil {
				node.Args[i] = known
			}
		}
		if node.Callee != nil {
			continue
		}
		v := node.Result()
		if known := b.knownAs(v); known != nil {
			b.known[v] = known
			continue
		}
		all := make([]share, len(b.kinds))
		for kind := range all {
			all[kind] = b.find(v, kind)
		}
		b.shares[v] = all
	}
	for i, output := range main.Outputs {
		if known := b.known[output.Value]; known != nil {
			main.Outputs[i].Value = known
		}
	}
	if len(b.known) == 0 {
		return e.Module, nil
	}
	return ir.OptimizeRotations(e.Module)
}

// knownAs returns the known part of a sum of a bar and of what objects have in common. If v is
// the bar of the sum, it returns the bar. If v is the sum minus the bar, it returns the common
// part. It is nil for other values.
func (b *bars) knownAs(v *ir.Value) *ir.Value {
	sum, bar := b.barOf(v), (*ir.Value)(nil)
	if sum == nil && v.Is(ir.Sub) {
		sum, bar = v.Node.Args[0], v.Node.Args[1]
	}
	if sum == nil || !sum.Is(ir.Add) {
		return nil
	}
	for i, own := range sum.Node.Args {
		rest := sum.Node.Args[1-i]
		if !own.Type.Equal(v.Type) || !rest.Type.Equal(v.Type) || !b.all(own, ownBar) || !b.all(rest, common) {
			continue
		}
		switch bar {
		case nil:
			return own
		case own:
			return rest
		}
	}
	return nil
}

// barOf returns x if v is written as the bar of x, for all kinds, or else nil.
func (b *bars) barOf(v *ir.Value) *ir.Value {
	if !v.Is(ir.Select) || !v.Node.Args[2].Is(ir.Mul) {
		return nil
	}
	whole := v.Node.Args[1]
	multiple, factor, _ := ir.WithScalar(v.Node.Args[2].Node.Args)
	chosen := b.byKind(v.Node.Args[0])
	if multiple != whole || chosen == nil || !whole.Is(ir.Sub) || b.ofPartner(whole.Node.Args[1]) != whole.Node.Args[0] {
		return nil
	}
	for i, kind := range b.kinds {
		if kind == system.Stick && (chosen[i] != 0 || factor != 0.5) || kind == system.Hinge && chosen[i] == 0 {
			return nil
		}
	}
	return whole.Node.Args[0]
}

// ofPartner returns x if v is x of each particle's partner, or else nil.
func (b *bars) ofPartner(v *ir.Value) *ir.Value {
	if x, at := b.memberOf(v); x != nil && at[0] == systems.Column(systems.PartnerColumn) {
		return x
	}
	return nil
}

// all reports whether a value has a share in the objects of all kinds.
func (b *bars) all(v *ir.Value, has share) bool {
	for kind := range b.kinds {
		if b.share(v, kind)&has == 0 {
			return false
		}
	}
	return true
}

// share returns the share of a value for a kind.
func (b *bars) share(v *ir.Value, kind int) share {
	switch known := b.shares[v]; {
	case known != nil:
		return known[kind]
	case v.Type.Rows().Symbol == "" || b.byKind(v) != nil || b.kinds[kind] == system.Isolated:
		return common
	}
	return 0
}

// find returns the share of a node's result for a kind.
func (b *bars) find(v *ir.Value, kind int) share {
	if v.Type.Rows().Symbol == "" {
		return common
	}
	if v.Type.Rows() != ir.Rows(systems.Particles) {
		return 0
	}
	found := b.ofNode(v, kind)
	if b.kinds[kind] == system.Isolated {
		found |= common
	}
	return found
}

func (b *bars) ofNode(v *ir.Value, kind int) share {
	args := v.Node.Args
	of := func(i int) share { return b.share(args[i], kind) }
	switch v.Node.Op.Name {
	case ir.Gather:
		return b.ofGather(v, kind)
	case ir.Broadcast:
		return common
	case ir.Neg, ir.Sin, ir.Tanh, ir.SumColumns, ir.Columns:
		return of(0)
	case ir.MatMul:
		if args[1].Type.Rows().Symbol == "" && !v.Node.Bool("transpose_x") {
			return of(0)
		}
	case ir.Add, ir.Sub:
		return b.ofSum(v, kind)
	case ir.Select:
		if chosen := b.byKind(args[0]); chosen != nil && chosen[kind] != 0 {
			return of(1)
		} else if chosen != nil {
			return of(2)
		}
	case ir.Mul, ir.Cross, ir.Inner, ir.Mix:
		return b.ofProduct(of(0), of(1), kind)
	case ir.Square:
		return b.ofProduct(of(0), of(0), kind)
	case ir.Div:
		return b.ofQuotient(of(0), of(1), kind)
	case ir.Exp, ir.Log, ir.Sqrt, ir.Cos, ir.Sigmoid, ir.SiLU, ir.ReLU, ir.Abs, ir.Sign, ir.Clamp, ir.Maximum, ir.Minimum, ir.Greater, ir.Concat:
		all := common
		for i := range args {
			all &= of(i)
		}
		return all
	}
	return 0
}

// ofGather returns the share of a value at a member of each particle's object.
func (b *bars) ofGather(v *ir.Value, kind int) share {
	x, at := b.memberOf(v)
	if x == nil {
		return 0
	}
	own, atEnd := b.share(x, kind), at[0] == systems.Column(systems.FirstColumn) || at[0] == systems.Column("second")
	switch {
	case b.kinds[kind] == system.Isolated, b.kinds[kind] == system.Stick && !atEnd:
		return own
	case b.kinds[kind] == system.Hinge && own&ownBar != 0 && !atEnd:
		return both // the value is that of the joint
	}
	return common
}

// ofSum returns the share of a sum or difference. What is subtracted may be the mean of a pair
// or the bar.
func (b *bars) ofSum(v *ir.Value, kind int) share {
	x, y := v.Node.Args[0], v.Node.Args[1]
	stick, isolated := b.kinds[kind] == system.Stick, b.kinds[kind] == system.Isolated
	taken := y
	if v.Is(ir.Sub) {
		taken = b.chosenFor(y, kind)
	}
	switch {
	case v.Is(ir.Add) && stick && (b.ofPartner(x) == y || b.ofPartner(y) == x):
		return common
	case v.Is(ir.Sub) && b.barOf(y) == x:
		return common
	case v.Is(ir.Sub) && isolated && (taken == x || b.ofPartner(taken) == x || b.isPairMean(taken, x)):
		return both
	case v.Is(ir.Sub) && (b.ofPartner(taken) == x || stick && b.isPairMean(taken, x)):
		return ownBar
	}
	return b.share(x, kind) & b.share(y, kind)
}

// chosenFor returns the value that v has for particles of a kind.
func (b *bars) chosenFor(v *ir.Value, kind int) *ir.Value {
	if choices := b.choices(v); choices != nil {
		return choices[kind]
	}
	return v
}

// isPairMean reports whether v is the mean of x over a particle and its partner.
func (b *bars) isPairMean(v, x *ir.Value) bool {
	if !v.Is(ir.Mul) {
		return false
	}
	sum, factor, ok := ir.WithScalar(v.Node.Args)
	return ok && factor == 0.5 && sum.Is(ir.Add) && sum.Node.Args[0] == x && b.ofPartner(sum.Node.Args[1]) == x
}

// ofProduct returns the share of a product, given those of its factors. The signs of both ends
// of a stick multiply, and 0 stays 0.
func (b *bars) ofProduct(x, y share, kind int) (product share) {
	if x&y&common != 0 {
		product |= common
	}
	if b.kinds[kind] != system.Stick {
		return product | (x|y)&ownBar
	}
	if x&common != 0 && y&ownBar != 0 || x&ownBar != 0 && y&common != 0 {
		product |= ownBar
	}
	if x&y&ownBar != 0 {
		product |= common
	}
	return product
}

// ofQuotient does the same for quotients, whose divisor is not 0.
func (b *bars) ofQuotient(x, y share, kind int) share {
	if b.kinds[kind] == system.Stick {
		return b.ofProduct(x, y, kind)
	}
	return x&y&common | x&ownBar
}
