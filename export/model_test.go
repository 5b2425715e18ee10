package export_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/export/onnxpb"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/conformance"
)

// composition is how many isolated particles, sticks and hinges a system
// has.
type composition struct{ isolated, sticks, hinges int }

func (c composition) particles() int { return c.isolated + 2*c.sticks + 3*c.hinges }

var compositions = []composition{{1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 2, 1}, {1, 0, 2}, {3, 2, 1}, {4, 0, 0}, {5, 3, 3}}

// systems is a batch as a user has it, and in the rows of the IR: the
// tables are made here one particle at a time.
type systems struct {
	file, rows map[string]runtime.Tensor
}

func newSystems(c composition, batch int, random *rand.Rand) systems {
	n := c.particles()
	total := batch * n
	normal := func(columns int) []float32 {
		values := make([]float32, total*columns)
		for i := range values {
			values[i] = float32(random.NormFloat64())
		}
		return values
	}
	position, velocity, charge := normal(3), normal(3), normal(1)
	var sticks, hinges, senders []int64
	kind := make([]float32, total)
	tables := map[string][]int64{}
	for _, name := range []string{"partner", "first", "second", "joint"} {
		for i := range total {
			tables[name] = append(tables[name], int64(i))
		}
	}
	enter := func(i int64, number float32, partner, first, second, joint int64) {
		kind[i] = number
		tables["partner"][i], tables["first"][i], tables["second"][i], tables["joint"][i] = partner, first, second, joint
	}
	for system := range batch {
		start, order := int64(system*n), random.Perm(n)
		take := func() int64 {
			local := int64(order[0])
			order = order[1:]
			return local
		}
		for range c.sticks {
			a, b := take(), take()
			sticks = append(sticks, a, b)
			a, b = a+start, b+start
			enter(a, 1, b, a, b, a)
			enter(b, 1, a, a, b, b)
		}
		for range c.hinges {
			joint, a, b := take(), take(), take()
			hinges = append(hinges, joint, a, b)
			joint, a, b = joint+start, a+start, b+start
			for _, i := range []int64{joint, a, b} {
				enter(i, 2, joint, a, b, joint)
			}
		}
		for i := range n {
			for j := range n {
				if i != j {
					senders = append(senders, start+int64(j))
				}
			}
		}
	}
	s := systems{
		file: map[string]runtime.Tensor{
			"position": runtime.Floats(position, batch, n, 3),
			"velocity": runtime.Floats(velocity, batch, n, 3),
			"charge":   runtime.Floats(charge, batch, n, 1),
			"sticks":   runtime.Indices(sticks, batch, c.sticks, 2),
			"hinges":   runtime.Indices(hinges, batch, c.hinges, 3),
		},
		rows: map[string]runtime.Tensor{
			"position": runtime.Floats(position, total, 3),
			"velocity": runtime.Floats(velocity, total, 3),
			"charge":   runtime.Floats(charge, total, 1),
			"kind":     runtime.Floats(kind, total, 1),
			"senders":  runtime.Indices(senders, len(senders)),
		},
	}
	for name, table := range tables {
		s.rows[name] = runtime.Indices(table, total)
	}
	return s
}

var probeWeights = map[string][]float32{
	"mix/weight":    {0.5, 0.1, 0, -0.2, 0.7, 0.3, 0.4, 0, -0.6},
	"unused/weight": {1, 2},
}

// want is what the interpreter makes of the rows, in the file's shapes.
func (s systems) want(t *testing.T, m *ir.Module, weights map[string][]float32) map[string]ir.Tensor {
	t.Helper()
	inputs := map[string]ir.Tensor{}
	for name, value := range s.rows {
		inputs[name] = runtime.Widen(value)
	}
	for _, param := range m.Main.Params() {
		inputs[param.Name] = runtime.Widen(runtime.Floats(weights[param.Name], param.Type.Rows().Number, param.Type.Columns()))
	}
	rows, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err)
	shape := s.file["position"].Shape
	outputs := map[string]ir.Tensor{}
	for name, value := range rows {
		outputs[export.OutputName(m, name)] = ir.Tensor{Shape: []int{shape[0], shape[1], value.Shape[1]}, Float: value.Float}
	}
	return outputs
}

func compareSystems(t *testing.T, m *ir.Module, weights map[string][]float32, session runtime.Session, tolerance float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range compositions {
		for _, batch := range []int{1, 3} {
			s := newSystems(c, batch, random)
			want := s.want(t, m, weights)
			got, err := session.Run(s.file)
			require.NoError(t, err, "%+v", c)
			require.Len(t, got, len(want))
			for name := range want {
				conformance.Compare(t, fmt.Sprintf("%s of %d systems of %+v", name, batch, c), want[name], got[name], tolerance)
			}
		}
	}
}

func TestPrologue(t *testing.T) {
	m := probe(t)
	for opset := 17; opset <= 21; opset++ {
		model, err := export.Model(m, probeWeights, export.Info{Opset: opset})
		require.NoError(t, err)
		require.NoError(t, export.Check(model))
		compareSystems(t, m, probeWeights, open(t, model), conformance.Tolerance)
	}
}

func TestIndexOutsideOfItsSystem(t *testing.T) {
	model, err := export.Model(probe(t), probeWeights, export.Info{})
	require.NoError(t, err)
	session := open(t, model)
	for _, input := range []string{"sticks", "hinges"} {
		for _, index := range []int64{-1, 9, 1 << 40} {
			s := newSystems(composition{4, 1, 1}, 3, rand.New(rand.NewPCG(3, 4)))
			s.file[input].Index[1] = index
			_, err := session.Run(s.file)
			require.ErrorContains(t, err, "objects/"+input+"/index_within_system")
		}
	}
}

