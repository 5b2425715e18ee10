package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// TestCauchyResumes: the length that Cauchy's loss began with is the run's, and a training
// that was stopped ends with the bits of one that was not.
func TestCauchyResumes(t *testing.T) {
	cauchy := func() train.Job { return with(newJob(t), func(o *run.Options) { o.Loss = run.Cauchy }) }
	whole, part := cauchy(), cauchy()
	require.Greater(t, mustTrain(t, whole).Config.Training.CauchyLength, 0.)
	stopped(t, train.Train, part, stop{2, 1})
	_, err := train.Resume(t.Context(), part)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, part.Store))
}
