package train_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// mechanics is a job of mechanics alone, on samples that are given fields.
func mechanics(t *testing.T, learn ...config.Constant) train.Job {
	job := newJob(t)
	job.Data.About = datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}
	job.Config.Model = config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1, Forces: config.NoForces,
		Integrator: config.RungeKutta4, Learn: learn}
	job.Config.Training = &run.Options{Epochs: 150, Batch: batchSize, LearningRate: 0.05, Schedule: "cosine", Seed: 3, ValidEvery: 50, Level: 2, KeepLast: true, Velocity: 1}
	return job
}

// give sets a field of all samples, or takes it away.
func give(data *datasets.Data, f *system.Field, values []float32) {
	for _, samples := range data.Splits() {
		for i := range *samples {
			f.Set(&(*samples)[i], values)
		}
	}
}

// teach gives the samples of a job the targets of a known model.
func teach(t *testing.T, job *train.Job, known *run.Run, from *datasets.Data) {
	predictor := predictorOf(t, known)
	for _, split := range []struct{ known, found *[]system.Sample }{{&from.Train, &job.Data.Train}, {&from.Valid, &job.Data.Valid}} {
		position, velocity, err := predictor.Predict(*split.known)
		require.NoError(t, err)
		for i := range *split.found {
			s := &(*split.found)[i]
			size := len(s.Position)
			s.TargetPosition, s.TargetVelocity = position[:size], velocity[:size]
			position, velocity = position[size:], velocity[size:]
		}
	}
}

// knownMechanics trains a model of known masses and gravity, which takes one epoch.
func knownMechanics(t *testing.T, mass, gravity []float32) (*run.Run, train.Job) {
	job := mechanics(t)
	give(job.Data, system.Mass, mass)
	give(job.Data, system.Gravity, gravity)
	return mustTrain(t, job), job
}

// TestConstantsAreFound: where all is known a training takes one epoch and changes
// nothing; from what that model does to systems masses and gravity are found again,
// with errors that tell how near they are. One mass is held, as no known force acts.
func TestConstantsAreFound(t *testing.T) {
	mass, gravity := []float32{1, 2, 0.5}, []float32{0.3, 0, -1}
	known, job := knownMechanics(t, mass, gravity)
	require.Empty(t, known.Model.Params)
	require.Len(t, metricsOf(t, job.Store), 1)

	found := mechanics(t, config.Constant{Name: config.LearnedMass}, config.Constant{Name: config.LearnedGravity})
	teach(t, &found, known, job.Data)
	trained := mustTrain(t, found)
	constants := trained.Constants()
	require.Len(t, constants, 6)
	for i, m := range mass { // sticks are of other particles in other samples, and so all act on each other
		require.Equal(t, i == 0, constants[i].Fixed != "", constants[i].String())
		require.InEpsilon(t, float64(m), constants[i].Value, 0.01, constants[i].String())
	}
	for axis, g := range gravity {
		c := constants[3+axis]
		require.Zero(t, c.StandardError, "there is no noise")
		require.Positive(t, c.Most)
		require.InDelta(t, float64(g), c.Value, c.Most, c.String())
	}
	course := metricsOf(t, found.Store)
	require.Len(t, course, 150)
	for i, c := range constants {
		require.Equal(t, c.Title(), course[0].Constants[i].Title())
		require.InDelta(t, c.Value, course[149].Constants[i].Value, 1e-12, "the last weights are the run's")
	}
	require.NotEqual(t, course[0].Constants[1], course[149].Constants[1], "what is learned moves")
	require.Equal(t, course[0].Constants[0], course[149].Constants[0], "what is held stays")
}

