package protocol

import (
	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/train/preset"
)

// These are options of GMN-ODE, which is not in the paper. They were chosen by validation on
// (3,2,1). Without reversal, twice the epochs give as many gradients there; on molecules it has
// lawEpochs.
const (
	lawSteps  = 12
	lawBatch  = 50
	lawRate   = 2e-3
	lawEpochs = 300
	// lawClip is about the typical norm of a gradient after the first epochs. A close encounter
	// has a gradient thousands of times as large. After that, Adam may move to weights with
	// which all systems are at their limits, where the loss is flat.
	lawClip = 1
)

// averageDecay is the decay of a row that averages its weights, over some five epochs.
const averageDecay = 0.99

// law returns GMN-ODE with all its parts, trained forwards and backwards in time.
func law(name string) Row {
	row := model(name, "gmn-ode")
	row.Model.Layers = lawSteps
	row.Training.Epochs, row.Training.Batch, row.Training.LearningRate = lawEpochs, lawBatch, lawRate
	row.Training.Schedule, row.Training.Reverse, row.Training.Clip = run.Cosine, true, lawClip
	return row
}

// MoreSteps has twice the steps and half the epochs, which take about as long. It was chosen by
// validation.
var MoreSteps = func() Row {
	row := law("GMN-ODE, 24 steps, 150 epochs")
	row.Model.Layers, row.Training.Epochs, row.Turn = 2*lawSteps, lawEpochs/2, Variants
	return row
}()

// BestPreset is the name of the row with the unchanged preset best of gmnc train.
const BestPreset = "GMN-ODE, --preset best"

// bestPreset returns a row with the preset's options and the defaults of gmnc train, for data
// with target velocities.
func bestPreset() Row {
	best, err := preset.Named("best")
	if err != nil {
		panic(err)
	}
	row := law(BestPreset)
	row.Model, row.Training = best.Model, best.Options
	row.Training.Velocity = run.DefaultVelocity
	return row
}

// bestOnPairs returns the same row for data without target velocities, as gmnc train changes
// the preset for them.
func bestOnPairs() Row {
	row := bestPreset()
	row.Training.Reverse, row.Training.Velocity = false, 0
	return row
}

// AsLaw ends the names of other models with GMN-ODE's training.
const AsLaw = ", trained as GMN-ODE"

// trainedAsLaw returns another model with GMN-ODE's training. Its remaining difference from
// GMN-ODE is due to the model.
func trainedAsLaw(row Row) Row {
	row.Name += AsLaw
	row.Training, row.Turn = law("").Training, Variants
	return row
}

// laws returns GMN-ODE, GMN-ODE without reversal, and variants with one part changed or left
// out or with another option of training. GMN and EGNN with its training follow.
func laws() []Row {
	forwards := law("GMN-ODE w/o reversal")
	forwards.Training.Reverse, forwards.Training.Epochs = false, 2*lawEpochs
	rows := []Row{law("GMN-ODE"), forwards, bestPreset()}
	for _, part := range []struct {
		name   string
		change func(c *config.Config)
	}{
		{"1 step", func(c *config.Config) { c.Layers = 1 }},
		{"2 steps", func(c *config.Config) { c.Layers = 2 }},
		{"4 steps", func(c *config.Config) { c.Layers = 4 }},
		{"8 steps", func(c *config.Config) { c.Layers = 8 }},
		{"24 steps", func(c *config.Config) { c.Layers = 2 * lawSteps }},
		{"width 128", func(c *config.Config) { c.Hidden = 128 }},
		{"own weights in each step", func(c *config.Config) { c.Weights = config.OwnWeights }},
		{"first order", func(c *config.Config) { c.Order = config.FirstOrder }},
		{"learned dynamics", func(c *config.Config) { c.Dynamics = config.LearnedDynamics }},
		{"squared distances alone", func(c *config.Config) { c.Radial = config.SquareRadial }},
		{"directions over the squared distance", func(c *config.Config) { c.Direction = config.InverseSquare }},
		{"mean of forces", func(c *config.Config) { c.Forces = config.MeanForces }},
		{"sum of messages", func(c *config.Config) { c.Messages = config.SumMessages }},
		{"no messages", func(c *config.Config) { c.Messages = config.NoMessages }},
		{"kick, drift, kick", func(c *config.Config) { c.Integrator = config.Verlet }},
	} {
		row := law("GMN-ODE, " + part.name)
		part.change(&row.Model)
		row.Turn = Variants
		rows = append(rows, row)
	}
	for _, option := range []struct {
		name   string
		change func(o *run.Options)
	}{
		{"loss of the velocity", func(o *run.Options) { o.Velocity = run.DefaultVelocity }},
		{"average of weights", func(o *run.Options) { o.EMA = averageDecay }},
		{"gradients of any norm", func(o *run.Options) { o.Clip = 0 }},
		{"Huber's loss", func(o *run.Options) { o.Loss = run.Huber }},
	} {
		row := law("GMN-ODE, " + option.name)
		option.change(&row.Training)
		row.Turn = Variants
		rows = append(rows, row)
	}
	return append(rows, MoreSteps, trainedAsLaw(GMN), trainedAsLaw(egnn))
}
