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

// Of fits that tell which of several laws is right: a law has few constants, which few
// samples tell.
const (
	formulaParticles = 2000 // from which on no more samples are taken
	formulaValid     = 500  // validation samples that tell at most
	formulaFiner     = 2    // times the steps of the network
)

// Of the training that takes the law that was chosen to its constants.
const (
	constantParticles = 10_000
	constantFiner     = 3
	constantSteps     = 50 // about so many an epoch
	constantEpochs    = 4
	// constantRate moves constants, by shares of themselves, in all steps by about a tenth
	// of their own size at most.
	constantRate = 1e-3
	// constantClip keeps what one chaotic sample says from outweighing a batch.
	constantClip = 1e-3
)

// ToConstants is the configuration of the training that takes formulas, which a fit began,
// to their constants and standard errors, in thrice the steps of another run's network.
func ToConstants(of run.Config, law []config.PairFormula, samples []system.Sample) run.Config {
	return inFormulas(of, law, samples, constantParticles, constantFiner)
}

// inFormulas is the configuration of a training on samples up to a number of particles,
// with formulas in the place of the network of another run, in so many times its steps. The
// method of Runge and Kutta keeps what a step leaves out from becoming a force.
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

// Formulas measures laws: each is fitted to the job's training samples in the place of the
// network of its configuration. Its error is the median of the root mean squared errors of
// validation systems; infinite where half of the predictions overflow. The job's store is
// not used; tell, unless nil, is called with every law and its error.
func Formulas(ctx context.Context, network Job, tell func(law []config.PairFormula, left float64)) func([]config.PairFormula) ([]config.PairFormula, float64, error) {
	data := *network.Data
	data.Valid = data.Valid[:min(formulaValid, len(data.Valid))]
	return func(law []config.PairFormula) (now []config.PairFormula, left float64, err error) {
		config := inFormulas(network.Config, law, data.Train, formulaParticles, formulaFiner)
		config.Training.Loss = "" // fitLaw has its own
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
		if tell != nil {
			tell(now, left)
		}
		return now, left, nil
	}
}

// medianRoot is the median of the root mean squared errors of systems' positions. The
// errors of systems whose prediction is no number are infinite.
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
