package protocol

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// These options of GMN-ODE trained best on validation, and all models in these tables have
// them. forestEpochs is for 500 samples, and skeletonEpochs for 198 in smaller batches.
const (
	forestEpochs   = 300
	skeletonEpochs = 400
	skeletonBatch  = 12
	// skeletonSteps is for GMN-ODE, which uses only squared distances there. With their
	// inverses and logarithms, the validation error, due to neighbors along bones, is half as
	// large again.
	skeletonSteps = 8
)

// AsTree returns a row with data whose objects are whole trees.
func AsTree(row Row) Row {
	row.Tree = true
	return row
}

// treed returns rows with such data.
func treed(rows []Row) []Row {
	for i := range rows {
		rows[i] = AsTree(rows[i])
	}
	return rows
}

// named returns a row with data that identify the joints.
func named(row Row) Row {
	row.Name, row.Joints = row.Name+", joints named", true
	return row
}

// WithListedObjects returns a row with data that have hinges and sticks instead of trees.
func WithListedObjects(row Row) Row {
	row.Name += ", hinges and sticks"
	return row
}

// learned returns a row with learned factors of velocities instead of Newton's equations.
func learned(row Row) Row {
	row.Name += ", learned dynamics"
	row.Model.Dynamics = config.LearnedDynamics
	return row
}

// onForests returns rows that are trained like GMN-ODE, also backwards in time.
func onForests(rows ...Row) []Row {
	for i := range rows {
		t := &rows[i].Training
		t.Epochs, t.Batch, t.LearningRate, t.Schedule, t.Reverse, t.Clip = forestEpochs, lawBatch, lawRate, run.Cosine, true, lawClip
	}
	return rows
}

// onSkeletons returns the same rows for motion capture, which has no target velocities.
func onSkeletons(rows ...Row) []Row {
	rows = onForests(slices.Clone(rows)...)
	for i := range rows {
		t := &rows[i].Training
		t.Epochs, t.Batch, t.Reverse = skeletonEpochs, skeletonBatch, false
		if m := &rows[i].Model; m.Model == "gmn-ode" {
			m.Layers, m.Radial = skeletonSteps, config.SquareRadial
		}
	}
	return rows
}

// Forests returns the models of articulated objects: those that know nothing about bars, those
// that know some of them, and those that know all.
func Forests() []Row {
	return []Row{AsTree(rf), AsTree(egnn), WithListedObjects(GMN), AsTree(GMN), WithListedObjects(law("GMN-ODE")), AsTree(learned(law("GMN-ODE"))), AsTree(law("GMN-ODE"))}
}

// Articulated returns columns for the data sets of articulated objects.
func Articulated(names ...string) []Column {
	var columns []Column
	for _, name := range names {
		columns = append(columns, Column{System: name, TrainSize: 500,
			Data: corpus.DataSet{Kind: corpus.Forest, System: name, Train: 500, Valid: 1000, Test: 1000}})
	}
	return columns
}
