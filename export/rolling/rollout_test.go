package rolling_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/exported"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// rolled is a small model as a file that rolls.
func rolled(t *testing.T, rollout *rolling.Rollout) *onnxpb.ModelProto {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, TrueVelocity: true}, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Rollout: rollout})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	return exported.Parse(t, file)
}

func names(values []*onnxpb.ValueInfoProto) (all []string) {
	for _, value := range values {
		all = append(all, value.GetName())
	}
	return all
}

// TestLoop: the step is the body of a Loop; weights, and what does not depend on the
// state, are outside, once.
func TestLoop(t *testing.T) {
	one, file := rolled(t, nil).Graph, rolled(t, &rolling.Rollout{}).Graph
	require.Equal(t, append(names(one.Input), "steps"), names(file.Input))
	require.Empty(t, exported.Axes(file.Input[len(file.Input)-1]), "a number")
	require.Equal(t, []string{"predicted_positions", "predicted_velocities"}, names(file.Output))
	require.Equal(t, []any{"steps", "batch", "particles", int64(3)}, exported.Axes(file.Output[0]))
	require.Len(t, file.Initializer, len(one.Initializer)+2, "a number and a shape")

	loop := exported.LoopOf(file)
	body := loop.Attribute[0].G
	require.Empty(t, body.Initializer)
	const added = 3      // copies of the condition and of the states
	const beside = 1 + 8 // the condition, and the shapes of what is collected
	require.Len(t, body.Node, len(one.Node)-(len(file.Node)-1-beside)+added)
	for _, node := range file.Node {
		require.False(t, strings.HasPrefix(node.Output[0], "step/"), node.Output[0])
	}
	require.Greater(t, len(file.Node), 20, "the table of objects is made once")
}

func TestUnrolled(t *testing.T) {
	one, three := rolled(t, nil).Graph, rolled(t, &rolling.Rollout{Steps: 3}).Graph
	require.Equal(t, names(one.Input), names(three.Input))
	require.Equal(t, []any{int64(3), "batch", "particles", int64(3)}, exported.Axes(three.Output[1]))
	require.Len(t, three.Initializer, len(one.Initializer)+1)
	require.Less(t, len(three.Node), 3*len(one.Node), "what does not depend on the state is there once")
}

func TestModelsThatDoNotRoll(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4}
	still, err := graph.Own(config, false, func(w *graph.Writer) {
		w.SystemResult("size", w.Add(w.Length(w.Inputs.Velocity), w.Length(w.Inputs.Position)))
	})
	require.NoError(t, err)
	_, err = export.Model(still.Module, still.Draw(1), export.Info{Config: "{}", Rollout: &rolling.Rollout{}})
	require.ErrorContains(t, err, "the model has no output predicted_position: only one that predicts positions and velocities rolls")
	law, err := builder.New(config, false)
	require.NoError(t, err)
	for _, steps := range []int{-1, 101} {
		_, err = export.Model(law.Module, law.Draw(1), export.Info{Config: "{}", Rollout: &rolling.Rollout{Steps: steps}})
		require.ErrorContains(t, err, "steps cannot be unrolled: choose 1 to 100, or 0 for a loop")
	}
}

// around is a Loop around a node.
func around(node *onnxpb.NodeProto) *onnxpb.NodeProto {
	kind, body := "Loop", &onnxpb.GraphProto{Node: []*onnxpb.NodeProto{node}}
	attribute := &onnxpb.AttributeProto{Type: onnxpb.AttributeProto_GRAPH.Enum(), G: body}
	return &onnxpb.NodeProto{OpType: &kind, Attribute: []*onnxpb.AttributeProto{attribute}}
}

// TestLoopsAreChecked: every fault in a Loop is found before a file is written.
func TestLoopsAreChecked(t *testing.T) {
	for want, damage := range map[string]func(loop *onnxpb.NodeProto, body *onnxpb.GraphProto){
		"its body alone is expected":           func(l *onnxpb.NodeProto, _ *onnxpb.GraphProto) { l.Attribute = nil },
		"it has no body":                       func(l *onnxpb.NodeProto, _ *onnxpb.GraphProto) { l.Attribute[0].G = nil },
		"is not assigned before":               func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { b.Node[0].Input[0] = "nothing" },
		"or the condition no BOOL":             func(l *onnxpb.NodeProto, _ *onnxpb.GraphProto) { l.Input[1] = "steps" },
		"how often is not an INT64":            func(l *onnxpb.NodeProto, _ *onnxpb.GraphProto) { l.Input[0] = "position" },
		"or its type changes":                  func(l *onnxpb.NodeProto, _ *onnxpb.GraphProto) { l.Input[2] = "steps" },
		"its body 4 and 4":                     func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { b.Output = b.Output[:4] },
		`output "unmade": no node makes it`:    func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { name := "unmade"; b.Output[1].Name = &name },
		`value "unmade": no node makes it`:     func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { name := "unmade"; b.ValueInfo[0].Name = &name },
		"a Loop is in the body of 2 others":    func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { b.Node[0] = around(around(b.Node[0])) },
		`"step/go_on" is assigned twice`:       func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { name := "step/go_on"; b.Input[2].Name = &name },
		"not in the table of operators that a": func(_ *onnxpb.NodeProto, b *onnxpb.GraphProto) { kind := "Scan"; b.Node[0].OpType = &kind },
	} {
		file := rolled(t, &rolling.Rollout{})
		loop := exported.LoopOf(file.Graph)
		damage(loop, loop.Attribute[0].G)
		require.ErrorContains(t, onnx.Check(exported.Signed(t, file)), want)
	}
}
