package datasets

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets/graph"
)

// Decompose returns the data set with other sticks and hinges, chosen among
// the bonds, which must be the same in all samples.
func Decompose(data *Data, choice graph.Choice) (*Data, error) {
	chosen := *data
	how := "random bonds"
	if choice.Maximum {
		how = "a maximum matching"
	}
	chosen.About.Source = strings.TrimPrefix(fmt.Sprintf("%s, then objects chosen anew: %d hinges and %s from seed %d",
		data.About.Source, choice.Hinges, how, choice.Seed), ", then ")
	all := slices.Concat(data.Train, data.Valid, data.Test)
	if len(all) == 0 || len(all[0].Bonds) == 0 {
		return nil, errors.New("the data set has no bonds to choose among: add an array bonds [bonds, 2]")
	}
	first := all[0]
	sticks, hinges, err := graph.Decompose(first.Particles(), first.Bonds, choice)
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
			sample.Sticks, sample.Hinges = sticks, hinges
		}
	}
	return &chosen, nil
}
