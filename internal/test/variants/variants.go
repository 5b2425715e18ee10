// Package variants lists all models, for tests that run over them.
package variants

import (
	"slices"
	"strings"
	"testing"

	"gmnc/builder/config"
)

// leastChannels is the least number of channels for each degree of features. Layer
// normalization of two channels returns 1 and -1, and only rounding of the gradients passes it.
// Values and keys have a quarter of the channels.
const leastChannels = 8

// Forms returns all models in all their forms, with a size. With -short there is one form of
// each model, and models on tensors have one layer. The race detector and other kernels, for
// which such runs are, would find nothing more in other forms, options or layers.
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

// All returns Forms and the variants that differ from a published form in one option. Among
// models that differ only in their loss, only one has the variants. With -short, All returns
// Forms.
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

// Name returns the name of a configuration without its size: "gmn/published/sticks".
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
