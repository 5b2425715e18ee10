package measure_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/graphs"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

var update = flag.Bool("update", false, "renew testdata/measured.txt")

// TestMeasured: files of every kind keep their promises, each of which is tried on what
// testdata/measured.txt says, by each runtime that is at hand.
func TestMeasured(t *testing.T) {
	ofArm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	inJoints := &deploy.Joints{Data: data, Links: true}
	of := func(name string) *run.Run {
		c := graphs.Cases()[name]
		require.NotEmpty(t, c.Model, name)
		model, err := builder.New(c, false)
		require.NoError(t, err)
		trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		return trained
	}
	gmn := of("gmn no charge")
	one := &datasets.Data{Test: fixtures.Samples(system.Composition{1, 1, 1}, 1, 3)}
	one.Test[0].Charge = nil
	three, any := &rolling.Rollout{Steps: 3}, &rolling.Rollout{}
	var text strings.Builder
	files := map[string]struct {
		trained *run.Run
		options deploy.Options
	}{
		"one step":            {gmn, deploy.Options{}},
		"half precision":      {gmn, deploy.Options{Float16: true}},
		"one topology":        {gmn, deploy.Options{Topology: one}},
		"training":            {gmn, deploy.Options{Step: true}},
		"gradients":           {gmn, deploy.Options{Gradients: []string{"position", "velocity"}}},
		"radii":               {of("gmn-ode radius"), deploy.Options{}},
		"runs":                {of("gmn-ode runs"), deploy.Options{}},
		"robot":               {ofArm, deploy.Options{}},
		"joints":              {ofArm, deploy.Options{Joints: inJoints}},
		"joints, three steps": {ofArm, deploy.Options{Joints: inJoints, Rollout: three}},
		"joints, any steps":   {ofArm, deploy.Options{Joints: inJoints, Rollout: any}},
		"joints, gradients":   {ofArm, deploy.Options{Joints: inJoints, Gradients: []string{system.CoordinateInput, system.LoadInput}}},
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		exported, err := deploy.ExportWith(t.Context(), files[name].trained, files[name].options)
		require.NoError(t, err, name)
		for _, runtime := range exported.Runtimes {
			engine, _, _ := strings.Cut(runtime.Runtime, " ")
			for _, f := range runtime.Findings {
				require.LessOrEqual(t, f.Largest, f.Allowed, "%s: %s", name, f.Promise)
				fmt.Fprintf(&text, "%s, %s: %s, at most %g: %v", name, engine, f.Promise, f.Allowed, f.Batches)
				for _, tried := range f.Tried {
					fmt.Fprintf(&text, " %d %s", tried.Count, tried.Of)
				}
				fmt.Fprintln(&text)
			}
		}
	}
	path := filepath.Join(testenv.Root(), "testdata", "measured.txt")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	known := strings.Split(string(want), "\n")
	for _, line := range strings.Split(text.String(), "\n") {
		require.Contains(t, known, line, "go test ./deploy/measure -run Measured -update renews testdata/measured.txt, with onnxruntime at hand")
	}
}
