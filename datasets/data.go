// Package datasets reads and writes data sets, the samples of training,
// validation and test, and their predictions. The packages below it read and
// write the archives, choose sticks and hinges among bonds, and make data sets
// from simulations, motion capture and molecular dynamics, and systems of robots.
package datasets

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"gmnc/internal/units"
	"gmnc/system"
)

// Data is a data set in its three splits, each of which may be empty.
type Data struct {
	Train, Valid, Test []system.Sample
	// NodeFeatures and EdgeFeatures name the columns of the samples' features.
	NodeFeatures, EdgeFeatures []string
	About                      About
	// Origins say, by split, where its samples come from, if that is known.
	Origins map[string]Origin
}

// MassFeature names the feature of particles that older data sets have in place of
// the field system.Mass.
const MassFeature = "mass"

// About describes a data set in words; any of them may be empty.
type About struct {
	LengthUnit   string // of positions
	VelocityUnit string
	Interval     string // from input to target
	Source       string
	Licence      string
	Up           string // the coordinate axis that stands upright: x, y or z
	// Names are the names of the particles, with NameSeparator between them, where all
	// samples have the same ones; ParticleNames takes them apart.
	Names string
}

// NameSeparator is between the names of particles, which do not have it.
const NameSeparator = "|"

// Named joins names of particles for About.Names.
func Named(names []string) string {
	clean := make([]string, len(names))
	for i, name := range names {
		clean[i] = strings.ReplaceAll(name, NameSeparator, "/")
	}
	return strings.Join(clean, NameSeparator)
}

// ParticleNames are the names of the particles; nil where they have none.
func (a About) ParticleNames() []string {
	if a.Names == "" {
		return nil
	}
	return strings.Split(a.Names, NameSeparator)
}

// check reports units of other quantities, and names and directions that are none of the samples'.
func (a About) check(path string, all []system.Sample) error {
	if !slices.Contains([]string{"", "x", "y", "z"}, a.Up) {
		return fmt.Errorf("%s: up is %.20q, expected the axis that stands upright: x, y or z", path, a.Up)
	}
	_, time, _ := units.CutNumber(a.Interval)
	for _, unit := range []struct{ key, text, like, of string }{
		{"length_unit", a.LengthUnit, "m", "lengths"}, {"velocity_unit", a.VelocityUnit, "m/s", "velocities"}, {"interval", time, "s", "times"},
	} {
		if !units.MayMeasure(unit.text, unit.like) {
			return fmt.Errorf("%s: %s: %.40q is no unit of %s: expected one such as %s", path, unit.key, unit.text, unit.of, unit.like)
		}
	}
	names := a.ParticleNames()
	for i := range all {
		if count := all[i].Particles(); names != nil && count != len(names) {
			return fmt.Errorf("%s: names has %d names, with %s between, and sample %d of all %d particles: expected as many", path, len(names), NameSeparator, i, count)
		}
	}
	return nil
}

// aboutText is one of the descriptions.
type aboutText struct {
	key  string
	text *string
}

func (a *About) texts() []aboutText {
	return []aboutText{
		{"length_unit", &a.LengthUnit}, {"velocity_unit", &a.VelocityUnit}, {"interval", &a.Interval},
		{"source", &a.Source}, {"licence", &a.Licence},
		{"up", &a.Up}, {"names", &a.Names},
	}
}

// ByTime says in a source that each split is a part of the time of its trajectories, with a gap of a
// span between two of them.
const ByTime = "split by time"

// Independent says in a source that the start of every sample was drawn by itself.
const Independent = "simulated from drawn starts"

// HydrogensDropped in a source says that molecules are without their hydrogens.
const HydrogensDropped = "hydrogens dropped"

// WithoutHydrogens reports whether hydrogens were left out of molecules.
func (d *Data) WithoutHydrogens() bool { return strings.Contains(d.About.Source, HydrogensDropped) }

// Origin says at which frames of which recordings the samples of a split begin.
type Origin struct {
	Cases  []int64 // numbers of the recordings; nil if there is only one
	Starts []int64 // first frames, as many of each entry of Cases
	// Span is how many frames of the recording later a sample ends; 0 where the data do not say.
	Span int64
}

// Moment is the frame of a recording at which a sample begins.
type Moment struct{ Recording, Start int64 }

