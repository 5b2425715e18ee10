// Package verify measures the promises of a model on systems of several compositions: that runtimes
// agree, that predictions are equivariant, and that bars keep their lengths.
package verify

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/system"
)

// Tolerance is the allowed difference, relative to the largest entry, between a float32 runtime
// and the float64 interpreter, and between a moved prediction and the prediction for the moved
// system. The four-layer GMN differs by 1e-6 on systems of this size, a wrong operator by far
// more than 1e-4.
const Tolerance = 1e-4

// compositions holds numbers of objects of each kind: each kind by itself, several together,
// and a single particle.
var compositions = []system.Composition{{3, 2, 1}, {1}, {4}, {0, 2}, {0, 0, 2}, {2, 0, 1}}

// perComposition is the number of systems of each composition that are compared.
const perComposition = 3

// Group holds systems of one kind, with a name for reports.
type Group struct {
	Name    string
	Samples []system.Sample
	// Fixed says that particles must keep their numbers, which are those of a topology inside
	// the model.
	Fixed bool
	// Still says that the systems cannot be moved: the model contains their pose of rest and
	// knows no other.
	Still bool
	// Own says that the systems are true training inputs.
	Own bool
	// Kind says in the plural what the systems are, if that is more than their composition.
	Kind string
}

// keeps reports whether the group's systems, after a motion, are still systems of that kind.
func (g Group) keeps(m Motion) bool { return !g.Still && !(g.Fixed && m.Name == Renumbering) }

// Random returns random systems of several compositions, with the inputs that the model takes;
// ranges are the ranges of its training data, or nil. The systems have extents and speeds of
// order 1, or those of the ranges if these are of another order.
func Random(config config.Config, ranges *system.Ranges) (groups []Group) {
	if config.Jointed() {
		return jointed(config, ranges)
	}
	if n := config.Particles(); n > 0 {
		return scaled(config, ofParticles(config, n), ranges, false)
	}
	for i, c := range compositions {
		if config.Contacting() && len(c) > 1 {
			continue // planes cannot be combined with sticks and hinges
		}
		groups = append(groups, Group{Name: fmt.Sprintf("(%s)", c), Samples: draw(config, c, uint64(i))})
	}
	if config.Depth > 0 {
		groups = append(groups, forests(config)...)
	}
	groups = scaled(config, groups, ranges, false)
	if slices.Contains(config.Fields, system.Box.Name) {
		groups = append(groups, boxes(config, ranges))
	}
	return groups
}

// OfTopology returns random systems with the objects, neighbors and features of a system that
// is part of the model, and with the constants of a robot that it has. ranges are as for
// Random.
func OfTopology(config config.Config, topology system.Sample, ranges *system.Ranges) []Group {
	const name = "the objects that are written into the file"
	if config.Jointed() {
		parents, members := hanging(topology.Objects)
		d := drawing{config, ranges, Inside, rand.New(rand.NewPCG(0, 0))}
		if system.Rest.Of(&topology) != nil {
			return []Group{d.robots(name, topology, parents, members)}
		}
		return []Group{mechanisms(d, name, parents, members, true)}
	}
	return scaled(config, []Group{{Name: name, Samples: drawLike(config, topology), Fixed: true}}, ranges, true)
}

// Outputs holds the outputs of a model for a group, by name.
type Outputs map[string][]float32

// Reference returns the outputs for each group with which others are compared.
func Reference(groups []Group, reference predict.Predictor) ([]Outputs, error) {
	var all []Outputs
	for _, group := range groups {
		outputs, err := reference.Outputs(group.Samples)
		if err != nil {
			return nil, fmt.Errorf("composition %s, reference: %w", group.Name, err)
		}
		all = append(all, outputs)
	}
	return all, nil
}

// Agreement is the promise that a runtime gives the reference's numbers.
const Agreement = "agreement with the float64 interpreter"

// Compare compares a model with the reference's outputs. The error of a broken promise names
// the output, the composition and the number that differs by more than Tolerance, and by more
// than rounding of the system's inputs changes in the trusted model.
func (m Trusted) Compare(groups []Group, references []Outputs, candidate predict.Predictor) (r Report) {
	for i, group := range groups {
		largest, err := compareAll(group, references[i], candidate, Tolerance)
		f := Finding{Promise: Agreement, Largest: largest, Allowed: Tolerance, Where: "composition " + group.Name, Tried: group.Tried()}
		if err != nil {
			explained, ok := m.byRoundings(group, references[i], candidate)
			if !ok {
				r.breaks(err)
				continue
			}
			explained.Where = f.Where
			f = explained
		}
		r.Add(f.onOwn(group, max(f.Largest, f.Magnified)))
	}
	return r
}

// Compare is Trusted.Compare without a trusted model.
func Compare(groups []Group, references []Outputs, candidate predict.Predictor) Report {
	return Trusted{}.Compare(groups, references, candidate)
}

// byRoundings compares the outputs for a group with the wanted ones as far as rounding changes
// the trusted model's. It reports false if they differ by more, or nothing is trusted.
func (m Trusted) byRoundings(group Group, want Outputs, candidate predict.Predictor) (Finding, bool) {
	if m.Predictor == nil {
		return Finding{}, false
	}
	got, err := candidate.Outputs(group.Samples)
	if err != nil {
		return Finding{}, false
	}
	f := m.worst(Agreement, group, group.Samples, want, got)
	return f, f.Holds()
}

// Largest returns the largest difference of a candidate's outputs from the references, relative
// to the largest entry, and the group in which it is. No difference is an error.
func Largest(groups []Group, references []Outputs, candidate predict.Predictor) (largest float64, where string, err error) {
	for i, group := range groups {
		difference, err := compareAll(group, references[i], candidate, math.MaxFloat64)
		if err != nil {
			return 0, "", err
		}
		if where == "" || !(difference <= largest) {
			largest, where = difference, group.Name
		}
	}
	return largest, where, nil
}

func compareAll(group Group, want Outputs, candidate predict.Predictor, allowed float64) (largest float64, err error) {
	got, err := candidate.Outputs(group.Samples)
	if err != nil {
		return 0, fmt.Errorf("composition %s: %w", group.Name, err)
	}
	for _, output := range slices.Sorted(maps.Keys(want)) {
		difference, err := compare(want[output], got[output], entryOf(output, want, group.Samples), allowed)
		if err != nil {
			return 0, fmt.Errorf("%s of composition %s: %w", output, group.Name, err)
		}
		largest = max(largest, difference)
	}
	return largest, nil
}

// compare returns the largest difference relative to the given largest entry, scale, or 0 if
// that is 0. A difference of more than allowed is an error.
func compare(want, got []float32, scale, allowed float64) (float64, error) {
	if len(want) != len(got) {
		return 0, fmt.Errorf("%d numbers; %d are right", len(got), len(want))
	}
	if !(scale <= math.MaxFloat32) {
		return 0, errors.New("the reference is not finite")
	}
	largest := 0.0
	for i := range want {
		difference := math.Abs(float64(got[i]) - float64(want[i]))
		if !(difference <= allowed*scale) {
			return 0, fmt.Errorf("number %d is %g and should be %g: they differ by %.2g; the largest entry is %g",
				i, got[i], want[i], difference, scale)
		}
		largest = max(largest, difference)
	}
	if scale == 0 {
		return 0, nil
	}
	return largest / scale, nil
}

// largestOf returns the largest magnitude, or NaN if one of the values is NaN.
func largestOf(values []float32) (largest float64) {
	for _, value := range values {
		largest = max(largest, math.Abs(float64(value)))
	}
	return largest
}
