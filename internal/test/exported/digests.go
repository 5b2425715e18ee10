package exported

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/joints"
	"gmnc/export"
	"gmnc/export/outline"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/internal/test/digests"
	"gmnc/internal/test/graphs"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// CompareDigests compares the files of models of every kind, whose names match a pattern, with
// their digests in testdata/files.txt.
func CompareDigests(t *testing.T, pattern string) {
	t.Helper()
	known := map[string]string{}
	for _, line := range digests.Read(t, digestsPath()) {
		name, digest, _ := strings.Cut(line, ": ")
		known[name] = digest
	}
	for name, write := range written() {
		if regexp.MustCompile(pattern).MatchString(name) {
			require.Equal(t, known[name], digest(t, write), "%s: another file than testdata/files.txt has; go test ./export -run Digests -update renews it", name)
		}
	}
}

// RenewDigests writes testdata/files.txt.
func RenewDigests(t *testing.T) {
	t.Helper()
	var lines []string
	all := written()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		lines = append(lines, name+": "+digest(t, all[name]))
	}
	digests.Renew(t, digestsPath(), lines)
}

func digestsPath() string { return filepath.Join(testenv.Root(), "testdata", "files.txt") }

func digest(t *testing.T, write func(t *testing.T) ([]byte, error)) string {
	t.Helper()
	file, err := write(t)
	if errors.Is(err, outline.ErrNoLoop) {
		return "no loop"
	}
	require.NoError(t, err)
	return fmt.Sprintf("%d nodes %x", len(Parse(t, file).Graph.Node), sha256.Sum256(file))[:32]
}

// written returns functions that write the files, by name.
func written() map[string]func(t *testing.T) ([]byte, error) {
	all := map[string]func(t *testing.T) ([]byte, error){}
	models := graphs.Cases()
	write := func(name, kind string, info export.Info, module func(t *testing.T, c config.Config) (*ir.Module, map[string][]float32)) {
		c, found := models[name]
		if !found {
			panic("there is no model " + name)
		}
		info.Config, info.Depth = "{}", c.Depth
		all[kind+", "+name] = func(t *testing.T) ([]byte, error) {
			m, weights := module(t, c)
			return export.Model(m, weights, info)
		}
	}
	for _, name := range []string{
		"gmn/published[]", "gmn/published/sticks[hinges sticks]", "gmn-l/published[]", "gmn-lh/paper[]", "gnn features", "egnn sparse", "rf cell", "linear/published[]",
		"gmn trees", "gmn-ode cell", "gmn-ode sparse", "gmn-ode runs", "gmn-ode radius", "gmn scale and trees", "tfn no charge", "se3-transformer sparse",
		"law, bodies on trees by midpoint", "law, mechanics by rk4", "law, learned springs in a cell", "law, formulas by kinds",
		"law, contact with friction", "law, boxes", "law, joints that turn", "law, joints of all kinds",
	} {
		write(name, "one step", export.Info{Version: "1", Doc: "a model", Metadata: map[string]string{"key": "value"}}, whole)
	}
	for _, opset := range []int{15, 16, 18, 21} {
		write("gmn trees", fmt.Sprintf("opset %d", opset), export.Info{Opset: opset}, whole)
		write("gmn-ode radius", fmt.Sprintf("opset %d", opset), export.Info{Opset: opset}, whole)
	}
	write("gmn/published[]", "half", export.Info{Float16: true}, whole)
	write("gmn/published[]", "topology", export.Info{Baked: []systems.Baked{{Input: "sticks", Shape: []int{1, 2}, Ints: []int64{0, 1}}, {Input: "hinges", Shape: []int{0, 3}}, {Input: "charge", Shape: []int{3, 1}, Floats: []float32{1, 2, 3}}}}, whole)
	radii := &rolling.Radii{Time: 0.5, Position: []float64{1, 1.5, 2}, Velocity: []float64{1, 1.2, 1.4}, System: []float64{1, 1.1, 1.3}, MotionSoftness: 1e-12,
		PositionPowers: []*rolling.RadiusPowers{nil, {Offset: 0.1, Sum: 0.9, Motion: 0.5}, nil}, SystemPowers: []*rolling.RadiusPowers{nil, nil, {Offset: 0.2, Sum: 0.8, Motion: 0.4}}}
	write("gmn-ode radius", "three steps", export.Info{Rollout: &rolling.Rollout{Steps: 3, Radii: radii}}, whole)
	for kind, info := range map[string]export.Info{
		"three steps": {Rollout: &rolling.Rollout{Steps: 3, PerFrame: []string{system.Force.Name}}},
		"any steps":   {Rollout: &rolling.Rollout{PerFrame: []string{system.Force.Name}}},
		"functions":   {Functions: true},
		"a loop":      {Loop: true},
		"functions in any steps": {
			Functions: true, Rollout: &rolling.Rollout{}},
	} {
		write("law, mechanics by midpoint", kind, info, whole)
		if info.Rollout == nil || len(info.Rollout.PerFrame) == 0 {
			write("gmn/paper[]", kind, info, whole)
			write("gmn-ode/published[]", kind, info, whole)
		}
	}
	for kind, rollout := range map[string]*rolling.Rollout{"gradients": nil, "gradients of three steps": {Steps: 3}, "gradients of any steps": {}} {
		write("gmn-ode trees", kind, export.Info{Gradients: []string{"position", "velocity"}, Rollout: rollout}, pullback)
		write("law, mechanics by midpoint", kind, export.Info{Gradients: []string{"position", "mass", "gravity"}, Rollout: rollout}, pullback)
	}
	for _, clip := range []float64{0, 2} {
		for _, name := range []string{"gmn/published[]", "gmn-l-reg/published[]"} {
			trainingStep(all, models[name], fmt.Sprintf("training step clipped at %g, %s", clip, name), clip)
		}
	}
	for _, points := range []bool{false, true} {
		for kind, rollout := range map[string]*rolling.Rollout{"": nil, " three steps": {Steps: 3, PerFrame: []string{system.LoadInput}}, " any steps": {PerFrame: []string{system.LoadInput}}} {
			for _, gradients := range []bool{false, points && rollout != nil} {
				name := fmt.Sprintf("joint coordinates%s, points %t, gradients %t", kind, points, gradients)
				jointCoordinates(all, models["law, joints that turn"], name, points, gradients, rollout)
			}
		}
	}
	return all
}

