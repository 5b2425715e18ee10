package export

import (
	"gmnc/export/outline"
	"gmnc/export/rolling"
	"gmnc/export/systems"
)

// What a caller gives for files of many steps; see package rolling.
type (
	Rollout      = rolling.Rollout
	Radii        = rolling.Radii
	RadiusPowers = rolling.RadiusPowers
)

// Baked is the value of an input that is the same for all systems.
type Baked = systems.Baked

// ErrNoLoop says that a model has no steps that a Loop could take.
var ErrNoLoop = outline.ErrNoLoop

const (
	// TooDeep names the node that fails where the objects of a system are deeper than the file is for.
	TooDeep = systems.TooDeep
	// MaxUnrolled bounds the applications that are written one by one.
	MaxUnrolled = rolling.MaxUnrolled
	// StepsInput is how many steps to take.
	StepsInput = rolling.StepsInput
	// NextPrefix begins the names of outputs that are the input of their name after a step.
	NextPrefix = rolling.NextPrefix
	// Points is what gradients and paths call points of bodies.
	Points = rolling.Points
)

// OfStep is the name that an output with all steps has in a file of one; "" of
// another output.
func OfStep(output string) string { return rolling.OfStep(output) }

// Cotangents is the input of a file of many steps with the cotangents of an output.
func Cotangents(output string) string { return rolling.Cotangents(output) }

// AlikeSteps reports how the steps of an unrolled file differ; see package rolling.
func AlikeSteps(file []byte, pattern int) error { return rolling.AlikeSteps(file, pattern) }

// FirstSteps is an unrolled file of its first steps; see package rolling.
func FirstSteps(file []byte, perFrame []string, count int) ([]byte, error) {
	return rolling.FirstSteps(file, perFrame, count)
}
