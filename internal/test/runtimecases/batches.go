package main

import (
	"fmt"
	"strings"

	"gmnc/export/systems"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/system"
)

// batch holds systems of one composition.
type batch struct {
	name    string
	samples []system.Sample
}

func batchesOf(v variant) []batch {
	compositions := fixtures.Compositions
	if v.baked {
		compositions = compositions[:1]
	}
	all := forestsOf(v)
	for _, count := range []int{3, 1} {
		for i, c := range compositions {
			if count == 1 && i > 1 {
				continue // the first two batches have one system
			}
			samples := fixtures.Samples(c, count, 5)
			if v.config.Sparse {
				samples = fixtures.Sparse(v.config, samples, 6)
			}
			all = append(all, batch{fmt.Sprintf("(%s)x%d", c, count), samples})
		}
	}
	if v.baked {
		for _, b := range all {
			for i := range b.samples {
				b.samples[i].Objects = all[0].samples[0].Objects
			}
		}
	}
	return all
}

// forestsOf returns systems of trees and bodies, for a model that takes them.
func forestsOf(v variant) (all []batch) {
	if v.config.Depth == 0 {
		return nil
	}
	for _, forest := range fixtures.Forests() {
		if len(forest.Objects) > 0 {
			all = append(all, batch{strings.ReplaceAll(forest.Name, " ", "-") + "x2", forest.Samples(2, 5)})
		}
	}
	return all
}

func bakedOf(s system.Sample) (all []systems.Baked) {
	inputs := predict.SystemInputs([]system.Sample{s})
	for _, kind := range system.ListedKinds() {
		all = append(all, systems.Baked{Input: kind.Plural, Shape: inputs[kind.Plural].Shape[1:], Ints: inputs[kind.Plural].Index})
	}
	return all
}
