package protocol

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// These are the steps of a frame if everything is known, and if constants are learned, and the
// number of frames that a training predicts in a row.
const (
	knownSteps   = 4
	learnedSteps = 2
	unrolled     = 4
	limitedSteps = 10
)

// Rollout is what a table measures over several frames.
type Rollout struct {
	Frames int `json:"frames"`
	// Last takes the root mean square distance of particles from the truth in the last frame.
	// Otherwise the error is the geometric mean over frames and systems of |z - z'| / |z + z'|,
	// where z and z' are the positions and velocities of free particles.
	Last bool `json:"last,omitempty"`
	// Coordinates takes the root mean square of coordinates instead of distances.
	Coordinates bool `json:"coordinates,omitempty"`
	// Markers takes only the particles without mass.
	Markers bool `json:"markers,omitempty"`
	// Recorded is measured on whole recordings, instead of frames and errors.
	Recorded Recorded `json:"recorded,omitempty"`
}

// mechanicalRow returns GMN-ODE as mechanics without networks.
func mechanicalRow(name, known string) Row {
	row := Row{Name: name, Known: known, Model: config.DefaultConfig(), Training: run.PaperOptions()}
	row.Model.Model, row.Model.Forces, row.Model.Integrator, row.Model.Layers = "gmn-ode", config.NoForces, config.RungeKutta4, knownSteps
	row.Training.Epochs, row.Training.ValidEvery = 1, 1
	row.Training.Velocity, row.Training.KeepLast, row.Training.Scale = 1, true, run.AutoScale
	return row
}

// finding returns a row that learns constants that models are not given.
func finding(name, known, hidden string, learned ...string) Row {
	row := mechanicalRow(name, known)
	row.Hidden, row.Model.Layers = hidden, learnedSteps
	for _, constant := range learned {
		row.Model.Learn = append(row.Model.Learn, config.Constant{Name: constant})
	}
	row.Training.Epochs, row.Training.ValidEvery, row.Training.Batch, row.Training.Unroll = 40, 10, lawBatch, unrolled
	row.Training.LearningRate, row.Training.Schedule = 2e-2, run.Cosine
	return row
}

const (
	nothing          = "nothing"
	massesAndGravity = "masses and gravity"
	lawOfSprings     = "the law of springs"
	massesAndDamping = "masses and damping"
	massesAlone      = "masses"
	massesOfPairs    = "masses, of pairs of frames"
	nothingOfPairs   = "nothing, of pairs of frames"
)

// mechanics returns the rows of the table, by what is learned.
func mechanics() []Row {
	springs := finding(lawOfSprings, "structure, masses, gravity, who is tied", "stiffness")
	springs.Model.Forces, springs.Model.Messages = "", config.NoMessages
	springs.Training.Epochs, springs.Training.LearningRate = 60, lawRate
	arm := finding(massesAndDamping, "structure, torques, gravity", "mass damping", config.LearnedMass, config.LearnedDamping)
	arm.Model.Layers, arm.Training.Batch, arm.Training.Epochs, arm.Training.ValidEvery, arm.Training.LearningRate = 1, 20, 30, 10, 5e-2
	top := finding(massesAlone, "the body, pin, gravity", "mass", config.LearnedMass)
	top.Model.Layers, top.Training.Batch, top.Training.Epochs = 1, 20, 20
	hanging := finding(massesOfPairs, "structure, pin, gravity", "", config.LearnedMass)
	hanging.Model.Layers, hanging.Training.Unroll, hanging.Training.Velocity, hanging.Training.Epochs = knownSteps, 0, 0, 10
	limits := mechanicalRow(nothingOfPairs, "all, limits too")
	limits.Model.Layers = limitedSteps
	return []Row{
		mechanicalRow(nothing, "all"),
		finding(massesAndGravity, "structure, lengths", "mass gravity", config.LearnedMass, config.LearnedGravity),
		springs,
		top,
		arm,
		hanging,
		limits,
	}
}

// onMechanics returns the columns, each for some of the rows.
func onMechanics() []Column {
	var columns []Column
	add := func(name string, system string, size int, measure Rollout, rows ...string) {
		columns = append(columns, Column{System: name, TrainSize: size, Rows: rows, Rollout: &measure,
			Data: corpus.DataSet{Kind: corpus.Mechanics, System: system, Train: 800, Valid: 100, Test: 100}})
	}
	hundred := Rollout{Frames: 100}
	for _, links := range []int{1, 2, 3, 5} {
		name := fmt.Sprintf("pendulum %d", links)
		add(name, name, 800, hundred, nothing, massesAndGravity)
	}
	add("pendulum 2", "pendulum 2", 40, hundred, massesAndGravity)
	columns[len(columns)-1].Repeat = 10
	add("coupled3", "coupled3", 800, hundred, lawOfSprings)
	add("rotor", "rotor", 800, hundred, nothing)
	add("top", "top", 800, hundred, nothing, massesAlone)
	for _, frame := range []int{20, 60} {
		add(fmt.Sprintf("arm7, frame %d", frame), "arm7", 5, Rollout{Frames: frame, Last: true}, nothing, massesAndDamping)
	}
	columns = append(columns, Column{
		System: "arm in its limits", TrainSize: 19, Rows: []string{nothingOfPairs}, Rollout: &Rollout{Frames: 1, Last: true, Coordinates: true, Markers: true},
		Data: corpus.DataSet{Kind: corpus.MechanicsLimits, System: "arm", Train: 19, Valid: 342, Test: 342},
	})
	return append(columns, Column{
		System: "pendulum of balls", TrainSize: 2268, Rows: []string{massesOfPairs}, Rollout: &Rollout{Frames: 1, Last: true, Coordinates: true},
		Data: corpus.DataSet{Kind: corpus.MechanicsPairs, System: "pend", Train: 2268, Valid: 486, Test: 486},
	})
}
