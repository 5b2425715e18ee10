package train

import (
	"context"
	"math"

	"gmnc/builder/config"
	"gmnc/internal/median"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// These are the settings of the fits that compare laws. A law has few constants, so few samples
// determine them.
const (
	formulaParticles = 2000 // the number of particles at which no more samples are taken
	formulaValid     = 500  // the largest number of validation samples
	formulaFiner     = 2    // the number of time steps, as a multiple of the network's
)

// These are the settings of the training that fits the constants of the chosen law.
const (
	constantParticles = 10_000
	constantFiner     = 3
	constantSteps     = 50 // the approximate number of steps in an epoch
	constantEpochs    = 4
	// constantRate lets all steps together move constants by about a tenth of their own size at
	// most. Parameters are shares of their constants.
	constantRate = 1e-3
	// constantClip keeps one chaotic sample from outweighing its batch.
	constantClip = 1e-3
)

// ToConstants returns the configuration of the training that fits the constants of formulas and
// their standard errors, after a first fit of them. It takes three times the time steps of the
// other run's network.
func ToConstants(of run.Config, law []config.PairFormula, samples []system.Sample) run.Config {
	return inFormulas(of, law, samples, constantParticles, constantFiner)
}

// inFormulas returns the configuration of a training in which formulas replace the network of
// another run, with finer times its time steps. It takes the first samples, until they have
// most particles. The method of Runge and Kutta keeps the error of a time step from being
// fitted as a force.
func inFormulas(of run.Config, law []config.PairFormula, samples []system.Sample, most, finer int) run.Config {
	particles, count := 0, 0
	for count < len(samples) && particles < most {
		particles += samples[count].Particles()
		count++
	}
	model := of.Model
	model.Law, model.Messages, model.Integrator, model.Layers = law, config.NoMessages, config.RungeKutta4, finer*model.Layers
	options := run.PaperOptions()
	options.TrainSize, options.Batch = count, max(1, count/constantSteps)
	options.Epochs, options.ValidEvery, options.KeepLast = constantEpochs, constantEpochs, true
	options.LearningRate, options.Schedule, options.Loss, options.Clip = constantRate, run.Cosine, run.Cauchy, constantClip
	if of.Training != nil {
		options.Velocity, options.Scale, options.Seed = of.Training.Velocity, of.Training.Scale, of.Training.Seed
	}
	of.Model, of.Training = model, &options
	return of
}

// Formulas returns a function that fits a law to the job's training samples in place of the
// network of its configuration. It returns the fitted law and its error. The error is the
// median over validation systems of the root mean squared error, and infinite if half of the
// predictions overflow. The job's store is not used. If progress is not nil, it is called with
// every law and its error.
func Formulas(ctx context.Context, network Job, progress func(law []config.PairFormula, left float64)) func([]config.PairFormula) ([]config.PairFormula, float64, error) {
	data := *network.Data
	data.Valid = firstValid(data.Valid)
	return func(law []config.PairFormula) (now []config.PairFormula, left float64, err error) {
		config := inFormulas(network.Config, law, data.Train, formulaParticles, formulaFiner)
		config.Training.Loss = "" // fitLaw has a loss of its own
		t, err := newRun(Job{Store: run.NewMemory("a law"), Config: config, Data: &data, Engine: network.Engine})
		if err != nil {
			return nil, 0, err
		}
		defer t.closeAfter(&err)
		if err := t.fitLaw(ctx); err != nil {
			return nil, 0, err
		}
		weights := map[string][]float32{}
		for name, value := range t.trainer.Params() {
			weights[name] = value.Float
		}
		if left, err = medianRoot(ctx, t.eval, t.valid); err != nil {
			return nil, 0, err
		}
		now = t.model.Config.Formulas(weights)
		if progress != nil {
			progress(now, left)
		}
		return now, left, nil
	}
}

// firstValid returns the validation samples by which laws are compared.
func firstValid(samples []system.Sample) []system.Sample {
	return samples[:min(formulaValid, len(samples))]
}

// medianRoot returns the median of the root mean squared errors of systems' positions. The
// error of a system whose prediction is NaN is infinite.
func medianRoot(ctx context.Context, p predict.Predictor, samples []system.Sample) (float64, error) {
	position, _, err := predict.All(ctx, p, samples)
	if err != nil {
		return 0, err
	}
	errors, err := predict.PositionErrors(samples, position)
	if err != nil {
		return 0, err
	}
	for i, square := range errors {
		if errors[i] = math.Sqrt(square); math.IsNaN(square) {
			errors[i] = math.Inf(1)
		}
	}
	return median.Of(errors), nil
}
