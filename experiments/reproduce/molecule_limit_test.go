package reproduce

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/md17"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/system"
	"gmnc/train/regression"
)

// farFromTraining is the distance in frames from which on a test sample counts as far from the
// training samples: 250 fs, over which the slowest bonds vibrate several times.
const farFromTraining = 500

// TestLimitOfMolecules measures, for docs/results/contradictions.md, what models gain from
// training samples that were drawn near test samples of the same trajectory: the errors of the
// closed-form fits of the table on test samples near a training sample, and far from all.
func TestLimitOfMolecules(t *testing.T) {
	testenv.Asked(t, "limits")
	for _, name := range []string{"aspirin", "ethanol", "malonaldehyde", "naphthalene", "salicylic", "toluene"} {
		file := filepath.Join(testenv.Data(t), corpus.Reconstructed+name+".npz")
		data, err := corpus.DataSet{Kind: corpus.Molecule, System: name, Train: 500, Valid: 2000, Test: 2000, File: file}.Prepare(t.Context())
		require.NoError(t, err)
		distances := framesToTraining(data)
		within := 0
		for _, d := range distances {
			if d < md17.DefaultSpan {
				within++
			}
		}
		require.Greater(t, within, len(distances)*9/10, "the published split is drawn at random")
		t.Logf("%s: %d of %d test samples begin within a span of a training sample", name, within, len(distances))
		for _, form := range []string{regression.Linear, regression.Kernel} {
			model, err := regressionOn(t.Context(), form, data.Train, data)
			require.NoError(t, err)
			for _, group := range []struct {
				of        string
				from, end int64
			}{{"all", 0, 1 << 40}, {"nearer than 50 frames", 0, 50}, {"from 500 frames on", farFromTraining, 1 << 40}} {
				var samples []system.Sample
				for i, d := range distances {
					if d >= group.from && d < group.end {
						samples = append(samples, data.Test[i])
					}
				}
				errs, err := predict.Evaluate(t.Context(), model, samples)
				require.NoError(t, err)
				t.Logf("  %s, %s (%d samples): error x100 %.3g", form, group.of, len(samples), 100*errs.Position.Mean)
			}
			require.NoError(t, model.Close())
		}
	}
}

// framesToTraining are how many frames each test sample begins from the nearest training sample.
func framesToTraining(data *datasets.Data) []int64 {
	nearest := make([]int64, len(data.Test))
	for i, start := range data.Origins["test"].Starts {
		nearest[i] = 1 << 40
		for _, other := range data.Origins["train"].Starts {
			nearest[i] = min(nearest[i], max(start-other, other-start))
		}
	}
	return nearest
}
