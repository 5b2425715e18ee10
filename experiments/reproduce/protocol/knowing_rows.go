package protocol

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// knowingEpochs is far less than in the paper, and knowingSteps is the number of steps of the
// law on the main system.
const (
	knowingEpochs = 60
	knowingSteps  = 8
)

// These are the names of rows to which columns refer.
const (
	walkingLaw  = "GMN-ODE, learned dynamics"
	severalRuns = "GMN-ODE, 2 runs as one file"
	rollingLaw  = "GMN-ODE, 2 steps"
	contactLaw  = "contact, friction and restitution learned"
	springLaw   = "GMN-ODE, no messages"
	neutralLaw  = "GMN-ODE, no messages, noise"

	mainFormulas  = "formulas of GMN-ODE, no messages"
	argonFormulas = "formulas of GMN-ODE, no messages, 2 steps"
)

// knowingRows returns a law of motion, the paper's model and one for skeletons. It also returns
// two runs as one file, a model of short steps, one of contact, and networks whose forces
// become formulas.
func knowingRows() []Row {
	rows := append(onForests(AsTree(law("GMN-ODE")), AsTree(GMN)), onSkeletons(AsTree(learned(law("GMN-ODE"))))...)
	for i := range rows {
		rows[i].Training.Epochs, rows[i].Training.Reverse = knowingEpochs, false
	}
	rows[0].Model.Layers = knowingSteps
	several := rows[0]
	several.Name, several.Runs = severalRuns, 2
	several.Training.Epochs /= several.Runs // the epochs of each run
	return append(rows, several, shortSteps(), learnedContact(), networkOfSprings(), networkOfNothing(), networkOfCharges(), networkOfArgon())
}

// shortSteps returns a row that is trained on the first steps of trajectories.
func shortSteps() Row {
	row := law(rollingLaw)
	row.Model.Layers = 2
	o := &row.Training
	o.Epochs, o.Velocity, o.Scale = 30, run.DefaultVelocity, run.AutoScale
	return row
}

// learnedContact returns a row that learns constants of contact from tosses.
func learnedContact() Row {
	row := throughFrames()
	row.Name, row.Known = contactLaw, ""
	row.Model.Learn = []config.Constant{{Name: config.LearnedFriction}, {Name: config.LearnedRestitution}}
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Unroll, o.LearningRate = 1, 1, 16, 1e-2
	return row
}

// pairNetwork returns a row of a narrow network of forces between pairs.
func pairNetwork(name string, layers int) Row {
	row := model(name, "gmn-ode")
	row.Model.Messages, row.Model.Hidden, row.Model.Layers = config.NoMessages, 16, layers
	row.Training.Batch, row.Training.Schedule, row.Training.Scale, row.Training.KeepLast = 20, run.Cosine, run.AutoScale, true
	return row
}

// networkOfSprings returns a row that is trained on coupled oscillators.
func networkOfSprings() Row {
	row := pairNetwork(springLaw, 1)
	row.Hidden, row.Model.Integrator = "stiffness", config.RungeKutta4
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Unroll, o.LearningRate, o.Velocity = 12, 12, 2, 1e-2, 1
	return row
}

// networkOfNothing returns a row that is trained on particles without a force, whose positions
// have noise.
func networkOfNothing() Row {
	row := pairNetwork(neutralLaw, 2)
	o := &row.Training
	o.Epochs, o.ValidEvery, o.LearningRate, o.Velocity, o.Noise = 10, 5, 2e-3, run.DefaultVelocity, 0.01
	return row
}

// onKnowing returns the columns: the main system, others with its models, trees and motion
// capture, steps of rollouts, tosses, and constants of laws.
func onKnowing() []Column {
	columns := slices.Concat(onSystems([]string{MainSystem}, 500), elsewhere("5,3,3", "8,6,0"), Articulated("chains_and_stars"))
	for i := range columns {
		columns[i].Rows = []string{"GMN-ODE", GMN.Name}
	}
	columns[0].Rows = append(columns[0].Rows, severalRuns)
	walk := OnMotion()
	walk[0].Rows = []string{walkingLaw}
	columns = append(columns, walk...)
	for _, steps := range []int{1, 10, corpus.RolledSteps} {
		columns = append(columns, Column{System: fmt.Sprintf("%s, step %d", MainSystem, steps), TrainSize: 500, Steps: steps, Rows: []string{rollingLaw},
			Data: corpus.DataSet{Kind: corpus.NBodyFrames, System: MainSystem, Train: 500, Valid: 300, Test: 400}})
	}
	thrown := onContact()[0]
	thrown.System, thrown.Rollout, thrown.Rows = corpus.Tosses, nil, []string{contactLaw}
	return append(append(columns, thrown), onLaws()...)
}
