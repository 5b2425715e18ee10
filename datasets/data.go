// Package datasets reads and writes data sets, which are the samples of training, validation
// and test, and their predictions. The packages below it read and write the archives, and
// choose sticks and hinges among bonds. They also make data sets from simulations, motion
// capture and molecular dynamics, and systems of robots.
package datasets

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"gmnc/internal/units"
	"gmnc/system"
)

// Data is a data set. It has three splits, each of which may be empty.
type Data struct {
	Train, Valid, Test []system.Sample
	// NodeFeatures and EdgeFeatures name the columns of the samples' features.
	NodeFeatures, EdgeFeatures []string
	About                      About
	// Origins holds, by the name of a split, where its samples come from, if that is known.
	Origins map[string]Origin
}

// MassFeature is the name of the feature of particles that older data sets have instead of the
// field system.Mass.
const MassFeature = "mass"

// About describes a data set in words. Any of its texts may be empty.
type About struct {
	LengthUnit   string // unit of positions
	VelocityUnit string
	Interval     string // time from input to target
	Source       string
	Licence      string
	Up           string // the coordinate axis that points up: x, y or z
	// Names holds the names of the particles, separated by NameSeparator, if they are the same
	// in all samples. ParticleNames splits it.
	Names string
}

// NameSeparator separates the names of particles. No name contains it.
const NameSeparator = "|"

// Named joins the names of particles for About.Names. It replaces a NameSeparator in a name by
// a slash.
func Named(names []string) string {
	clean := make([]string, len(names))
	for i, name := range names {
		clean[i] = strings.ReplaceAll(name, NameSeparator, "/")
	}
	return strings.Join(clean, NameSeparator)
}

// ParticleNames returns the names of the particles, or nil if they have none.
func (a About) ParticleNames() []string {
	if a.Names == "" {
		return nil
	}
	return strings.Split(a.Names, NameSeparator)
}

// check reports units that measure another quantity, an axis Up that does not exist, and a
// number of names that is not the number of a sample's particles.
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

// aboutText is one of the texts of About, with its key in the file.
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

// ByTime in a source says that each split is a part of the time of its trajectories. Between
// two splits there is a gap of one span.
const ByTime = "split by time"

// Independent in a source says that the initial state of every sample was drawn independently.
const Independent = "simulated from drawn starts"

// HydrogensDropped in a source says that the molecules lack their hydrogens.
const HydrogensDropped = "hydrogens dropped"

// WithoutHydrogens reports whether the hydrogens of the molecules were left out.
func (d *Data) WithoutHydrogens() bool { return strings.Contains(d.About.Source, HydrogensDropped) }

// Origin holds the frames of the recordings at which the samples of a split begin.
type Origin struct {
	Cases  []int64 // numbers of the recordings, or nil if there is only one
	Starts []int64 // first frames, the same number for each entry of Cases
	// Span is the number of frames of the recording from the start of a sample to its end, or 0
	// if it is not known.
	Span int64
}

// Moment is the frame of a recording at which a sample begins.
type Moment struct{ Recording, Start int64 }

// Moments returns the moment at which each sample of a split begins, given the number of its
// samples. The samples take the first starts of each entry of Cases. Moments returns nil if the
// origin does not say when the samples begin.
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

// First returns the first sample of the first split that has any. All samples agree with it in
// what Sparse and Has report. If there are no samples, it returns an empty one.
func (d *Data) First() system.Sample {
	for _, samples := range d.Splits() {
		if len(*samples) > 0 {
			return (*samples)[0]
		}
	}
	return system.Sample{}
}

// Sparse reports whether the samples list neighbors.
func (d *Data) Sparse() bool { return d.First().Neighbors != nil }

// Has reports whether the samples have the given field.
func (d *Data) Has(f *system.Field) bool {
	first := d.First()
	return f.Of(&first) != nil
}

// Columns returns the names of the columns of a field if the data set names them, and nil for
// other fields.
func (d *Data) Columns(f *system.Field) []string {
	switch f {
	case system.NodeFeatures:
		return d.NodeFeatures
	case system.EdgeFeatures:
		return d.EdgeFeatures
	}
	return nil
}

// has reports whether any sample has an object of the kind.
func (d *Data) has(kind *system.Kind) bool {
	for _, samples := range d.Splits() {
		if slices.ContainsFunc(*samples, func(s system.Sample) bool { return s.Objects.Count(kind) > 0 }) {
			return true
		}
	}
	return false
}

// Forest reports whether any sample has a tree or a rigid body.
func (d *Data) Forest() bool { return slices.ContainsFunc(system.ForestKinds(), d.has) }

// Bodies reports whether any sample has a rigid body.
func (d *Data) Bodies() bool { return d.has(system.Body) }

// BodiesOnTrees reports whether any sample has a rigid body that is joined to a tree.
func (d *Data) BodiesOnTrees() bool {
	for _, samples := range d.Splits() {
		if slices.ContainsFunc(*samples, func(s system.Sample) bool { return s.Objects.Joined() }) {
			return true
		}
	}
	return false
}

// Joints returns the greatest number of joint axes of a sample.
func (d *Data) Joints() (most int) {
	for _, samples := range d.Splits() {
		for i := range *samples {
			most = max(most, (*samples)[i].Joints())
		}
	}
	return most
}

// Planes returns the greatest number of planes of a sample.
func (d *Data) Planes() (most int) {
	for _, samples := range d.Splits() {
		for i := range *samples {
			most = max(most, (*samples)[i].Planes())
		}
	}
	return most
}

// Depth returns the depth of the deepest tree.
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

// Splits returns an iterator over the names of the splits and pointers to their samples, for
// reading or filling them. The order is train, valid, test.
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

// Check calls check for the samples of each split. It returns the first error, with the name of
// the split.
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
