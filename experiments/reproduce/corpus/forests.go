package corpus

import (
	"context"
	"fmt"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/system"
)

// Forest is the kind of data sets of articulated objects, which another simulator made.
const Forest = "forest"

// forestFiles returns the names of a data set's files.
func forestFiles(name string) []string {
	return []string{"trees/" + name + ".npz", name + ".npz"}
}

// forestExtent returns the extent of the available data sets: ten particles, all of which
// interact.
func forestExtent(DataSet) (particles, neighbors int) { return 10, 9 }

// readForest reads the data set. Unless its trees are asked for, the trees of each sample are
// divided into hinges and sticks.
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

// attempts is the number of times that the division of a sample's trees is tried, until it has
// the same numbers as that of the first sample.
const attempts = 100

// takeApart divides the trees of samples into the same numbers of hinges and sticks in all
// samples, as data sets require.
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
