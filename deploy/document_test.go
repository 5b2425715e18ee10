package deploy_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

var update = flag.Bool("update", false, "renew docs/models.md")

func TestDescribeModels(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, deploy.DescribeModels(&text))
	lines := strings.Split(text.String(), "\n")
	require.Regexp(t, `^model +weights +predictions turn with +lengths +what it is$`, lines[0])
	for i, name := range builder.Models() {
		require.True(t, strings.HasPrefix(lines[i+1], name+" "), lines[i+1])
		require.Contains(t, lines[i+1], builder.Describe(name).Summary)
	}
	require.Regexp(t, `(?m)^gmn +204952 +rotations, reflections, translations +exact +Graph Mechanics Network`, text.String())
	require.Regexp(t, `(?m)^gnn +104643 +nothing +free `, text.String())
}

// generated is a part of docs/models.md that is made from the models.
var generated = regexp.MustCompile(`(?s)(<!-- generated: ([\w -]+) -->\n)(.*?)(<!-- end -->\n)`)

// TestModelsDocument: the table and the diagrams of docs/models.md are those
// of the models. Times are kept as they were measured; where the table has
// none yet, -update measures it.
func TestModelsDocument(t *testing.T) {
	path := filepath.Join(testenv.Root(), "docs", "models.md")
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	document := string(content)
	for _, name := range builder.Models() {
		if marker := "<!-- generated: diagram " + name + " -->\n"; !strings.Contains(document, marker) {
			document += "\n### " + name + "\n\n" + builder.Describe(name).Summary + ".\n\n" + marker + "<!-- end -->\n"
		}
	}
	document = generated.ReplaceAllStringFunc(document, func(old string) string {
		parts := generated.FindStringSubmatch(old)
		if model, ok := strings.CutPrefix(parts[2], "diagram "); ok {
			return parts[1] + diagram(t, model) + parts[4]
		}
		return parts[1] + modelTable(t, parts[3]) + parts[4]
	})
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(document), 0o644))
		return
	}
	require.Equal(t, string(content), document, "go test ./deploy -run ModelsDocument -update renews it")
}

// diagram draws a model of one layer; of two where the last one gives a vector
// in place of features.
func diagram(t *testing.T, name string) string {
	t.Helper()
	require.Contains(t, builder.Models(), name, "docs/models.md shows a model that there is not")
	layers := 1
	if builder.Describe(name).Degrees > 0 {
		layers = 2
	}
	model, err := builder.New(builder.Config{Model: name, Form: builder.Published, Layers: layers, Hidden: 6}, false)
	require.NoError(t, err)
	return "```mermaid\n" + ir.Diagram(model.Module.Main) + "```\n"
}

// modelTable has a row a model.
func modelTable(t *testing.T, old string) string {
	t.Helper()
	table := "| model | what it is | forms | weights | predictions turn with | lengths | nodes | file | one system |\n" +
		"|---|---|---|---|---|---|---|---|---|\n"
	for _, name := range builder.Models() {
		model, err := deploy.DefaultModel(name)
		require.NoError(t, err)
		file, err := export.Model(model.Module, model.Draw(1), export.Info{Config: "{}"})
		require.NoError(t, err)
		decoded, err := export.Decode(file)
		require.NoError(t, err)
		d := builder.Describe(name)
		table += fmt.Sprintf("| `%s` | %s | %s | %d | %s | %s | %d | %d KB | %s |\n", name, d.Summary, strings.Join(d.Forms(), ", "),
			model.Count(), deploy.Symmetry(d), deploy.Lengths(d), decoded.Nodes, (len(file)+500)/1000, latency(t, old, name, file))
	}
	return table
}

// latency is how long onnxruntime takes for one system, as the old table
// says; only for -update it is measured where the table says nothing.
func latency(t *testing.T, old, name string, file []byte) string {
	t.Helper()
	row := regexp.MustCompile("(?m)^\\| `" + name + "` .* \\| (\\d+ us) \\|$").FindStringSubmatch(old)
	if row != nil || !*update {
		require.NotNil(t, row, "the model %s has no row in docs/models.md: go test ./deploy -run ModelsDocument -update", name)
		return row[1]
	}
	engine, _ := engines.Named("onnxruntime")
	require.NoError(t, engine.Available())
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	data, err := datasets.Read(filepath.Join(testenv.Root(), "testdata", "golden", "systems_3_2_1.npz"))
	require.NoError(t, err)
	inputs, best := predict.SystemInputs(data.Test[:1]), time.Duration(math.MaxInt64)
	for range 2000 {
		start := time.Now()
		_, err := session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		best = min(best, time.Since(start))
	}
	return fmt.Sprintf("%d us", best.Microseconds())
}
