package forms_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/exported"
	"gmnc/onnx/onnxpb"
)

// Vectors of a layer stand side by side once, as the terms of cross products: only the forces
// at members are gathered, with the particle's own, and no layer adds up a velocity's terms.
func TestVectorsSideBySide(t *testing.T) {
	_, _, model := exported.GMN(t)
	graph := exported.Parse(t, model).Graph
	made := map[string]*onnxpb.NodeProto{}
	for _, node := range graph.Node {
		made[node.Output[0]] = node
	}
	gathers := 0
	for _, node := range graph.Node {
		if node.GetOpType() != "Gather" || !strings.HasPrefix(node.Input[1], "objects/members_of_particle") {
			continue
		}
		if mixed := made[node.Input[0]]; mixed.GetOpType() == "Mul" {
			gathers++
			vectors := made[mixed.Input[1]]
			require.Equal(t, "Concat", vectors.GetOpType())
			require.Equal(t, vectors.Input[0], vectors.Input[len(vectors.Input)-1], "forces, once more")
			for _, reader := range graph.Node {
				isSum := reader.GetOpType() == "MatMul" || reader.GetOpType() == "Gemm"
				require.False(t, isSum && slices.Contains(reader.Input[:1], vectors.Input[2]) && !strings.Contains(reader.GetName(), "velocity"), reader.GetName())
			}
		}
	}
	require.Equal(t, 4, gathers, "one a layer")
}
