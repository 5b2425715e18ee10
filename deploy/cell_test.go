package deploy_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// celled are systems in a skewed cell, which is wider than they are.
func celled(count int, seed uint64) []system.Sample {
	samples := fixtures.Samples(system.Composition{5}, count, seed)
	for i := range samples {
		system.CellA.Set(&samples[i], []float32{9, 0, 0})
		system.CellB.Set(&samples[i], []float32{1, 8, 0})
		system.CellC.Set(&samples[i], []float32{0, -1, 7})
	}
	return samples
}

// elsewhere moves particles of samples by whole vectors of their cells.
func elsewhere(samples []system.Sample) (moved []system.Sample, way []float32) {
	for i, s := range samples {
		s.Position = slices.Clone(s.Position)
		for particle := range s.Particles() {
			for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
				turns := float32((i+particle*(k+1))%3 - 1)
				for axis := range 3 {
					step := turns * f.Of(&s)[axis]
					s.Position[3*particle+axis] += step
				}
			}
		}
		for at := range s.Position {
			way = append(way, s.Position[at]-samples[i].Position[at])
		}
		moved = append(moved, s)
	}
	return moved, way
}

// TestCells: in a periodic cell every particle acts by its nearest image, in all engines
// and in files.
func TestCells(t *testing.T) {
	data := &datasets.Data{Train: celled(6, 1), Valid: celled(2, 2), Test: celled(4, 3)}
	moved, way := elsewhere(data.Test)
	for _, name := range []string{"egnn", "gmn", "gmn-ode", "rf", "tfn"} {
		t.Run(name, func(t *testing.T) {
			config := config.DefaultConfig()
			config.Model, config.Layers, config.Hidden = name, 2, 8
			config = run.ModelFor(config, data)
			require.Equal(t, []string{"cell_a", "cell_b", "cell_c"}, config.Fields)
			model, err := builder.New(config, false)
			require.NoError(t, err)
			info := &run.DataInfo{File: "data.npz", Ranges: system.MeasureRanges(data.Train, data.Columns)}
			trained, err := run.New(run.Config{Version: "test", Model: config, Data: info}, run.WithShapes(model, model.Draw(1)))
			require.NoError(t, err)
			exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
			require.NoError(t, err)
			file, err := artifact.FromFile(exported.File)
			require.NoError(t, err)
			for engine, of := range map[string]*artifact.Model{"interpreter": artifact.FromRun(trained), "native": artifact.FromRun(trained), "onnx-go": file} {
				predictor, _, err := of.Open(engine)
				require.NoError(t, err)
				defer predictor.Close()
				here, _, err := predictor.Predict(data.Test)
				require.NoError(t, err)
				there, _, err := predictor.Predict(moved)
				require.NoError(t, err)
				for i := range there {
					there[i] -= way[i]
				}
				allclose.Within(t, here, there, 2e-5, engine)
				free := slices.Clone(moved)
				for i := range free {
					for _, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
						f.Set(&free[i], make([]float32, 3))
					}
				}
				apart, _, err := predictor.Predict(free)
				require.NoError(t, err)
				for i := range apart {
					apart[i] -= way[i]
				}
				require.Greater(t, difference(here, apart), 1e-3, "%s: without the cell particles are elsewhere", engine)
			}
		})
	}
}

// difference is the largest of numbers.
func difference(a, b []float32) (most float64) {
	for i := range a {
		most = max(most, float64(a[i]-b[i]), float64(b[i]-a[i]))
	}
	return most
}
