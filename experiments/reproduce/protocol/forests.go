package protocol

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// Options that trained best on validation, of all models in these tables
// alike: GMN-ODE's. forestEpochs are for 500 samples, skeletonEpochs for 198 in
// smaller batches.
const (
	forestEpochs   = 300
	skeletonEpochs = 400
	skeletonBatch  = 12
	// skeletonSteps is of GMN-ODE, which there sees squared distances alone: with
	// their inverses and logarithms, of neighbours along bones, the validation
	// error stays half as large again.
	skeletonSteps = 8
)

// AsTree is a row on data whose objects are whole trees.
func AsTree(row Row) Row {
	row.Tree = true
	return row
}

// treed are rows on such data.
func treed(rows []Row) []Row {
	for i := range rows {
		rows[i] = AsTree(rows[i])
	}
	return rows
}

// named is a row on data that say which joint is which.
func named(row Row) Row {
	row.Name, row.Joints = row.Name+", joints named", true
	return row
}

// Told is a row on data with hinges and sticks in place of trees.
func Told(row Row) Row {
	row.Name += ", hinges and sticks"
	return row
}

// learned has learned factors of velocities in place of Newton's equations.
func learned(row Row) Row {
	row.Name += ", learned dynamics"
	row.Model.Dynamics = config.LearnedDynamics
	return row
}

// onForests are rows trained as GMN-ODE is, backwards in time, too.
func onForests(rows ...Row) []Row {
	for i := range rows {
		t := &rows[i].Training
		t.Epochs, t.Batch, t.LearningRate, t.Schedule, t.Reverse, t.Clip = forestEpochs, lawBatch, lawRate, run.Cosine, true, lawClip
	}
	return rows
}

// onSkeletons are the same rows for motion capture, which has no velocities of
// targets.
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

// Forests are the models of articulated objects: those that know nothing of
// bars, those that know some, and those that know all.
func Forests() []Row {
	return []Row{AsTree(rf), AsTree(egnn), Told(GMN), AsTree(GMN), Told(law("GMN-ODE")), AsTree(learned(law("GMN-ODE"))), AsTree(law("GMN-ODE"))}
}

// Articulated are columns for the data sets of articulated objects.
func Articulated(names ...string) []Column {
	var columns []Column
	for _, name := range names {
		columns = append(columns, Column{System: name, TrainSize: 500,
			Data: corpus.DataSet{Kind: corpus.Forest, System: name, Train: 500, Valid: 1000, Test: 1000}})
	}
	return columns
}
