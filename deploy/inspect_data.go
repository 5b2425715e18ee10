package deploy

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/datasets"
)

// rigidChange is the largest change of a length, as a share of it, that
// float32 numbers of a rigid stick show: positions up to a thousand times as
// large round to 1e-4.
const rigidChange = 1e-3

func inspectData(w io.Writer, path string) error {
	data, err := datasets.Read(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s:\n", path)
	about := data.About
	for _, text := range []struct{ title, text string }{
		{"source", about.Source}, {"licence", about.Licence}, {"length", about.LengthUnit},
		{"velocity", about.VelocityUnit}, {"interval", about.Interval},
	} {
		if text.text != "" {
			line(w, text.title, "%s", text.text)
		}
	}
	var all []datasets.Sample
	for _, split := range []struct {
		name    string
		samples []datasets.Sample
	}{{"train", data.Train}, {"valid", data.Valid}, {"test", data.Test}} {
		if len(split.samples) == 0 {
			continue
		}
		all = append(all, split.samples...)
		if err := describeSplit(w, split.name, split.samples); err != nil {
			return err
		}
	}
	describeGraph(w, data, all[0])
	describeLengths(w, all)
	return nil
}

func describeSplit(w io.Writer, name string, samples []datasets.Sample) error {
	first := samples[0]
	change, err := targetConstraint(samples)
	if err != nil {
		return err
	}
	line(w, name, "samples: %d of %d particles (isolated: %d, sticks: %d, hinges: %d), constraint error of the targets: %.1e",
		len(samples), first.Particles(), first.Isolated(), len(first.Sticks), len(first.Hinges), change)
	return nil
}

// describeGraph describes the first sample's neighbours, and the features.
func describeGraph(w io.Writer, data *datasets.Data, first datasets.Sample) {
	if n := first.Particles(); first.Neighbors == nil {
		line(w, "graph", "everybody is everybody's neighbour")
	} else {
		edges := 0
		for _, neighbor := range first.Neighbors {
			if neighbor >= 0 {
				edges++
			}
		}
		line(w, "graph", "%d edges from neighbours in %d slots a particle (of the first sample)", edges, len(first.Neighbors)/n)
	}
	if first.Charge != nil {
		line(w, "charge", "one a particle")
	}
	for _, features := range []struct {
		title string
		names []string
	}{{"nodes", data.NodeFeatures}, {"edges", data.EdgeFeatures}} {
		if len(features.names) > 0 {
			line(w, features.title, "features: %s", strings.Join(features.names, ", "))
		}
	}
}

// describeLengths tells how long sticks, hinge bars and bonds are, and
// whether they are rigid: each by itself where all samples have the same.
func describeLengths(w io.Writer, all []datasets.Sample) {
	describeObjects(w, "stick", all, func(s datasets.Sample) [][2]int { return s.Sticks })
	describeObjects(w, "hinge", all, datasets.HingeBars)
	describePairs(w, "bonds", "", all, func(s datasets.Sample) [][2]int { return s.Bonds })
}

func describeObjects(w io.Writer, kind string, all []datasets.Sample, pairs func(datasets.Sample) [][2]int) {
	common := pairs(all[0])
	if slices.ContainsFunc(all, func(s datasets.Sample) bool { return !slices.Equal(pairs(s), common) }) {
		describePairs(w, kind+"s", "", all, pairs)
		return
	}
	for _, pair := range common {
		which := fmt.Sprintf("(%d, %d) ", pair[0], pair[1])
		describePairs(w, kind, which, all, func(datasets.Sample) [][2]int { return [][2]int{pair} })
	}
}

func describePairs(w io.Writer, title, which string, all []datasets.Sample, pairs func(datasets.Sample) [][2]int) {
	l := datasets.MeasureLengths(all, pairs)
	if l.Count == 0 {
		return
	}
	rigid := "not rigid"
	if l.LargestChange < rigidChange*l.Mean {
		rigid = "rigid"
	}
	line(w, title, "%slength %.4g +- %.2g (%.4g to %.4g), change to the target %.2g, at most %.2g: %s",
		which, l.Mean, l.Deviation, l.Shortest, l.Longest, l.MeanChange, l.LargestChange, rigid)
}

// targetConstraint is the constraint error of the targets themselves: what
// is left where sticks and hinges really are rigid.
func targetConstraint(samples []datasets.Sample) (float64, error) {
	var target []float32
	for _, sample := range samples {
		target = append(target, sample.TargetPosition...)
	}
	errors, err := datasets.ConstraintErrors(samples, target)
	return datasets.Summarize(errors).Mean, err
}
