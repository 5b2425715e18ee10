package rolling_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/exported"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// ofFive is a file of five unrolled steps, under a gravity of each.
func ofFive(t *testing.T, radii *rolling.Radii) *onnxpb.ModelProto {
	t.Helper()
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Length: 1, Time: 0.1, Integrator: config.RungeKutta4, TrueVelocity: true, Fields: []string{system.Mass.Name, system.Gravity.Name}}
	if radii != nil {
		var features []config.RadiusFeature
		for _, name := range []string{"deflection", "acceleration", "jerk", "speed", "closeness", "particles"} {
			features = append(features, config.RadiusFeature{Name: name, Soft: 1, High: 1})
		}
		c.Radius = &config.Radius{Level: 0.9, Time: 0.1, Features: features, Position: &config.RadiusHead{Weights: make([]float64, 6)}, System: 1}
	}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Rollout: &rolling.Rollout{Steps: 5, PerFrame: []string{system.Gravity.Name}, Radii: radii}})
	require.NoError(t, err)
	return exported.Parse(t, file)
}

// TestAlikeSteps: steps are the same until any node of one differs in anything.
func TestAlikeSteps(t *testing.T) {
	inStep := func(graph *onnxpb.GraphProto, step, kind string) *onnxpb.NodeProto {
		at := slices.IndexFunc(graph.Node, func(n *onnxpb.NodeProto) bool {
			return n.GetOpType() == kind && strings.HasPrefix(n.Output[0], step+"/")
		})
		require.GreaterOrEqual(t, at, 0, kind)
		return graph.Node[at]
	}
	for name, c := range map[string]struct {
		change func(graph *onnxpb.GraphProto)
		want   string
	}{
		"the file": {func(*onnxpb.GraphProto) {}, ""},
		"step 1 is not compared": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step1", "Add")
			n.OpType = proto.String("Sub")
		}, ""},
		"an operator": {func(g *onnxpb.GraphProto) { inStep(g, "step4", "Add").OpType = proto.String("Sub") }, "step 4 is not as step 2: step4/"},
		"a domain":    {func(g *onnxpb.GraphProto) { inStep(g, "step4", "Add").Domain = proto.String("other") }, "is made by Add, not by Add"},
		"an attribute": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step5", "Add")
			n.Attribute = append(n.Attribute, &onnxpb.AttributeProto{Name: proto.String("a")})
		}, "is made with other attributes"},
		"an input": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step3", "MatMul")
			n.Input[0] = "position"
		}, "is made of position, not of"},
		"an input of an earlier step": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step5", "MatMul")
			n.Input[0] = strings.Replace(n.Input[0], "step5/", "step2/", 1)
		}, "is made of step2/"},
		"an input more": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step5", "Add")
			n.Input = append(n.Input, n.Input[0])
		}, "is made of 3 values, not of 2"},
		"an output more": {func(g *onnxpb.GraphProto) {
			n := inStep(g, "step5", "Add")
			n.Output = append(n.Output, "beside")
		}, "is made of 2 values, not of 2"},
		"a node more": {func(g *onnxpb.GraphProto) {
			g.Node = append(g.Node, &onnxpb.NodeProto{OpType: proto.String("Neg"), Input: []string{"step5/predicted_position"}, Output: []string{"step5/more"}})
		}, "step5/more is made there alone"},
		"frames exchanged": {func(g *onnxpb.GraphProto) {
			all := slices.IndexFunc(g.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == "predicted_positions" })
			frames := g.Node[all].Input
			frames[2], frames[3] = frames[3], frames[2]
		}, `output "predicted_positions" takes step4/predicted_positions for step 3`},
		"the gravity of another frame": {func(g *onnxpb.GraphProto) {
			for _, n := range g.Initializer {
				if strings.HasSuffix(n.GetName(), "step4/step/number") {
					n.RawData[0] = 2
				}
			}
		}, "step 4 is not as step 2: it takes the inputs of another frame"},
		"no steps": {func(g *onnxpb.GraphProto) { g.Output = append(g.Output, g.Input[0]) }, "no Concat of steps makes it"},
	} {
		t.Run(name, func(t *testing.T) {
			model := ofFive(t, nil)
			c.change(model.Graph)
			changed, err := proto.Marshal(model)
			require.NoError(t, err)
			err = rolling.AlikeSteps(changed, 2)
			if c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
	file, err := proto.Marshal(ofFive(t, nil))
	require.NoError(t, err)
	require.NoError(t, rolling.AlikeSteps(file, 4))
	require.ErrorContains(t, rolling.AlikeSteps(file, 1), "step 1 has no step before it")
}

// TestAlikeStepsWithRadii: radii grow by numbers of each step, from the third on in the same way.
func TestAlikeStepsWithRadii(t *testing.T) {
	radii := &rolling.Radii{Position: []float64{1, 2, 3, 4, 5}, System: []float64{1, 2, 3, 4, 5}, Time: 0.1}
	file, err := proto.Marshal(ofFive(t, radii))
	require.NoError(t, err)
	require.NoError(t, rolling.AlikeSteps(file, 3))
	require.ErrorContains(t, rolling.AlikeSteps(file, 2), "step 3 is not as step 2: step3/position_radii/sum is made of step2/position_radii/sum, not of step2/position_radius", "the sum of the second step is of one radius")
}