// Moments are the moments at which samples begin, of a split with so many of them. The samples
// take the first starts of each entry of Cases. Moments is nil where the origin does not say
// when samples begin.
func (o Origin) Moments(samples int) (moments []Moment) {
	recordings := o.Cases
	if len(recordings) == 0 {
		recordings = []int64{0}
	}
	if len(recordings) == len(o.Starts) && samples <= len(recordings) { // an entry for each sample
		recordings = recordings[:samples]
	}
	if len(recordings) == 0 {
		return nil
	}
	each, used := len(o.Starts)/max(1, len(o.Cases)), samples/len(recordings)
	if used > each || used*len(recordings) != samples {
		return nil
	}
	for i, recording := range recordings {
		for _, start := range o.Starts[i*each : i*each+used] {
			moments = append(moments, Moment{recording, start})
		}
	}
	return moments
}

// First is the first sample of the first split that has any; all samples
// are like it in what Sparse and Has say. Without samples it is empty.
func (d *Data) First() system.Sample {
	for _, samples := range d.Splits() {
		if len(*samples) > 0 {
			return (*samples)[0]
		}
	}
	return system.Sample{}
}

// Sparse reports whether neighbours are listed.
func (d *Data) Sparse() bool { return d.First().Neighbors != nil }

// Has reports whether the systems are given a field.
func (d *Data) Has(f *system.Field) bool {
	first := d.First()
	return f.Of(&first) != nil
}

// Columns names the columns of a field that the data set names; nil of others.
func (d *Data) Columns(f *system.Field) []string {
	switch f {
	case system.NodeFeatures:
		return d.NodeFeatures
	case system.EdgeFeatures:
		return d.EdgeFeatures
	}
	return nil
}

// has reports whether a sample has an object of the kind.
func (d *Data) has(kind *system.Kind) bool {
	for _, samples := range d.Splits() {
		if slices.ContainsFunc(*samples, func(s system.Sample) bool { return s.Objects.Count(kind) > 0 }) {
			return true
		}
	}
	return false
}

// Forest reports whether a sample has a tree or a rigid body.
func (d *Data) Forest() bool { return slices.ContainsFunc(system.ForestKinds(), d.has) }

// Bodies reports whether there is a rigid body.
func (d *Data) Bodies() bool { return d.has(system.Body) }

// BodiesOnTrees reports whether a tree holds a rigid body.
func (d *Data) BodiesOnTrees() bool {
	for _, samples := range d.Splits() {
		if slices.ContainsFunc(*samples, func(s system.Sample) bool { return s.Objects.Joined() }) {
			return true
		}
	}
	return false
}

// Joints is how many axes the joints of a sample have at most.
func (d *Data) Joints() (most int) {
	for _, samples := range d.Splits() {
		for i := range *samples {
			most = max(most, (*samples)[i].Joints())
		}
	}
	return most
}

// Planes is how many planes a sample has at most.
func (d *Data) Planes() (most int) {
	for _, samples := range d.Splits() {
		for i := range *samples {
			most = max(most, (*samples)[i].Planes())
		}
	}
	return most
}

// Depth is the depth of the deepest tree.
func (d *Data) Depth() (deepest int) {
	for _, samples := range d.Splits() {
		for _, sample := range *samples {
			deepest = max(deepest, sample.Objects.Depth())
		}
	}
	return deepest
}

// SplitNames are the names of the splits, in their order.
var SplitNames = []string{"train", "valid", "test"}

// Splits gives the splits by name, to read or to fill: train, valid and test.
func (d *Data) Splits() iter.Seq2[string, *[]system.Sample] {
	splits := []*[]system.Sample{&d.Train, &d.Valid, &d.Test}
	return func(yield func(string, *[]system.Sample) bool) {
		for i, name := range SplitNames {
			if !yield(name, splits[i]) {
				return
			}
		}
	}
}

// Check checks the samples of each split, and names the split of an error.
func (d *Data) Check(check func([]system.Sample) error) error {
	for name, samples := range d.Splits() {
		if err := check(*samples); err != nil {
			return fmt.Errorf("%s samples: %w", name, err)
		}
	}
	return nil
}

// Split returns the samples of "train", "valid" or "test". A split without
// samples is an error.
func (d *Data) Split(name string) ([]system.Sample, error) {
	var present []string
	for split, samples := range d.Splits() {
		switch {
		case len(*samples) == 0:
		case split == name:
			return *samples, nil
		default:
			present = append(present, split)
		}
	}
	if !slices.Contains(SplitNames, name) {
		return nil, fmt.Errorf("no split is called %q: choose one of %s", name, strings.Join(SplitNames, ", "))
	}
	return nil, fmt.Errorf("the split %q has no samples: there are samples in [%s]", name, strings.Join(present, ", "))
}
