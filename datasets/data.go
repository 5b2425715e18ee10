// Package datasets turns data files into samples and samples into batches,
// the row form in which models take systems of particles. It measures the
// errors of predictions against samples, too. The packages below it read and
// write the archives, choose sticks and hinges among bonds, and make data sets
// from motion capture and molecular dynamics.
package datasets

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Sample is one system of n particles at two times: the input and, a
// prediction interval later, the target.
type Sample struct {
	Position, Velocity []float32 // [n*3] row-major
	TargetPosition     []float32 // [n*3]
	TargetVelocity     []float32 // [n*3] or nil
	Charge             []float32 // [n] or nil
	Sticks             [][2]int  // the two ends
	Hinges             [][3]int  // the joint, then the two ends

	// Bonds join particles whose distance hardly changes; sticks and hinges
	// are chosen among them. May be nil.
	Bonds [][2]int
	// Neighbors lists, for each particle, the particles it receives messages
	// from, in K slots: [n*K], -1 in slots left over. nil is everybody else.
	Neighbors []int64
	// NodeFeatures [n*F] and EdgeFeatures [n*K*F], a row for each slot of
	// Neighbors, have the columns that Data names; nil for none.
	NodeFeatures, EdgeFeatures []float32
}

// Particles returns n.
func (s *Sample) Particles() int { return len(s.Position) / 3 }

// Isolated returns how many particles are in no stick or hinge.
func (s *Sample) Isolated() int { return s.Particles() - 2*len(s.Sticks) - 3*len(s.Hinges) }

// Edges returns how many messages the particles receive, n K.
func (s *Sample) Edges() int { return s.Particles() * s.slots() }

// slots returns K, the number of neighbour slots of each particle.
func (s *Sample) slots() int {
	if s.Neighbors == nil {
		return s.Particles() - 1
	}
	return len(s.Neighbors) / s.Particles()
}

// Data is a data set in its three splits, each of which may be empty.
type Data struct {
	Train, Valid, Test []Sample
	// NodeFeatures and EdgeFeatures name the columns of the samples' features.
	NodeFeatures, EdgeFeatures []string
	About                      About
	// Origins say, by split, where its samples come from, if that is known.
	Origins map[string]Origin
}

// About describes a data set in words; any of them may be empty.
type About struct {
	LengthUnit   string // of positions
	VelocityUnit string
	Interval     string // from input to target
	Source       string
	Licence      string
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
	}
}

// Origin says at which frames of which recordings the samples of a split
// were drawn to begin.
type Origin struct {
	Cases  []int64 // numbers of the recordings; nil if there is only one
	Starts []int64 // first frames, as many of each recording
}

// First is the first sample of the first split that has any; all samples
// are like it in what Sparse and Charged say. Without samples it is empty.
func (d *Data) First() Sample {
	for _, samples := range d.Splits() {
		if len(*samples) > 0 {
			return (*samples)[0]
		}
	}
	return Sample{}
}

// Sparse tells whether neighbours are listed.
func (d *Data) Sparse() bool { return d.First().Neighbors != nil }

// Charged tells whether there are charges.
func (d *Data) Charged() bool { return d.First().Charge != nil }

// SplitNames are the names of the splits, in their order.
var SplitNames = []string{"train", "valid", "test"}

// Splits gives the splits by name, to read or to fill: train, valid and test.
func (d *Data) Splits() iter.Seq2[string, *[]Sample] {
	splits := []*[]Sample{&d.Train, &d.Valid, &d.Test}
	return func(yield func(string, *[]Sample) bool) {
		for i, name := range SplitNames {
			if !yield(name, splits[i]) {
				return
			}
		}
	}
}

// Split returns the samples of "train", "valid" or "test". A split without
// samples is an error.
func (d *Data) Split(name string) ([]Sample, error) {
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