func whole(t *testing.T, c config.Config) (*ir.Module, map[string][]float32) {
	t.Helper()
	m, err := builder.New(c, c.Sparse)
	require.NoError(t, err)
	return m.Module, m.Draw(1)
}

func pullback(t *testing.T, c config.Config) (*ir.Module, map[string][]float32) {
	t.Helper()
	m, err := builder.New(c, c.Sparse)
	require.NoError(t, err)
	inputs := []string{"position", "velocity"}
	if slices.Contains(c.Fields, system.Mass.Name) {
		inputs = append(inputs, system.Mass.Name, system.Gravity.Name)
	}
	module, err := m.Pullback(inputs)
	require.NoError(t, err)
	return module, m.Draw(1)
}

func trainingStep(all map[string]func(t *testing.T) ([]byte, error), c config.Config, name string, clip float64) {
	all[name] = func(t *testing.T) ([]byte, error) {
		m, err := builder.New(c, false)
		require.NoError(t, err)
		options := run.PaperOptions()
		module, params, err := train.Gradients(m, options)
		require.NoError(t, err)
		step := export.StepOf(module, params)
		step.LearningRate, step.WeightDecay, step.Clip = options.LearningRate, options.WeightDecay, clip
		step.Beta1, step.Beta2 = 0.9, 0.99
		return export.Model(module, m.Draw(1), export.Info{Config: "{}", Step: step})
	}
}

// jointCoordinates returns a file for two bodies of two particles each, whose inputs have any
// values.
func jointCoordinates(all map[string]func(t *testing.T) ([]byte, error), c config.Config, name string, points, gradients bool, rollout *rolling.Rollout) {
	all[name] = func(t *testing.T) ([]byte, error) {
		m, err := joints.InCoordinates(c, false)
		require.NoError(t, err)
		both := []export.Column{{Joint: 0}, {Joint: 1}}
		of := &export.Coordinates{Particles: 4, Joint: []int{0, 0, 1, 1}, First: []int{0, 2}, Gravity: [3]float32{0, 0, -9},
			Columns: map[string][]export.Column{system.CoordinateInput: both, system.RateInput: both, system.LoadInput: both}}
		for _, input := range m.Module.Main.Inputs {
			if input.Param || of.Columns[input.Name] != nil || input.Name == system.Gravity.Name {
				continue
			}
			baked := systems.Baked{Input: input.Name}
			switch {
			case input.Type.DType == ir.Index:
				baked.Shape, baked.Ints = []int{4}, []int64{0, 0, 2, 2}
			default:
				baked.Shape = []int{4, input.Type.Columns()}
				for i := range 4 * input.Type.Columns() {
					baked.Floats = append(baked.Floats, float32(i+1)/8)
				}
			}
			of.Inputs = append(of.Inputs, baked)
		}
		if points {
			of.Points = [][]float64{{1, 0, 0, 0}, {0, 0, 0.5, 0.5}}
		}
		info := export.Info{Config: "{}", Depth: c.Depth, Coordinates: of, Rollout: rollout}
		module := m.Module
		if gradients {
			info.Gradients = []string{system.CoordinateInput, system.LoadInput}
			module, err = joints.Pullback(m, info.Gradients)
			require.NoError(t, err)
		}
		return export.Model(module, m.Draw(1), info)
	}
}
