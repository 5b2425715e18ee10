package deploy_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/test/document"
	"gmnc/ir"
	"gmnc/onnx"
)

var update = flag.Bool("update", false, "renew docs/models.md and docs/onnx.md")

func TestDescribeModels(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, artifact.DescribeModels(&text))
	lines := strings.Split(text.String(), "\n")
	require.Regexp(t, `^model +equivariance +lengths +what it is$`, lines[0])
	for i, name := range config.Models() {
		require.True(t, strings.HasPrefix(lines[i+1], name+" "), lines[i+1])
		require.Contains(t, lines[i+1], config.Describe(name).Summary)
	}
	require.Regexp(t, `(?m)^gmn +E\(3\) +exact +Graph Mechanics Network`, text.String())
	require.Regexp(t, `(?m)^gnn +none +free `, text.String())
	require.Regexp(t, `(?m)^tfn +SE\(3\) +free `, text.String())
}

// TestModelsDocument: the table and the diagrams of docs/models.md are made from the
// models.
func TestModelsDocument(t *testing.T) {
	text := document.Read(t, "models.md")
	for _, name := range config.Models() {
		if marker := "<!-- generated: diagram " + name + " -->\n"; !strings.Contains(text, marker) {
			text += "\n### " + name + "\n\n" + config.Describe(name).Summary + ".\n\n" + marker + "<!-- end -->\n"
		}
	}
	requireGenerated(t, "models.md", text, func(part string) string {
		if model, ok := strings.CutPrefix(part, "diagram "); ok {
			return diagram(t, model)
		}
		return modelTable(t)
	})
}

// TestFunctionsDocument: the sizes of files with functions in docs/onnx.md are the sizes
// of the models.
func TestFunctionsDocument(t *testing.T) {
	requireGenerated(t, "onnx.md", document.Read(t, "onnx.md"), func(string) string { return functionsTable(t) })
}

// requireGenerated holds a page to the document with its generated parts made
// anew, or renews the page.
func requireGenerated(t *testing.T, name, text string, make func(part string) string) {
	t.Helper()
	document.Require(t, name, text, "go test ./deploy -run Document", *update, make)
}

// diagram draws a model of one layer; of two where the last one gives a vector
// in place of features.
func diagram(t *testing.T, name string) string {
	t.Helper()
	require.Contains(t, config.Models(), name, "docs/models.md shows a model that there is not")
	layers := 1
	if config.Describe(name).Degrees > 0 {
		layers = 2
	}
	model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: layers, Hidden: 6}, false)
	require.NoError(t, err)
	return "```mermaid\n" + ir.Diagram(model.Module.Main) + "```\n"
}

// modelTable has a row a model.
func modelTable(t *testing.T) string {
	t.Helper()
	table := "| model | what it is | forms | weights | predictions turn with | lengths | nodes | file |\n" +
		"|---|---|---|---|---|---|---|---|\n"
	for _, name := range config.Models() {
		model, err := artifact.DefaultModel(name)
		require.NoError(t, err)
		nodes, bytes := fileSize(t, model, export.Info{})
		d := config.Describe(name)
		table += fmt.Sprintf("| `%s` | %s | %s | %d | %s | %s | %d | %d KB |\n", name, d.Summary, strings.Join(d.Forms(), ", "),
			model.Count(), artifact.Symmetry(d), artifact.Lengths(d), nodes, (bytes+500)/1000)
	}
	return table
}

