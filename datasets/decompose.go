package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets/graph"
	"gmnc/system"
)

// Decompose returns the data set with other sticks and hinges, which are chosen among the
// bonds. All samples with the same bonds get the same ones.
func Decompose(data *Data, choice graph.Choice) (*Data, error) {
	how := "random bonds"
	if choice.Maximum {
		how = "a maximum matching"
	}
	return decompose(data, fmt.Sprintf("%s and %s from seed %d", wanted(choice.Objects), how, choice.Seed),
		func(n int, bonds [][2]int) (system.Objects, error) { return graph.Decompose(n, bonds, choice) })
}

// DecomposeTrees returns the data set with spanning trees of the bonds as its objects. A tree
// has at most largest particles, or any number if largest is 0.
func DecomposeTrees(data *Data, seed uint64, largest int) (*Data, error) {
	how := fmt.Sprintf("spanning trees from seed %d", seed)
	if largest > 0 {
		how += fmt.Sprintf(", of at most %d particles", largest)
	}
	return decompose(data, how,
		func(n int, bonds [][2]int) (system.Objects, error) { return graph.Trees(n, bonds, seed, largest) })
}

// decompose chooses the objects of all samples among their bonds. how is the rule, which it
// adds to the source.
func decompose(data *Data, how string, choose func(n int, bonds [][2]int) (system.Objects, error)) (*Data, error) {
	chosen := *data
	chosen.About.Source = strings.TrimPrefix(fmt.Sprintf("%s. Objects chosen anew: %s", data.About.Source, how), ". ")
	known := map[string]system.Objects{} // by the number of particles and the bonds
	bonds := 0
	for name, split := range chosen.Splits() {
		*split = slices.Clone(*split)
		for i := range *split {
			sample := &(*split)[i]
			bonds += len(sample.Bonds)
			molecule := fmt.Sprint(sample.Particles(), sample.Bonds)
			if _, done := known[molecule]; !done && len(sample.Bonds) > 0 {
				objects, err := choose(sample.Particles(), sample.Bonds)
				if err != nil {
					return nil, fmt.Errorf("%s: sample %d: %w", name, i, err)
				}
				known[molecule] = objects
			}
			sample.Objects = known[molecule]
		}
	}
	if bonds == 0 {
		return nil, errors.New("the data set has no bonds to choose among: add an array bonds [bonds, 2]")
	}
	return &chosen, nil
}

// wanted returns the numbers of the objects that are chosen before the sticks, such as "2
// hinges".
func wanted(counts system.Composition) string {
	var all []string
	for _, kind := range system.ListedKinds() {
		if kind != system.Stick {
			all = append(all, fmt.Sprintf("%d %s", counts.Count(kind), kind.Plural))
		}
	}
	return strings.Join(all, ", ")
}
