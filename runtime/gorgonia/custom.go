package gorgonia

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// customOp is an operator on float32 matrices that Gorgonia lacks.
type customOp struct {
	name string
	// id is unique in a graph: Gorgonia merges operators of equal hash.
	id int
	// inputs are the types of the arguments.
	inputs []hm.Type
	shape  tensor.Shape
	// run computes the result into out, which is zero. Instead of it, give returns a result in
	// memory that is written only before the next run.
	run  func(out []float32, args []*tensor.Dense)
	give func(args []*tensor.Dense) (*tensor.Dense, error)
	// wrt reports which arguments have a gradient. diff returns the gradients of these, given
	// the result y and its gradient dy.
	wrt  func() []bool
	diff func(args G.Nodes, y, dy *G.Node) G.Nodes
}

var (
	matrixType hm.Type = G.TensorType{Dims: 2, Of: tensor.Float32}
	indexType  hm.Type = G.TensorType{Dims: 1, Of: tensor.Int}
)

func (c *customOp) Arity() int { return len(c.inputs) }

// Type returns a new type at each call, since Gorgonia recycles what it gets.
func (c *customOp) Type() hm.Type {
	types := make([]hm.Type, 0, len(c.inputs)+1)
	return hm.NewFnType(append(append(types, c.inputs...), matrixType)...)
}

func (c *customOp) InferShape(...G.DimSizer) (tensor.Shape, error) { return c.shape.Clone(), nil }

func (c *customOp) Do(values ...G.Value) (G.Value, error) {
	args := make([]*tensor.Dense, len(values))
	for i, value := range values {
		arg, ok := value.(*tensor.Dense)
		if !ok {
			return nil, fmt.Errorf("%v: argument %d is a %T, not a dense tensor", c, i, value)
		}
		args[i] = arg
	}
	if c.give != nil {
		return c.give(args)
	}
	out := make([]float32, c.shape.TotalSize())
	c.run(out, args)
	return dense(out, c.shape...), nil
}

func (c *customOp) ReturnsPtr() bool      { return true }
func (c *customOp) CallsExtern() bool     { return false }
func (c *customOp) OverwritesInput() int  { return -1 }
func (c *customOp) WriteHash(h hash.Hash) { fmt.Fprintf(h, "gmnc %s %d", c.name, c.id) }
func (c *customOp) String() string        { return c.name }

func (c *customOp) Hashcode() uint32 {
	h := fnv.New32a()
	c.WriteHash(h)
	return h.Sum32()
}

// DiffWRT implements gorgonia.SDOp.
func (c *customOp) DiffWRT(int) []bool { return c.wrt() }

// by returns the wrt of an operator of which it is known which arguments have a gradient.
func by(arguments ...bool) func() []bool { return func() []bool { return arguments } }

// SymDiff implements gorgonia.SDOp.
func (c *customOp) SymDiff(inputs G.Nodes, y, dy *G.Node) (G.Nodes, error) {
	return c.diff(inputs, y, dy), nil
}
