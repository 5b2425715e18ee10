package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
	"gmnc/run"
	"gmnc/system"
)

// mechanical is the kind of data sets of pendulums, tops and arms, whose truth other
// programs made: arrays of positions and velocities with masses, pins and gravity.
const mechanical = "mechanics"

// Steps of a frame, where all is known and where constants are learned; frames that a
// training predicts in a row.
const (
	knownSteps   = 4
	learnedSteps = 2
	unrolled     = 4
	limitedSteps = 10
)

// rollout is what a table measures over several frames.
type rollout struct {
	Frames int `json:"frames"`
	// Last is the root mean square of the distances of particles from the truth in the
	// last frame. Without it the error is the geometric mean over frames and systems of
	// |z - z'| / |z + z'|, z and z' the positions and velocities of free particles.
	Last bool `json:"last,omitempty"`
	// Coordinates has the root mean square of coordinates in place of distances.
	Coordinates bool `json:"coordinates,omitempty"`
	// Markers has the particles without mass alone.
	Markers bool `json:"markers,omitempty"`
	// Recorded is measured of whole recordings, in place of frames and errors.
	Recorded recorded `json:"recorded,omitempty"`
}

// mechanicalFiles are the names under which the arrays are.
func mechanicalFiles(name string) []string {
	file := strings.ReplaceAll(name, " ", "") + ".npz"
	return []string{mechanical + "/" + file, file}
}

// derived are arrays from which nothing new follows.
var derived = []string{"lengths", "angle", "rate"}

// prepareMechanical makes the data set of arrays, without those that models are not told.
func prepareMechanical(_ context.Context, d DataSet) (*datasets.Data, error) {
	ignored := slices.Concat(derived, strings.Fields(d.Untold))
	err := npz.Open(d.File, func(a *npz.Archive) error {
		ignored = slices.DeleteFunc(ignored, func(name string) bool { return !a.Has(name) && !a.Has("test_"+name) })
		return nil
	})
	if err != nil {
		return nil, err
	}
	data, _, err := arrays.Prepare(d.File, arrays.Options{Interval: 1, Ignore: ignored, LengthUnit: "m", TimeUnit: "s"})
	return data, err
}

// pairs is the kind of data sets of states and the states a frame later, which do not
// say what holds and pulls.
const pairs = "mechanics, pairs"

// prepareHanging reads a tree that hangs from its first particle in gravity, and says so.
func prepareHanging(_ context.Context, d DataSet) (*datasets.Data, error) {
	data, err := datasets.Read(d.File)
	if err != nil {
		return nil, err
	}
	for _, split := range data.Splits() {
		for i := range *split {
			s := &(*split)[i]
			pinned := make([]float32, s.Particles())
			pinned[0] = 1
			system.Pinned.Set(s, pinned)
			system.Gravity.Set(s, []float32{0, 0, -9.81})
		}
	}
	data.Test = data.Valid // of which the baselines' errors are
	return data, nil
}

// mechanicalRow is GMN-ODE as mechanics without networks.
func mechanicalRow(name, known string) Row {
	row := Row{Name: name, Known: known, Model: builder.DefaultConfig(), Training: run.PaperOptions()}
	row.Model.Model, row.Model.Forces, row.Model.Integrator, row.Model.Layers = "gmn-ode", builder.NoForces, builder.RungeKutta4, knownSteps
	row.Training.Epochs, row.Training.ValidEvery = 1, 1
	row.Training.Velocity, row.Training.KeepLast, row.Training.Scale = 1, true, run.AutoScale
	return row
}

// finding is a row that learns constants which models are not told.
func finding(name, known, untold string, learned ...string) Row {
	row := mechanicalRow(name, known)
	row.Untold, row.Model.Layers = untold, learnedSteps
	for _, constant := range learned {
		row.Model.Learn = append(row.Model.Learn, builder.Constant{Name: constant})
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

// mechanics are the rows of the table, by what is learned.
func mechanics() []Row {
	springs := finding(lawOfSprings, "structure, masses, gravity, who is tied", "stiffness")
	springs.Model.Forces, springs.Model.Messages = "", builder.NoMessages
	springs.Training.Epochs, springs.Training.LearningRate = 60, lawRate
	arm := finding(massesAndDamping, "structure, torques, gravity", "mass damping", builder.LearnedMass, builder.LearnedDamping)
	arm.Model.Layers, arm.Training.Batch, arm.Training.Epochs, arm.Training.ValidEvery, arm.Training.LearningRate = 1, 20, 30, 10, 5e-2
	top := finding(massesAlone, "the body, pin, gravity", "mass", builder.LearnedMass)
	top.Model.Layers, top.Training.Batch, top.Training.Epochs = 1, 20, 20
	hanging := finding(massesOfPairs, "structure, pin, gravity", "", builder.LearnedMass)
	hanging.Model.Layers, hanging.Training.Unroll, hanging.Training.Velocity, hanging.Training.Epochs = knownSteps, 0, 0, 10
	limits := mechanicalRow(nothingOfPairs, "all, limits too")
	limits.Model.Layers = limitedSteps
	return []Row{
		mechanicalRow(nothing, "all"),
		finding(massesAndGravity, "structure, lengths", "mass gravity", builder.LearnedMass, builder.LearnedGravity),
		springs,
		top,
		arm,
		hanging,
		limits,
	}
}

// onMechanics are the columns, each for some of the rows.
func onMechanics() []Column {
	var columns []Column
	add := func(name string, system string, size int, measure rollout, rows ...string) {
		columns = append(columns, Column{System: name, TrainSize: size, Rows: rows, Rollout: &measure,
			Data: DataSet{Kind: mechanical, System: system, Train: 800, Valid: 100, Test: 100}})
	}
	hundred := rollout{Frames: 100}
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
		add(fmt.Sprintf("arm7, frame %d", frame), "arm7", 5, rollout{Frames: frame, Last: true}, nothing, massesAndDamping)
	}
	columns = append(columns, Column{
		System: "arm in its limits", TrainSize: 19, Rows: []string{nothingOfPairs}, Rollout: &rollout{Frames: 1, Last: true, Coordinates: true, Markers: true},
		Data: DataSet{Kind: limited, System: "arm", Train: 19, Valid: 342, Test: 342},
	})
	return append(columns, Column{
		System: "pendulum of balls", TrainSize: 2268, Rows: []string{massesOfPairs}, Rollout: &rollout{Frames: 1, Last: true, Coordinates: true},
		Data: DataSet{Kind: pairs, System: "pend", Train: 2268, Valid: 486, Test: 486},
	})
}