// TestMinimumOfConstants: where the epochs end before the minimum, constants alone go on to it;
// the run that they were stored in is one that resumes.
func TestMinimumOfConstants(t *testing.T) {
	mass, gravity := []float32{1, 2, 0.5}, []float32{0.3, 0, -1}
	known, from := knownMechanics(t, mass, gravity)
	job := mechanics(t, config.Constant{Name: config.LearnedMass}, config.Constant{Name: config.LearnedGravity})
	job.Config.Training.Epochs, job.Config.Training.ValidEvery = 2, 1
	var notes []string
	job.Observer.Notice = func(text string) { notes = append(notes, text) }
	teach(t, &job, known, from.Data)

	check := func(trained *run.Run) {
		constants := trained.Constants()
		for i, m := range mass {
			require.InEpsilon(t, float64(m), constants[i].Value, 1e-3, constants[i].String())
		}
		for axis, g := range gravity {
			require.InDelta(t, float64(g), constants[3+axis].Value, 1e-3, constants[3+axis].String())
		}
	}
	passes := 0
	job.Observer.Fit = func(pass int, left float64) {
		passes++
		require.Equal(t, passes, pass)
		require.GreaterOrEqual(t, left, 0.)
	}
	trained := mustTrain(t, job)
	require.NotZero(t, passes)
	require.False(t, trained.Unfinished())
	check(trained)
	course := metricsOf(t, job.Store)
	require.Less(t, trained.Valid(), course[0].Valid/1e4)
	require.Equal(t, trained.Valid(), course[1].Valid, "the course ends in what the run has")
	for i, c := range trained.Constants() {
		require.InDelta(t, c.Value, course[1].Constants[i].Value, 1e-12)
	}

	job.Config.Training.Epochs, passes = 3, 0
	again, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	check(again)
}

// TestInterruptedFit: a fit that is interrupted keeps the best so far, and the run says that its
// constants are not finished until it is resumed to the end.
func TestInterruptedFit(t *testing.T) {
	known, from := knownMechanics(t, []float32{1, 2, 0.5}, []float32{0.3, 0, -1})
	job := mechanics(t, config.Constant{Name: config.LearnedMass}, config.Constant{Name: config.LearnedGravity})
	job.Config.Training.Epochs = 1
	teach(t, &job, known, from.Data)
	ctx, cancel := context.WithCancel(t.Context())
	job.Observer.Fit = func(pass int, left float64) {
		if pass == 4 {
			cancel()
		}
	}
	_, err := train.Train(ctx, job)
	require.ErrorIs(t, err, context.Canceled)
	stopped, err := run.Read(job.Store)
	require.NoError(t, err)
	require.True(t, stopped.Unfinished())
	require.Contains(t, stopped.Constants()[1].String(), "not finished")
	require.InDelta(t, 2, stopped.Constants()[1].Value, 0.1, "the best so far")

	again, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	require.False(t, again.Unfinished())
	require.Contains(t, again.Fit(), "single precision rounds: the equations fit")
	require.InDelta(t, 2, again.Constants()[1].Value, 1e-3)
}

// TestMassesThatDiffer: a note says that masses which differ from system to system become
// one of each particle.
func TestMassesThatDiffer(t *testing.T) {
	job := mechanics(t, config.Constant{Name: config.LearnedMass}, config.Constant{Name: config.LearnedGravity})
	job.Config.Training.Epochs = 1
	var notes []string
	job.Observer.Notice = func(text string) { notes = append(notes, text) }
	give(job.Data, system.Mass, []float32{1, 2, 0.5})
	mustTrain(t, job)
	count := len(notes)
	system.Mass.Set(&job.Data.Train[3], []float32{1, 2, 0.75})
	job.Store = run.NewMemory("another")
	mustTrain(t, job)
	require.Len(t, notes[count:], count+1)
	require.Contains(t, notes[count:], "note: training sample 3 has another mass than the first, from which learning begins: all systems get one learned mass; leave it out of what is learned, and each keeps its own")
}

// TestPinsThatCannotBe: data that contradict what is pinned, or leave nothing to move,
// are refused by sample and particle.
func TestPinsThatCannotBe(t *testing.T) {
	for text, change := range map[string]func(d *datasets.Data){
		"particle 0 is pinned and moves": func(d *datasets.Data) { give(d, system.Pinned, []float32{1, 0, 0}) },
		"particle 1 has the mass 0":      func(d *datasets.Data) { give(d, system.Mass, []float32{1, 0, 1}) },
		"systems need the same ones":     func(d *datasets.Data) { d.Train = append(d.Train, mixedDataset(t).Train[4]) },
	} {
		job := mechanics(t, config.Constant{Name: config.LearnedGravity})
		if text == "systems need the same ones" {
			job = mechanics(t, config.Constant{Name: config.LearnedMass})
		}
		change(job.Data)
		require.ErrorContains(t, train.Check(job), text)
	}
}
