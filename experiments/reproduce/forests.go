package reproduce

import (
	"context"
	"fmt"
	"slices"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/run"
	"gmnc/system"
)

// forest is the kind of data sets of articulated objects, which another
// simulator made.
const forest = "forest"

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

// forestFiles are the names under which the data sets are.
func forestFiles(name string) []string {
	return []string{"trees/" + name + ".npz", name + ".npz"}
}

// forestExtent is the extent of the data sets at hand: ten particles, all of which
// see each other.
func forestExtent(DataSet) (particles, neighbours int) { return 10, 9 }

// readForest reads the data set; unless its trees are asked for, each sample's
// are taken apart into hinges and sticks.
func readForest(_ context.Context, d DataSet) (*datasets.Data, error) {
	data, err := datasets.Read(d.File)
	if err != nil || d.Tree {
		return data, err
	}
	for _, split := range data.Splits() {
		if err := takeApart(*split, d.Seed); err != nil {
			return nil, fmt.Errorf("%s, %w", d.File, err)
		}
	}
	data.About.Source += ", trees taken apart into hinges and sticks"
	return data, nil
}

// attempts are how often a sample's trees are taken apart for what the first
// sample's were.
const attempts = 100

// takeApart takes the trees of samples apart into the same numbers of hinges and
// sticks in all, as data sets have them.
func takeApart(samples []system.Sample, seed uint64) error {
	for i := range samples {
		sample := &samples[i]
		bars := sample.Objects.Bars(system.Tree)
		for attempt := range uint64(attempts) {
			objects, err := apart(sample.Particles(), bars, seed+uint64(i)+attempt<<32)
			if err != nil {
				return fmt.Errorf("sample %d: %w", i, err)
			}
			if sample.Objects = objects; objects.Counts() == samples[0].Objects.Counts() {
				break
			}
		}
		if sample.Objects.Counts() != samples[0].Objects.Counts() {
			return fmt.Errorf("sample %d cannot be taken apart as sample 0 is, in %d attempts", i, attempts)
		}
	}
	return nil
}

// apart chooses as many hinges among the bars as fit, then sticks.
func apart(particles int, bars [][2]int, seed uint64) (objects system.Objects, err error) {
	for count := particles / 3; count >= 0; count-- {
		objects, err = graph.Decompose(particles, bars, graph.Choice{Seed: seed, Objects: system.CountOf(system.Hinge, count), Maximum: true})
		if err == nil {
			break
		}
	}
	return objects, err
}

// asTree is a row on data whose objects are whole trees.
func asTree(row Row) Row {
	row.Tree = true
	return row
}

// treed are rows on such data.
func treed(rows []Row) []Row {
	for i := range rows {
		rows[i] = asTree(rows[i])
	}
	return rows
}

// named is a row on data that say which joint is which.
func named(row Row) Row {
	row.Name, row.Joints = row.Name+", joints named", true
	return row
}

// told is a row on data with hinges and sticks in place of trees.
func told(row Row) Row {
	row.Name += ", hinges and sticks"
	return row
}

// learned has learned factors of velocities in place of Newton's equations.
func learned(row Row) Row {
	row.Name += ", learned dynamics"
	row.Model.Dynamics = builder.LearnedDynamics
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
			m.Layers, m.Radial = skeletonSteps, builder.SquareRadial
		}
	}
	return rows
}

// forests are the models of articulated objects: those that know nothing of
// bars, those that know some, and those that know all.
func forests() []Row {
	return []Row{asTree(rf), asTree(egnn), told(gmn), asTree(gmn), told(law("GMN-ODE")), asTree(learned(law("GMN-ODE"))), asTree(law("GMN-ODE"))}
}

// articulated are columns for the data sets of articulated objects.
func articulated(names ...string) []Column {
	var columns []Column
	for _, name := range names {
		columns = append(columns, Column{System: name, TrainSize: 500,
			Data: DataSet{Kind: forest, System: name, Train: 500, Valid: 1000, Test: 1000}})
	}
	return columns
}
