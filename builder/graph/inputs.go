package graph

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/articulated"
	"gmnc/ir"
	"gmnc/system"
)

// Inputs are a model's inputs. Particles of all systems follow one another in rows, and edges
// are sorted by receiver. Each particle knows the kind of its object and where the other
// members are, as in a [system.Place].
type Inputs struct {
	Position *ir.Value // [particles,3]
	Velocity *ir.Value // [particles,3]
	Charge   *ir.Value // [particles,1]; nil if the data have none
	// Given holds the fields of Config.Fields, [particles,columns] each. A field of the system
	// has the same row for all of its particles. Writer.Field reads them.
	Given   map[*system.Field]*ir.Value
	Partner *ir.Value // the other end of a stick; a hinge end's joint; else itself
	First   *ir.Value // the first end of its stick or hinge, or particle of its body; else itself
	Second  *ir.Value // the second end of its stick or hinge; else itself
	Joint   *ir.Value // the joint of its hinge; else itself
	// Root is the first particle of the tree or rigid body, or else the particle itself. In a
	// model with trees, Partner is the parent, or the particle that joins the body to a tree,
	// which itself belongs only to the tree. Root is nil if Config.Depth is 0.
	Root *ir.Value
	// EdgeType is the type of the edges along a particle's bars [particles,1]. It is 0 for a
	// particle in no object.
	EdgeType *ir.Value
	// Is is 1 for the particles in objects of a kind and 0 for others, [particles,1].
	Is       map[*system.Kind]*ir.Value
	Senders  *ir.Value // [edges]: the particle each edge comes from
	EdgeMask *ir.Value // [edges,1]: 0 for padding; nil if nothing is padded

	NodeFeatures *ir.Value // [particles,F]; nil if the data have none
	EdgeFeatures *ir.Value // [edges,F]; nil if the data have none
}

func declareInputs(b *ir.Builder, config config.Config, padded bool) Inputs {
	rows := ir.Rows(Particles)
	member := func(name string) *ir.Value { return b.Input(name, ir.Indices(Particles, rows)) }
	inputs := Inputs{
		Position: b.Input(system.Position.Name, ir.Floats(rows, 3)),
		Velocity: b.Input(system.Velocity.Name, ir.Floats(rows, 3)),
	}
	if !config.NoCharge {
		inputs.Charge = b.Input(system.Charge.Name, ir.Floats(rows, 1))
	}
	inputs.Given = map[*system.Field]*ir.Value{}
	for _, name := range config.Fields {
		f := system.FieldNamed(name)
		inputs.Given[f] = b.Input(name, ir.Floats(rows, f.Columns))
	}
	inputs.EdgeType = b.Input(system.EdgeTypeInput, ir.Floats(rows, 1))
	inputs.Is = map[*system.Kind]*ir.Value{}
	for _, kind := range system.ListedKinds() {
		inputs.Is[kind] = b.Input(kind.Mask(), ir.Floats(rows, 1))
	}
	inputs.Partner, inputs.First, inputs.Second, inputs.Joint = member("partner"), member("first"), member("second"), member("joint")
	if config.Depth > 0 {
		for _, kind := range system.ForestKinds() {
			inputs.Is[kind] = b.Input(kind.Mask(), ir.Floats(rows, 1))
		}
		inputs.Root = member(system.RootInput)
	}
	senders := system.SendersInput
	if config.BoxEdges() {
		senders = system.BoxSendersInput
	}
	inputs.Senders = b.Input(senders, ir.Indices(Particles, ir.Rows(Edges)))
	if (padded || config.Sparse) && !config.BoxEdges() {
		inputs.EdgeMask = b.Input(system.EdgeMaskInput, ir.Floats(ir.Rows(Edges), 1))
	}
	if count := len(config.NodeFeatures); count > 0 {
		inputs.NodeFeatures = b.Input(system.NodeFeatures.Name, ir.Floats(rows, count))
	}
	if count := len(config.EdgeFeatures); count > 0 {
		inputs.EdgeFeatures = b.Input(system.EdgeFeatures.Name, ir.Floats(ir.Rows(Edges), count))
	}
	return inputs
}

// Field returns a field of the data [particles,columns]. If the data do not have it, it returns
// the default, one row [1,columns] for all particles. In a registered model, it is an error if
// the model's Description.Fields lacks the field, as no data could give it. Charges and features
// are in Inputs.
func (w *Writer) Field(f *system.Field) *ir.Value {
	if given := w.Inputs.Given[f]; given != nil {
		return given
	}
	if d := w.Config.Describe(); d.IsRegistered() && !slices.Contains(d.Fields, f) {
		w.Fail("the model %s reads the field %q, which its Description.Fields lacks: add it there, "+
			"or take Inputs if it is a charge or a feature", w.Config.Model, f.Name)
	}
	return w.Const(1, f.Columns, slices.Repeat([]float64{float64(f.Default)}, f.Columns)...)
}

// Divisor returns a non-negative value with 1 in place of 0, so that it can divide in any unit.
func (n *Networks) Divisor(x *ir.Value) *ir.Value {
	return n.Add(x, n.Sub(n.Scalar(1), n.Greater(x, n.Scalar(0))))
}

