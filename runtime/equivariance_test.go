package runtime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// equivarianceTolerance bounds how far a moved system's prediction may be
// from the moved prediction, relative to the largest entry: what the project
// promises of an exported file in float32.
const equivarianceTolerance = 1e-4

// lengthTolerance bounds the relative change of the length of a stick or of
// a hinge's bar: float32 coordinates of a few units, over four layers.
const lengthTolerance = 1e-5

// TestEquivariance moves random systems before and after an exported file
// predicts, with forces that matter: the paper's model, and all others at a
// smaller size.
func TestEquivariance(t *testing.T) {
	configs := allConfigs(2, 16)
	configs["gmn"] = config.DefaultConfig()
	for name, config := range configs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, config, false, 6)
			eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
				requireSymmetries(t, config.Describe(), predict.NewSystemPredictor(session))
			})
		})
	}
}

// requireSymmetries moves systems in every way that the model promises to
// follow.
func requireSymmetries(t *testing.T, promised config.Description, predictor predict.Predictor) {
	random := rand.New(rand.NewPCG(7, 8))
	largest := map[string]float64{}
	for _, composition := range fixtures.Compositions {
		for _, sample := range fixtures.Samples(composition, 1, random.Uint64()) {
			predicted := predictions(t, predictor, []system.Sample{sample})
			if promised.Rigid {
				requireLengths(t, sample, predicted.position)
			}
			all, moved := predicted, sample
			for _, m := range verify.Motions(composition.N(), random) {
				if !m.Among(promised.Symmetry) {
					continue
				}
				got := predictions(t, predictor, []system.Sample{m.Sample(sample)})
				off := requireClose(t, movedBy(m, predicted), got, equivarianceTolerance)
				largest[m.Name] = max(largest[m.Name], off)
				all, moved = movedBy(m, all), m.Sample(moved)
			}
			got := predictions(t, predictor, []system.Sample{moved})
			largest["all"] = max(largest["all"], requireClose(t, all, got, equivarianceTolerance))
		}
	}
	for name, off := range largest {
		t.Logf("%s: off by %.1e of the largest entry", name, off)
	}
}

func movedBy(m verify.Motion, p prediction) prediction {
	return prediction{m.Points(p.position), m.Vectors(p.velocity)}
}

// TestForcesMatter keeps the models of these tests from being easy: without
// their forces particles go elsewhere.
func TestForcesMatter(t *testing.T) {
	model, values := newModel(t, config.DefaultConfig(), false, 6)
	composition := fixtures.Compositions[len(fixtures.Compositions)-1]
	systems := map[string][]system.Sample{composition.String(): fixtures.Samples(composition, 3, 1)}
	with := references(t, model, values, systems)[composition.String()].position
	for layer := range model.Config.Layers {
		clear(values[fmt.Sprintf("layer%d/coordinate/linear2/weight", layer)])
	}
	without := references(t, model, values, systems)[composition.String()].position
	apart, size := 0.0, 0.0
	for i := range with {
		apart = max(apart, math.Abs(float64(with[i]-without[i])))
		size = max(size, math.Abs(float64(without[i])))
	}
	require.Greater(t, apart, 0.1*size)
}

// requireLengths requires what is rigid to be as long as it was.
func requireLengths(t *testing.T, sample system.Sample, predicted []float32) {
	t.Helper()
	for _, object := range sample.Objects {
		for _, bar := range object.Bars() {
			require.InEpsilon(t, system.Distance(sample.Position, bar[0], bar[1]), system.Distance(predicted, bar[0], bar[1]), lengthTolerance, "length of %v", bar)
		}
	}
}
