package corpus

import (
	"context"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// Mechanics is the kind of data sets of pendulums, tops and arms, whose truth other programs
// made. They are arrays of positions and velocities with masses, pins and gravity.
const Mechanics = "mechanics"

// mechanicalFiles returns the names of the files of arrays.
func mechanicalFiles(name string) []string {
	file := strings.ReplaceAll(name, " ", "") + ".npz"
	return []string{Mechanics + "/" + file, file}
}

// derived lists arrays from which nothing new follows.
var derived = []string{"lengths", "angle", "rate"}

// PrepareMechanics makes the data set of arrays, without those that models are not given.
func PrepareMechanics(_ context.Context, d DataSet) (*datasets.Data, error) {
	ignored := slices.Concat(derived, strings.Fields(d.Hidden))
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

// MechanicsPairs is the kind of data sets of states and of the states a frame later, which do
// not say what constrains and pulls the particles.
const MechanicsPairs = "mechanics, pairs"

// prepareHanging reads a tree that hangs from its first particle in gravity, and adds that
// information.
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
	data.Test = data.Valid // the baselines' errors are those of the test samples
	return data, nil
}
