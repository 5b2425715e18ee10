package deploy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets/nbody"
	"gmnc/deploy"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// The whole job in memory: a data set, a training, a checked file, its errors.
func Example() {
	ctx := context.Background()
	data, _, err := nbody.Simulate(ctx, nbody.Config{ // or: data, err := datasets.Read("data.npz")
		System: system.Composition{3, 2, 1}, Train: 20, Valid: 4, Test: 4, Seed: 1,
	}, nil)
	check(err)

	info := run.DataInfo{File: "simulated"} // or: run.DescribeData("data.npz", data)
	info.Describe(data)                     // the certificate then covers its ranges and examples
	options := run.DefaultOptions()
	options.Epochs, options.Batch = 2, 10
	trained, err := train.Train(ctx, train.Job{
		Store: run.NewMemory("run"), // or run.Folder("run")
		Data:  data, Engine: engines.Trainer(),
		Config: run.Config{
			Version: run.Version(), Data: &info, Training: &options,
			Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 8},
		},
	})
	check(err)

	exported, err := deploy.ExportWith(ctx, trained, deploy.Options{}) // exported.Write("model.onnx")
	check(err)
	model, err := artifact.FromFile(exported.File) // or artifact.Load("model.onnx")
	check(err)
	predictor, _, err := model.OpenFor(data, "native")
	check(err)
	defer predictor.Close()
	errors, err := predict.Evaluate(ctx, predictor, data.Test)
	check(err)
	fmt.Println("samples:", len(data.Test), "lengths are kept:", errors.Constraint < 1e-5)
	// Output:
	// samples: 4 lengths are kept: true
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// TestDocumentedExample: docs/api.md shows the example.
func TestDocumentedExample(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testenv.Root(), "docs", "api.md"))
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(page), "```go\n")
	shown, _, found := strings.Cut(rest, "```")
	require.True(t, found)
	program, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(program), "func Example() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	require.Equal(t, strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"+shown)
}
