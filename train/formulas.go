package train

import (
	"gmnc/builder"
	"gmnc/run"
	"gmnc/system"
)

// Of a training that tells which of several laws is right: a law has few constants, which
// few samples tell.
const (
	formulaParticles = 2000 // from which on no more samples are taken
	formulaSteps     = 20   // about so many an epoch
	formulaEpochs    = 5
	// formulaRate moves constants, by shares of themselves, in all steps by about their own
	// size at most.
	formulaRate = 2e-2
	// formulaClip keeps what one chaotic sample says from outweighing a batch.
	formulaClip = 1e-3
)

// InFormulas is the configuration of a short training, on a part of the samples, that
// starts from formulas in the place of the network of another run, in twice its steps.
func InFormulas(of run.Config, law []builder.PairFormula, samples []system.Sample) run.Config {
	particles, count := 0, 0
	for count < len(samples) && particles < formulaParticles {
		particles += samples[count].Particles()
		count++
	}
	model := of.Model
	model.Law, model.Messages, model.Integrator, model.Layers = law, builder.NoMessages, builder.Verlet, 2*model.Layers
	options := run.PaperOptions()
	options.TrainSize, options.Batch = count, max(1, count/formulaSteps)
	options.Epochs, options.ValidEvery, options.KeepLast = formulaEpochs, formulaEpochs, true
	options.LearningRate, options.Schedule, options.Loss, options.Clip = formulaRate, run.Cosine, run.Cauchy, formulaClip
	if of.Training != nil {
		options.Velocity, options.Scale, options.Seed = of.Training.Velocity, of.Training.Scale, of.Training.Seed
	}
	of.Model, of.Training = model, &options
	return of
}
