// Package formulas implements forces between pairs of particles that are given by formulas in their
// distance.
package formulas

import "gmnc/ir"

// Formula is a force between two particles as a function of their distance.
type Formula struct {
	// Constants are the names of the formula's constants.
	Constants []string
	// Above0 names those constants that must be positive because they are lengths, or inverse
	// lengths, that scale the distance.
	Above0 []string
	// Force returns the force at the distances r [rows,1], given the constants by name, [1,1]
	// each. A positive force is repulsive.
	Force func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value
}

// overPower is A / r^n.
func overPower(b *ir.Builder, r, a, n *ir.Value) *ir.Value {
	return b.Mul(a, b.Exp(b.Neg(b.Mul(b.Log(r), n))))
}

// spring is -k (r - l).
func spring(b *ir.Builder, r, k, l *ir.Value) *ir.Value { return b.Mul(b.Sub(l, r), k) }

// All holds the formulas by name. The names are those of package law.
var All = map[string]Formula{
	"constant": {[]string{"F"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(b.Mul(r, b.Scalar(0)), c["F"])
	}},
	"power": {[]string{"A", "n"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return overPower(b, r, c["A"], c["n"])
	}},
	"power with a core": {[]string{"A", "n", "c"}, []string{"c"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return overPower(b, b.Maximum(r, c["c"]), c["A"], c["n"])
	}},
	"spring": {[]string{"k", "l"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return spring(b, r, c["k"], c["l"])
	}},
	"Yukawa": {[]string{"A", "L"}, []string{"L"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		ratio := b.Div(r, c["L"])
		return b.Mul(c["A"], b.Div(b.Mul(b.Exp(b.Neg(ratio)), b.Add(ratio, b.Scalar(1))), b.Square(r)))
	}},
	"Lennard-Jones": {[]string{"epsilon", "sigma"}, []string{"sigma"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		square := b.Square(b.Div(c["sigma"], r))
		sixth := b.Mul(b.Square(square), square)
		well := b.Mul(b.Sub(b.Mul(sixth, b.Scalar(2)), b.Scalar(1)), sixth)
		return b.Mul(b.Mul(c["epsilon"], b.Scalar(24)), b.Div(well, r))
	}},
	"Morse": {[]string{"D", "a", "r0"}, []string{"a"}, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		once := b.Exp(b.Mul(b.Sub(c["r0"], r), c["a"]))
		return b.Mul(b.Mul(b.Mul(c["D"], c["a"]), b.Scalar(2)), b.Sub(b.Square(once), once))
	}},
	"power and constant": {[]string{"A", "n", "F"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), c["F"])
	}},
	"power and spring": {[]string{"A", "n", "k", "l"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), spring(b, r, c["k"], c["l"]))
	}},
	"two powers": {[]string{"A", "n", "B", "m"}, nil, func(b *ir.Builder, r *ir.Value, c map[string]*ir.Value) *ir.Value {
		return b.Add(overPower(b, r, c["A"], c["n"]), overPower(b, r, c["B"], c["m"]))
	}},
}