// functionsTable has models without and with functions.
func functionsTable(t *testing.T) string {
	t.Helper()
	table := "| model, width 64 | nodes | with functions | file | with functions |\n|---|---:|---:|---:|---:|\n"
	for _, c := range []struct {
		name   string
		layers int
		unit   string
	}{{"gmn", 4, "layers"}, {"gmn-l", 4, "layers"}, {"gmn-ode", 8, "steps"}, {"egnn", 4, "layers"}, {"se3-transformer", 4, "layers"}} {
		config := config.DefaultConfig()
		config.Model, config.Layers = c.name, c.layers
		model, err := builder.New(config, false)
		require.NoError(t, err)
		nodes, bytes := fileSize(t, model, export.Info{})
		fewer, smaller := fileSize(t, model, export.Info{Functions: true})
		table += fmt.Sprintf("| `%s`, %d %s | %d | %d | %d KB | %d KB |\n", c.name, c.layers, c.unit, nodes, fewer, (bytes+500)/1000, (smaller+500)/1000)
	}
	return table
}

// fileSize is how large the model's file is, with weights as they are drawn.
func fileSize(t *testing.T, model *graph.Model, info export.Info) (nodes, bytes int) {
	t.Helper()
	info.Config = "{}"
	file, err := export.Model(model.Module, model.Draw(1), info)
	require.NoError(t, err)
	decoded, err := export.Decode(file)
	require.NoError(t, err)
	return decoded.Nodes, len(file)
}

// arm7 is the model of the robot's arm of the same name, with seven joints.
var arm7 = config.Config{
	Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: config.NoForces, Time: 0.02, Depth: 8, Joints: 7, TrueVelocity: true,
	Fields: []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "torque", "turn_damping"},
}

// TestNodesOfParts: the page on the architecture has as many nodes for each part of a step of
// arm7 as the file has by the names of their outputs.
func TestNodesOfParts(t *testing.T) {
	model, err := builder.New(arm7, false)
	require.NoError(t, err)
	data, err := export.Model(model.Module, model.Draw(1), export.Info{Depth: 8, Config: "{}"})
	require.NoError(t, err)
	file, err := onnx.Read(data)
	require.NoError(t, err)
	counts := map[string]int{}
	require.NoError(t, onnx.EachRecord(file.Graph, onnx.GraphNode, func(record []byte) error {
		node, err := onnx.ReadNode(record)
		if err == nil {
			names := strings.Split(node.Outputs[0]+"/", "/")
			counts[names[0]]++
			counts[names[0]+"/"+names[1]]++
		}
		return err
	}))
	page := document.Read(t, "architecture.md")
	for _, part := range []string{"forest", "start/first", "start/state", "start/joint_place", "start/contradiction", "step0/state", "step0/joint_place"} {
		row := fmt.Sprintf("(`%s`) | %d |\n", part, counts[part])
		require.True(t, strings.Contains(page, row), "../docs/architecture.md does not say %q", row)
	}
}

// TestNodesInDocuments: pages name as many nodes as files have. Those of seven joints are of
// a step of a robot's arm, arm7.
func TestNodesInDocuments(t *testing.T) {
	nodes := func(config config.Config, info export.Info) int {
		model, err := builder.New(config, false)
		require.NoError(t, err)
		count, _ := fileSize(t, model, info)
		return count
	}
	law := config.DefaultConfig()
	law.Model, law.Layers, law.TrueVelocity, law.Time, law.Length = "gmn-ode", 24, true, 1, 4
	law.Scale = config.Scale{Length: 0.99, Velocity: 0.99} // as data of (3,2,1) have nearly
	steps, looped := nodes(law, export.Info{}), nodes(law, export.Info{Loop: true})
	arm := nodes(arm7, export.Info{Depth: 8})
	for page, figures := range map[string]string{
		"../CHANGELOG.md":                  fmt.Sprintf("24 steps of `gmn-ode` (`--preset best`) have %d nodes, with `--loop` %d; one step of seven joints without friction has %d.", steps, looped, arm),
		"../docs/onnx.md":                  fmt.Sprintf(" has %d nodes, not %d,", looped, steps),
		"../docs/performance-internals.md": fmt.Sprintf("the file of `arm7` has %d nodes,", arm),
	} {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		require.True(t, strings.Contains(string(text), figures), "%s does not say %q", page, figures)
	}
}
