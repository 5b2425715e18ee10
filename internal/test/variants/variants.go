// Package variants lists what models there are, for tests that run over all.
package variants

import (
	"slices"
	"strings"
	"testing"

	"gmnc/builder/config"
)

// leastChannels is how many channels a degree of features has at least: what
// a layer normalisation of two gives is 1 and -1, and what it lets through
// of gradients is rounding. Values and keys have a quarter of them.
const leastChannels = 8

// Forms are all models in all their forms, of a size. With -short each has one, and
// models on tensors one layer. The race detector and other kernels, which such runs
// are for, find nothing in the other form, in options or in a second layer that they
// do not find here.
func Forms(layers, hidden int) []config.Config {
	var all []config.Config
	for _, model := range config.Models() {
		described := config.Describe(model)
		forms := described.Forms()
		deep := layers
		if testing.Short() {
			forms = forms[:1]
			if described.Degrees > 0 {
				deep = 1
			}
		}
		for _, form := range forms {
			width := max(hidden, leastChannels*described.Degrees)
			all = append(all, config.Config{Model: model, Form: form, Layers: deep, Hidden: width})
		}
	}
	return all
}

// All are Forms, and those that differ from a published one in one option;
// of models that differ in their loss alone, one has them all. With -short
// they are Forms alone.
func All(layers, hidden int) []config.Config {
	all := Forms(layers, hidden)
	if testing.Short() {
		return all
	}
	for _, c := range all {
		if c.Form == config.Published && !config.Describe(c.Model).ConstraintTerm {
			all = append(all, c.Variants()...)
		}
	}
	return all
}

// Name names a configuration except for its size: "gmn/published/sticks".
func Name(c config.Config) string {
	residual := ""
	if c.Residual != "" {
		residual = "residual " + c.Residual
	}
	clamp := ""
	if c.Clamp != "" {
		clamp = "clamp " + string(c.Clamp)
	}
	parts := []string{c.Model, c.Form, c.Hinges, c.Phi2, c.Charge, residual, clamp}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "/")
}
