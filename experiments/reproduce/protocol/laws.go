package protocol

import (
	"gmnc/builder/config"
	"gmnc/run"
)

// Of GMN-ODE, which is not in the paper: options chosen by validation on
// (3,2,1). Without reversal it has as many gradients from twice the epochs there;
// on molecules it has lawEpochs.
const (
	lawSteps  = 12
	lawBatch  = 50
	lawRate   = 2e-3
	lawEpochs = 300
	// lawClip is about the usual norm of a gradient after the first epochs. A
	// close encounter has one of thousands of times that, after which Adam may
	// leave for weights that send all systems to their limits, where the loss is
	// flat.
	lawClip = 1
)

// averageDecay is of a row that averages its weights, over some five epochs.
const averageDecay = 0.99

// law is GMN-ODE with all its parts, trained forwards and backwards in time.
func law(name string) Row {
	row := model(name, "gmn-ode")
	row.Model.Layers = lawSteps
	row.Training.Epochs, row.Training.Batch, row.Training.LearningRate = lawEpochs, lawBatch, lawRate
	row.Training.Schedule, row.Training.Reverse, row.Training.Clip = run.Cosine, true, lawClip
	return row
}

// MoreSteps has twice the steps and half the epochs, which take about as long. Validation
// chose it.
var MoreSteps = func() Row {
	row := law("GMN-ODE, 24 steps, 150 epochs")
	row.Model.Layers, row.Training.Epochs, row.Turn = 2*lawSteps, lawEpochs/2, Variants
	return row
}()

// bestClip makes all gradients of the preset best about as long: one that is far longer
// threw weights off in one of seven trainings.
const bestClip = 0.1

// BestPreset names the row of the preset best of gmnc train, as it is.
const BestPreset = "GMN-ODE, --preset best"

// bestPreset has the preset's options beside the defaults of gmnc train.
func bestPreset() Row {
	row := law(BestPreset)
	row.Model.Layers, row.Model.Clamp = 2*lawSteps, config.LengthClamp
	training := row.Training
	row.Training = run.DefaultOptions()
	o := &row.Training
	o.Schedule, o.Reverse, o.Clip, o.LearningRate = training.Schedule, training.Reverse, bestClip, training.LearningRate
	o.Epochs, o.Warmup, o.Batch, o.Coarse, o.Velocity = 90, 2, lawBatch/2, []int{lawSteps}, run.DefaultVelocity
	return row
}

// AsLaw ends the names of other models with GMN-ODE's training.
const AsLaw = ", trained as GMN-ODE"

// trainedAsLaw is another model with GMN-ODE's training: the rest of its distance to
// GMN-ODE is the model's.
func trainedAsLaw(row Row) Row {
	row.Name += AsLaw
	row.Training, row.Turn = law("").Training, Variants
	return row
}

// laws are GMN-ODE, without reversal, with one part each changed or left out, and
// trained with another option each; GMN and EGNN with its training.
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