// SmallSquare is the smallest square of which a length is taken, so that the slope at 0 is
// finite. 1e-12 is negligible in the units of any data set.
const SmallSquare = articulated.SmallSquare

// Length is |v| for one vector a row: [rows,1]. It has a slope of 0 at 0.
func (n *Networks) Length(v *ir.Value) *ir.Value { return Length(n.Builder, v) }

// Length is |v| for one vector a row of v [rows,3]: [rows,1]. Its slope at 0 is 0.
func Length(b *ir.Builder, v *ir.Value) *ir.Value {
	return b.Sqrt(b.Maximum(b.Inner(v, v), b.Scalar(SmallSquare)))
}

// EdgeFeatures returns the features of each edge i <- j, [edges,K]. They are the product of the
// charges, unless charge is a feature of particles or absent, and the type of the edge. The
// type is 1 for a stick, 2 for a bar of a hinge, 3 for a bar of a tree, 4 within a rigid body,
// and 0 otherwise. Then come the features of the data, and the squared distance of the input
// positions.
func (w *Writer) EdgeFeatures() *ir.Value {
	attributes := w.EdgeAttributes()
	offset := w.EdgeOffset(w.Inputs.Position)
	return w.Name("features", w.Concat(append(attributes, w.Inner(offset, offset))...))
}

// EdgeAttributes returns the EdgeFeatures that do not depend on positions, in parts [edges,.]
// that have EdgeAttributeCount columns together.
func (w *Writer) EdgeAttributes() []*ir.Value {
	in := w.Inputs
	var features []*ir.Value
	if w.Config.ChargedEdges() {
		features = append(features, w.Mul(w.Repeat(in.Charge, Neighbors), w.Gather(in.Charge, in.Senders)))
	}
	receivers := w.Repeat(w.RowNumbers(Particles), Neighbors)
	bonded := w.Maximum(
		w.Same(w.Repeat(in.Partner, Neighbors), in.Senders),
		w.Same(w.Gather(in.Partner, in.Senders), receivers))
	if in.Root != nil {
		sameBody := w.Same(w.Repeat(in.First, Neighbors), w.Gather(in.First, in.Senders))
		bonded = w.Maximum(bonded, w.Mul(w.Repeat(in.Is[system.Body], Neighbors), sameBody))
	}
	features = append(features, w.Mul(w.Repeat(in.EdgeType, Neighbors), bonded))
	if in.EdgeFeatures != nil {
		features = append(features, in.EdgeFeatures)
	}
	return features
}

// EdgeAttributeCount returns the number of columns of EdgeAttributes.
func (w *Writer) EdgeAttributeCount() int {
	count := 1 + len(w.Config.EdgeFeatures)
	if w.Config.ChargedEdges() {
		count++
	}
	return count
}

// EdgeFeatureCount returns the number of columns of EdgeFeatures.
func (w *Writer) EdgeFeatureCount() int { return w.EdgeAttributeCount() + 1 }

// EdgeOffset returns x_i - x_j for each edge i <- j of positions x [particles,3], as [edges,3].
// In a periodic cell x_j is the nearest image.
func (w *Writer) EdgeOffset(x *ir.Value) *ir.Value {
	if !w.periodic() {
		return edgeOffset(w.Builder, x, w.Inputs.Senders)
	}
	shift := w.imageShift() // first: of two values that are the same the first keeps its name
	return w.Sub(edgeOffset(w.Builder, x, w.Inputs.Senders), shift)
}

// OverNeighbors sums a value of each edge i <- j, [edges,k], over the neighbors j:
// [particles,k]. Padding does not count.
func (w *Writer) OverNeighbors(x *ir.Value) *ir.Value {
	if w.Inputs.EdgeMask != nil {
		x = w.Mul(x, w.Inputs.EdgeMask)
	}
	return w.SumGroups(x, Neighbors)
}

// edgeOffset returns x_i - x_j for each edge i <- j of x [particles,k]: [edges,k].
func edgeOffset(b *ir.Builder, position, senders *ir.Value) *ir.Value {
	return b.Sub(b.Repeat(position, Neighbors), b.Gather(position, senders))
}

// IsGiven reports whether the systems have one of the fields.
func (w *Writer) IsGiven(fields ...*system.Field) bool {
	return slices.ContainsFunc(fields, func(f *system.Field) bool { return w.Inputs.Given[f] != nil })
}

// VectorInput declares vectors of particles as an input of a function: [particles,3].
func (n *Networks) VectorInput(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 3))
}

// MaskInput declares a number of particles as an input of a function: [particles,1].
func (n *Networks) MaskInput(name string) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), 1))
}

// MemberInput declares, as an input of a function, another particle for each:
// [particles].
func (n *Networks) MemberInput(name string) *ir.Value {
	return n.Input(name, ir.Indices(Particles, ir.Rows(Particles)))
}

// FeaturesInput declares features of particles as an input of a function:
// [particles,width].
func (n *Networks) FeaturesInput(name string, width int) *ir.Value {
	return n.Input(name, ir.Floats(ir.Rows(Particles), width))
}
