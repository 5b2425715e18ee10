package ir

import (
	"fmt"
	"slices"
)

// OpName names an operator. The constants hold the names in the table. Each has the name of the
// Builder's method that applies the operator, and is in the file of the operator's row.
type OpName string

// Op is one row of the operator table and defines an operator completely. To add an operator, add a
// row.
type Op struct {
	Name OpName
	// Arity is the number of arguments, or Variadic for one or more.
	Arity int
	// Attrs lists the attributes that every node must have. It may also have the attributes in
	// Optional.
	Attrs, Optional []AttrSpec
	// Infer is the shape rule. It returns the result's type, or an error.
	Infer func(m *Module, args []Type, attrs Attrs) (Type, error)
	// Eval computes the result in float64. The result already has its shape, and its elements
	// are zero. Engines without a kernel of their own call it. An operator whose rows have
	// different symbols and one that Mixes need a kernel in the native runtime.
	Eval func(result Tensor, args []Tensor, n *Node, sizes Sizes) error
	// Grad returns the gradient of each argument, given the gradient dy of the result, and nil
	// for arguments without one. Grad itself may be nil if no argument has a gradient.
	Grad func(b *Builder, n *Node, dy *Value) []*Value
	// ONNX writes the operator in standard ONNX operators and returns the
	// name of the result.
	ONNX func(e Emitter, n *Node, args []string) string
	// Mixes marks an operator that adds up or counts rows of all systems.
	Mixes bool
	// Function is what the operator computes of each element, if it has one argument and no
	// attributes; it is nil for others. The native runtime calls it if it has no kernel.
	Function func(float64) float64
	// Samples lists the inputs with which every backend is tested.
	Samples []Sample
	// Means expands an operator that some runtime implements as one kernel: it writes the
	// same computation in other operators of the table and returns the results. A node may
	// leave out the last ones. Shape rule, evaluation and gradients follow from the
	// expansion, so Infer, Eval and Grad are nil.
	Means func(b *Builder, n *Node, args []*Value) []*Value
}

// Variadic is the arity of an operator that takes one or more arguments.
const Variadic = -1

// AttrKind is the kind of an attribute's value.
type AttrKind uint8

const (
	FloatAttr  AttrKind = iota // float64
	IntAttr                    // int
	BoolAttr                   // bool
	SymbolAttr                 // string, the name of a dimension
	FloatsAttr                 // []float64
	OpAttr                     // OpName
)

// AttrSpec declares an attribute.
type AttrSpec struct {
	Name string
	Kind AttrKind
}

func (s AttrSpec) accepts(value any) bool {
	switch value.(type) {
	case float64:
		return s.Kind == FloatAttr
	case int:
		return s.Kind == IntAttr
	case bool:
		return s.Kind == BoolAttr
	case string:
		return s.Kind == SymbolAttr
	case []float64:
		return s.Kind == FloatsAttr
	case OpName:
		return s.Kind == OpAttr
	}
	return false
}

// Sample is one example call of an operator, with the dimensions of SampleModule. Floats are
// drawn from Low to High (-2 to 2 if both are 0). Floats of the argument number Mask-1 are 0 or
// 1.
type Sample struct {
	Args      []Type
	Attrs     Attrs
	Low, High float64
	Mask      int
	// Parents is the number, plus 1, of an index argument that makes trees of rows: the parent
	// of each row is itself or a row before it.
	Parents int
}

// table holds the rows in the order in which documentation lists them. It is filled at the
// start of the program because the gradients in the rows look operators up.
var (
	table  []*Op
	byName = map[OpName]*Op{}
)

func init() {
	table = slices.Concat(
		constantOps, unaryOps, binaryOps, selectOps,
		matrixOps, columnOps, rangeOps, rowOps, vectorOps,
		blockOps, groupOps, treeOps, jointOps, motionOps,
	)
	for _, op := range table {
		if byName[op.Name] != nil {
			panic("operator " + string(op.Name) + " stands twice in the table")
		}
		byName[op.Name] = op
	}
}

// Ops returns the operator table.
func Ops() []*Op { return slices.Clone(table) }

// LookupOp returns the operator of that name.
func LookupOp(name OpName) (*Op, error) {
	if op := byName[name]; op != nil {
		return op, nil
	}
	return nil, fmt.Errorf("there is no operator %q", name)
}

// check checks arity and attributes.
func (op *Op) check(args int, attrs Attrs) error {
	if op.Arity == Variadic && args == 0 {
		return fmt.Errorf("%s needs at least one argument", op.Name)
	}
	if op.Arity != Variadic && args != op.Arity {
		return fmt.Errorf("%s takes %d arguments, not %d", op.Name, op.Arity, args)
	}
	known := 0
	for optional, specs := range [...][]AttrSpec{op.Attrs, op.Optional} {
		for _, spec := range specs {
			value, ok := attrs[spec.Name]
			switch {
			case !ok && optional == 0:
				return fmt.Errorf("%s lacks its attribute %s", op.Name, spec.Name)
			case ok && !spec.accepts(value):
				return fmt.Errorf("%s has %s=%v, which is of the wrong kind (%T)", op.Name, spec.Name, value, value)
			case ok:
				known++
			}
		}
	}
	if len(attrs) > known {
		return fmt.Errorf("%s has attributes it does not know: %v", op.Name, attrs)
	}
	return nil
}

// infer checks arity and attributes and applies the shape rule.
func (op *Op) infer(m *Module, args []Type, attrs Attrs) (Type, error) {
	if err := op.check(len(args), attrs); err != nil {
		return Type{}, err
	}
	t, err := op.Infer(m, args, attrs)
	if err != nil {
		return Type{}, fmt.Errorf("%s: %w", op.Name, err)
	}
	return t, t.wellFormed()
}

// SampleModule returns an empty module with the dimensions that samples use.
func SampleModule() *Module {
	return &Module{Name: "sample", Dims: []Dimension{
		{Symbol: "particles", Rows: true},
		{Symbol: "neighbors"},
		{Symbol: "edges", Rows: true, Outer: "particles", Inner: "neighbors"},
	}}
}

// Emitter is the destination of an operator's ONNX form. Names are names of ONNX values. Equal
// nodes are written once.
type Emitter interface {
	// Op adds a node and returns the name of its output. Attributes are
	// int64, []int64 or string.
	Op(kind string, attrs map[string]any, inputs ...string) string
	// Ints, Floats and Bools add constants. No extents stand for a scalar.
	Ints(values []int64, shape ...int64) string
	Bools(values []bool, shape ...int64) string
	// Reduce adds an operator such as ReduceSumSquare, which reduces the columns of rows to one.
	Reduce(kind, x string) string
	Floats(values []float64, shape ...int64) string
	// Size returns the value of a symbol, as int64[1].
	Size(symbol string) string
	// Receivers returns int64[outer*inner]: for each row, the row of outer to which it belongs.
	Receivers(outer, inner string) string
	// Groups returns the number of groups of rows, as int64[1].
	Groups(rows string) string
	// Systems returns the number of systems of rows and the number of rows in each, as
	// int64[1]. If nothing says which row belongs to which system, there is one system.
	Systems(rows string) (count, size string)
	// Keep stores another form of a value, as one or more ONNX values. Kept returns it, or nil.
	Keep(v *Value, form ...string)
	Kept(v *Value) []string
}
