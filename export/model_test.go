package export_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

func TestPrologue(t *testing.T) {
	m := exported.Probe(t)
	for opset := 15; opset <= 21; opset++ {
		model, err := export.Model(m, exported.ProbeWeights, export.Info{Opset: opset})
		require.NoError(t, err)
		require.NoError(t, onnx.Check(model))
		exported.CompareSystems(t, m, exported.ProbeWeights, exported.Open(t, model), conformance.Tolerance)
	}
}

func TestIndexOutsideOfItsSystem(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, model)
	for _, input := range []string{"sticks", "hinges"} {
		for _, index := range []int64{-1, 9, 1 << 40} {
			s := exported.NewSystems(exported.Composition{4, 1, 1}, 3, rand.New(rand.NewPCG(3, 4)))
			s.File[input].Index[1] = index
			_, err := session.Run(runtime.Batch{Inputs: s.File})
			require.ErrorContains(t, err, "objects/"+input+"/index_within_system")
		}
	}
}

// The rows computed inside are exactly the rows of the tables, neighbors in ascending
// order.
func TestRowsComputedInside(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	names := []string{"partner", "first", "second", "joint", "senders"}
	session := exported.Open(t, exported.Changed(t, model, func(g *onnxpb.GraphProto) {
		for _, name := range names {
			output := proto.Clone(g.Output[0]).(*onnxpb.ValueInfoProto)
			output.Name = &name
			tensor := output.GetType().GetTensorType()
			tensor.ElemType, tensor.Shape.Dim = proto.Int32(int32(onnxpb.TensorProto_INT64)), tensor.Shape.Dim[:1]
			tensor.Shape.Dim[0].Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: name}
			g.Output = append(g.Output, output)
		}
	}))
	random := rand.New(rand.NewPCG(9, 10))
	for _, c := range exported.Compositions {
		s := exported.NewSystems(c, 3, random)
		got, err := session.Run(runtime.Batch{Inputs: s.File})
		require.NoError(t, err)
		for _, name := range names {
			require.Equal(t, s.Rows[name].Shape, got[name].Shape, "%s of %+v", name, c)
			require.True(t, slices.Equal(s.Rows[name].Index, got[name].Index), "%s of %+v", name, c)
		}
	}
}

// Runtimes need not hold axes of one name to one size. One list of objects
// serves all systems; two do not fit three.
func TestObjectsFitTheBatch(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, exported.Changed(t, model, func(g *onnxpb.GraphProto) {
		axis := g.Input[3].GetType().GetTensorType().Shape.Dim[0]
		axis.Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: "lists"}
	}))
	s := exported.NewSystems(exported.Composition{2, 1, 0}, 3, rand.New(rand.NewPCG(5, 6)))
	one := s.File["sticks"].Index[:2]
	s.File["sticks"] = runtime.Indices(slices.Concat(one, one, one), 3, 1, 2)
	want, err := session.Run(runtime.Batch{Inputs: s.File})
	require.NoError(t, err)
	s.File["sticks"] = runtime.Indices(one, 1, 1, 2)
	got, err := session.Run(runtime.Batch{Inputs: s.File})
	require.NoError(t, err)
	require.Equal(t, want, got)
	s.File["sticks"] = runtime.Indices(slices.Concat(one, one), 2, 1, 2)
	_, err = session.Run(runtime.Batch{Inputs: s.File})
	require.ErrorContains(t, err, "sticks/for_each_system")
}

func TestSignature(t *testing.T) {
	model, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	graph := exported.Parse(t, model).Graph
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
		"predicted_position FLOAT batch particles 15", "predicted_velocity FLOAT batch particles 3",
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
	_, err := export.Model(&ir.Module{}, nil, export.Info{})
	require.ErrorContains(t, err, "the module has no main graph, expected a model in rows")
	_, err = export.Model(exported.Probe(t), nil, export.Info{})
	require.ErrorContains(t, err, "the weight mix/weight (float[3,3]) is missing")
	_, err = export.Model(exported.Probe(t), map[string][]float32{"mix/weight": make([]float32, 8)}, export.Info{})
	require.ErrorContains(t, err, "the weight mix/weight has 8 numbers; it is float[3,3] and needs 9")
	_, err = export.Model(exported.Probe(t), map[string][]float32{"mix/weight": make([]float32, 9), "other": nil}, export.Info{})
	require.ErrorContains(t, err, "has no weight other: are these the weights of another model?")

	edges := exported.SystemModule()
	require.NoError(t, ir.Build(edges, func(b *ir.Builder) {
		b.Input("position", ir.Floats(ir.Rows("particles"), 3))
		b.Output("sum", b.SumGroups(b.Input("strength", ir.Floats(ir.Rows("edges"), 1)), "neighbors"))
	}))
	_, err = export.Model(edges, nil, export.Info{})
	require.ErrorContains(t, err, "input strength (float[edges,1]) cannot be computed from systems")
}

// Wider features than the usual ones are inputs too, and a model without
// objects takes none.
func TestOtherInputs(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("position", ir.Floats(ir.Rows("particles"), 3))
		b.Output("energy", b.Inner(x, b.Columns(b.Input("atom", ir.Floats(ir.Rows("particles"), 4)), 1, 4)))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	got, err := exported.Open(t, model).Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 1, 3),
		"atom":     runtime.Floats([]float32{0, 1, 1, 1, 0, 2, 2, 2}, 2, 1, 4),
	}})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{6, 30}, 2, 1, 1), got["energy"])
}
