package train_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// perturbedJob trains on perturbed samples.
func perturbedJob(t *testing.T, p system.Perturbation) train.Job {
	return with(newJob(t), func(o *run.Options) { o.Perturb = p })
}

// TestPerturbedTraining differs from another, and resumed in the middle of an
// epoch it gives the same bits as if it had never stopped.
func TestPerturbedTraining(t *testing.T) {
	_, unperturbed := plain(t)
	seen := []saved{unperturbed}
	for _, p := range []system.Perturbation{system.Split, system.Length} {
		whole, job := perturbedJob(t, p), perturbedJob(t, p)
		trained := mustTrain(t, whole)
		require.Equal(t, p, trained.Config.Training.Perturb)
		stopped(t, train.Train, job, stop{2, 1})
		_, err := train.Resume(t.Context(), job)
		require.NoError(t, err)
		requireSame(t, load(t, whole.Store), load(t, job.Store))
		for _, other := range seen {
			require.NotEqual(t, other.Weights, load(t, whole.Store).Weights)
		}
		seen = append(seen, load(t, whole.Store))
	}
}

// TestPerturbedTrainingOnAnyNumberOfThreads gives the same bits.
func TestPerturbedTrainingOnAnyNumberOfThreads(t *testing.T) {
	var want saved
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i, threads := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(threads)
		job := perturbedJob(t, system.Length)
		mustTrain(t, job)
		if i == 0 {
			want = load(t, job.Store)
		}
		requireSame(t, want, load(t, job.Store))
	}
}

func TestImpossiblePerturbation(t *testing.T) {
	job := perturbedJob(t, system.Join)
	_, err := train.Train(t.Context(), job)
	require.EqualError(t, err,
		"perturb join needs two isolated particles in every training sample; sample 0 has 1 isolated particles and 1 sticks")
	require.NoDirExists(t, job.Store.String())
}

// TestResumeWithAnotherPerturbation is refused by name.
func TestResumeWithAnotherPerturbation(t *testing.T) {
	job := newJob(t)
	mustTrain(t, job)
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Perturb = system.Split }))
	require.ErrorContains(t, err, "it was started with perturb none and not split")
}