// A particle with one system's objects repeats them only where it is asked
// to: two lists do not fit three systems.
func TestObjectsFitTheBatch(t *testing.T) {
	model, err := export.Model(probe(t), probeWeights, export.Info{})
	require.NoError(t, err)
	s := newSystems(composition{1, 1, 0}, 3, rand.New(rand.NewPCG(5, 6)))
	s.file["sticks"] = runtime.Indices(s.file["sticks"].Index[:4], 2, 1, 2)
	_, err = open(t, model).Run(s.file)
	require.Error(t, err)
}

// gmnTolerance bounds the error of four layers in float32 with weights as
// they are drawn.
const gmnTolerance = 1e-5

func exportGMN(t testing.TB, layers, hidden int) (*builder.Model, map[string][]float32, []byte) {
	t.Helper()
	config := builder.DefaultConfig()
	config.Layers, config.Hidden = layers, hidden
	gmn, err := builder.New(config, false)
	require.NoError(t, err)
	weights := gmn.Draw(1)
	model, err := export.Model(gmn.Module, weights, export.Info{Config: `{"model":"gmn"}`})
	require.NoError(t, err)
	require.NoError(t, export.Check(model))
	return gmn, weights, model
}

func TestGMN(t *testing.T) {
	gmn, weights, model := exportGMN(t, 4, 16)
	compareSystems(t, gmn.Module, weights, open(t, model), gmnTolerance)
}

// The paper's model stays small, and nothing in it depends on threads.
func TestGMNSize(t *testing.T) {
	_, _, model := exportGMN(t, 4, 64)
	require.LessOrEqual(t, len(model), 1<<20)
	graph := parse(t, model).Graph
	require.LessOrEqual(t, len(graph.Node), 700)
	t.Logf("%d nodes, %d bytes", len(graph.Node), len(model))
	for _, node := range graph.Node {
		for _, attribute := range node.Attribute {
			require.NotEqual(t, "reduction", attribute.GetName(), node.GetName())
		}
	}
}

func TestSignature(t *testing.T) {
	model, err := export.Model(probe(t), probeWeights, export.Info{})
	require.NoError(t, err)
	graph := parse(t, model).Graph
	describe := func(infos []*onnxpb.ValueInfoProto) (list []string) {
		for _, info := range infos {
			tensor := info.GetType().GetTensorType()
			text := fmt.Sprint(info.GetName(), " ", onnxpb.TensorProto_DataType(tensor.GetElemType()))
			for _, dim := range tensor.GetShape().GetDim() {
				text += " " + dim.GetDimParam()
				if dim.GetDimParam() == "" {
					text += fmt.Sprint(dim.GetDimValue())
				}
			}
			list = append(list, text)
		}
		return list
	}
	require.Equal(t, []string{
		"position FLOAT batch particles 3", "velocity FLOAT batch particles 3", "charge FLOAT batch particles 1",
		"sticks INT64 batch sticks 2", "hinges INT64 batch hinges 3",
	}, describe(graph.Input))
	require.Equal(t, []string{
		"predicted_position FLOAT batch particles 13", "predicted_velocity FLOAT batch particles 3",
	}, describe(graph.Output))
	initializers := []string{}
	for _, tensor := range graph.Initializer {
		initializers = append(initializers, tensor.GetName())
	}
	require.Contains(t, initializers, "mix/weight")
	require.NotContains(t, initializers, "unused/weight")
	require.True(t, slices.Contains(initializers, "constant/int/1[1]"), initializers)
}

func TestModelRefuses(t *testing.T) {
	_, err := export.Model(probe(t), nil, export.Info{})
	require.ErrorContains(t, err, "the weight mix/weight (float[3,3]) is missing")
	_, err = export.Model(probe(t), map[string][]float32{"mix/weight": make([]float32, 8)}, export.Info{})
	require.ErrorContains(t, err, "the weight mix/weight has 8 numbers; it is float[3,3] and needs 9")
	_, err = export.Model(probe(t), map[string][]float32{"mix/weight": make([]float32, 9), "other": nil}, export.Info{})
	require.ErrorContains(t, err, "has no weight other: are these the weights of another model?")

	padded, err := builder.New(builder.DefaultConfig(), true)
	require.NoError(t, err)
	_, err = export.Model(padded.Module, padded.Draw(1), export.Info{})
	require.ErrorContains(t, err, "input edge_mask (float[edges,1]) cannot be computed from systems")
}

// Wider features than the usual ones are inputs too, and a model without
// objects takes none.
func TestOtherInputs(t *testing.T) {
	m := systemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("position", ir.Floats(ir.Rows("particles"), 3))
		b.Output("energy", b.Inner(x, b.Columns(b.Input("atom", ir.Floats(ir.Rows("particles"), 4)), 1, 4)))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, export.Check(model))
	got, err := open(t, model).Run(map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 1, 3),
		"atom":     runtime.Floats([]float32{0, 1, 1, 1, 0, 2, 2, 2}, 2, 1, 4),
	})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{6, 30}, 2, 1, 1), got["energy"])
}

func BenchmarkGMN(b *testing.B) {
	_, _, model := exportGMN(b, 4, 64)
	session := open(b, model)
	for _, batch := range []int{1, 20, 200} {
		s := newSystems(composition{3, 2, 1}, batch, rand.New(rand.NewPCG(7, 8)))
		b.Run(fmt.Sprint(batch), func(b *testing.B) {
			for b.Loop() {
				if _, err := session.Run(s.file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
