package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets/graph"
	"gmnc/system"
)

// Decompose returns the data set with other sticks and hinges, chosen among
// the bonds, which must be the same in all samples.
func Decompose(data *Data, choice graph.Choice) (*Data, error) {
	chosen := *data
	counts, how := wanted(choice.Objects), "random bonds"
	if choice.Maximum {
		how = "a maximum matching"
	}
	chosen.About.Source = strings.TrimPrefix(fmt.Sprintf("%s, then objects chosen anew: %s and %s from seed %d",
		data.About.Source, counts, how, choice.Seed), ", then ")
	all := slices.Concat(data.Train, data.Valid, data.Test)
	if len(all) == 0 || len(all[0].Bonds) == 0 {
		return nil, errors.New("the data set has no bonds to choose among: add an array bonds [bonds, 2]")
	}
	first := all[0]
	objects, err := graph.Decompose(first.Particles(), first.Bonds, choice)
	if err != nil {
		return nil, err
	}
	for _, split := range chosen.Splits() {
		*split = slices.Clone(*split)
		for i := range *split {
			sample := &(*split)[i]
			if sample.Particles() != first.Particles() || !slices.Equal(sample.Bonds, first.Bonds) {
				return nil, errors.New("the samples have different bonds: expected one array bonds [bonds, 2] for all")
			}
			sample.Objects = objects
		}
	}
	return &chosen, nil
}

// wanted says how many objects are chosen before the sticks: "2 hinges".
func wanted(counts system.Composition) string {
	var all []string
	for _, kind := range system.ListedKinds() {
		if kind != system.Stick {
			all = append(all, fmt.Sprintf("%d %s", counts.Count(kind), kind.Plural))
		}
	}
	return strings.Join(all, ", ")
}
