package protocol

import (
	"gmnc/builder/config"
	"gmnc/run"
)

// networkOfCharges returns a row that is trained on the main system.
func networkOfCharges() Row {
	row := law(mainFormulas)
	row.Model.Messages, row.Model.Layers = config.NoMessages, knowingSteps
	row.Training.Epochs, row.Training.Clip = 40, 0
	row.Training.Velocity, row.Training.Scale = run.DefaultVelocity, run.AutoScale
	row.Formulas = true
	return row
}

// networkOfArgon returns a row that is trained on a box of atoms.
func networkOfArgon() Row {
	row := pairNetwork(argonFormulas, 2)
	row.Model.Hidden, row.Model.Integrator = 32, config.Verlet
	o := &row.Training
	o.Epochs, o.ValidEvery, o.Batch, o.LearningRate, o.Velocity = 40, 20, 3, 3e-3, 1
	row.Formulas = true
	return row
}
