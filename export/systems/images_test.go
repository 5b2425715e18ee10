package systems_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/internal/test/fixtures"
	"gmnc/system"
)

// celled are systems, each in a cell of its own, and which of them data sets may have: some
// cells are skewed, uneven, or too small for the system.
func celled(count int) (samples []system.Sample, right []bool) {
	random := rand.New(rand.NewPCG(5, 6))
	samples = fixtures.Samples(system.Composition{4}, count, 1)
	report := func(array, _ string, _ ...any) error { return errors.New(array) }
	for i := range samples {
		skew, least := 0.8*random.Float64(), 3+5*random.Float64()
		for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
			v := make([]float32, 3)
			for axis := range v {
				v[axis] = float32(skew * random.NormFloat64() * least)
			}
			v[k] += float32(least * (1 + float64(4*random.Float64()*random.Float64())))
			f.Set(&samples[i], v)
		}
		right = append(right, samples[i].CheckImages(report) == nil)
	}
	return samples, right
}

// TestFarImages: of every model with cells a file has no numbers for systems of which it
// would see another image than the nearest, and has them for all that data sets may have.
func TestFarImages(t *testing.T) {
	const count = 60
	samples, right := celled(count)
	for _, name := range config.Models() {
		if !slices.Contains(config.Describe(name).Fields, system.CellA) {
			continue
		}
		config := config.Config{Model: name, Form: config.Published, Layers: 1, Hidden: 6, Fields: []string{"cell_a", "cell_b", "cell_c"}}
		config.Scale.Length = 2
		infos := []export.Info{{}, {Functions: true, Opset: 21}}
		if name == "gmn-ode" {
			config.Layers, infos[1] = 4, export.Info{Loop: true}
		}
		model, err := builder.New(config, false)
		require.NoError(t, err, name)
		for _, info := range infos {
			file, err := export.Model(model.Module, model.Draw(1), info)
			require.NoError(t, err, name)
			for _, engine := range []string{"onnx-go", "onnxruntime"} {
				if info.Loop && engine == "onnx-go" {
					continue // which has none
				}
				numbers := exported.NumbersOf(t, engine, file, samples)
				missed := 0
				for i, has := range numbers {
					require.True(t, has || !right[i], "%s: %s: system %d", name, engine, i)
					if has && !right[i] {
						missed++ // nearer by less than float32 tells
					}
				}
				require.LessOrEqual(t, missed, count/30, "%s: %s", name, engine)
			}
		}
	}
	require.Contains(t, right, true)
	require.Contains(t, right, false)
}
