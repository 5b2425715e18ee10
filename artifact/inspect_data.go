package artifact

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// InspectData describes a data set under the given name.
func InspectData(w io.Writer, name string, data *datasets.Data) error {
	fmt.Fprintf(w, "%s:\n", name)
	about := data.About
	for _, text := range []struct{ title, text string }{
		{"source", about.Source}, {"licence", about.Licence}, {"length", unitText(about.LengthUnit)},
		{"velocity", unitText(about.VelocityUnit)}, {"interval", about.Interval}, {"up", about.Up}, {"particles", namesOf(about)},
	} {
		if text.text != "" {
			Line(w, text.title, "%s", text.text)
		}
	}
	var all []system.Sample
	for split, samples := range data.Splits() {
		if len(*samples) == 0 {
			continue
		}
		all = append(all, *samples...)
		if err := describeSplit(w, split, *samples); err != nil {
			return err
		}
	}
	trained := config.DefaultConfig()
	trained.Model = "gmn-ode" // the default of gmnc train
	if _, why := run.ScaleFor(run.AutoScale, trained, data); why != "" {
		Line(w, "scale", "%s", why)
	}
	describeGraph(w, data, all[0])
	describeForest(w, all[0], about.ParticleNames())
	describeLengths(w, all)
	return nil
}

// unitText returns a unit, with a remark if the table of units lacks it.
func unitText(unit string) string {
	if units.Lacks(unit) {
		return unit + " (no unit that is known: nothing converts it)"
	}
	return unit
}

func describeSplit(w io.Writer, name string, samples []system.Sample) error {
	first := samples[0]
	change, err := targetConstraint(samples)
	if err != nil {
		return err
	}
	frames := ""
	if first.Trajectory != nil {
		frames = fmt.Sprintf(", each a trajectory of %d frames", first.Trajectory.Frames())
	}
	Line(w, name, "samples: %d of %s (isolated: %d, %s)%s, constraint error of the targets: %.2g",
		len(samples), datasets.Particles(samples), first.Isolated(), first.Objects.Counts(), frames, change)
	return nil
}

// describeGraph describes the first sample's neighbors, and the features.
func describeGraph(w io.Writer, data *datasets.Data, first system.Sample) {
	if n := first.Particles(); first.Neighbors == nil {
		Line(w, "graph", "all pairs interact")
	} else {
		edges := 0
		for _, neighbor := range first.Neighbors {
			if neighbor >= 0 {
				edges++
			}
		}
		Line(w, "graph", "%d edges from neighbors in %d slots a particle (of the first sample)", edges, len(first.Neighbors)/n)
	}
	for _, f := range system.GivenFields() {
		if data.Has(f) && !f.Named() {
			Line(w, f.Name, "one per %s%s", f.Rows, inFrames(f, first))
		}
	}
	for _, features := range []struct {
		title string
		names []string
	}{{"nodes", data.NodeFeatures}, {"edges", data.EdgeFeatures}} {
		if len(features.names) > 0 {
			Line(w, features.title, "features: %s", strings.Join(features.names, ", "))
		}
	}
}

// inFrames returns a remark if a field differs from frame to frame.
func inFrames(f *system.Field, s system.Sample) string {
	if s.Trajectory == nil || s.Trajectory.Given.Of(f) == nil {
		return ""
	}
	return ", in every frame"
}

// describeLengths describes the lengths of sticks, hinge bars and bonds, and says whether they
// are rigid. It describes each bar by itself if all samples have the same few.
func describeLengths(w io.Writer, all []system.Sample) {
	for _, kind := range system.ObjectKinds() {
		describeObjects(w, kind, all, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
	}
	describePairs(w, "bonds", "", all, func(s system.Sample) [][2]int { return s.Bonds })
}

func describeObjects(w io.Writer, kind *system.Kind, all []system.Sample, pairs func(system.Sample) [][2]int) {
	common := pairs(all[0])
	if kind == system.Body || len(common) > mostListed || slices.ContainsFunc(all, func(s system.Sample) bool { return !slices.Equal(pairs(s), common) }) {
		describePairs(w, kind.Plural, "", all, pairs)
		return
	}
	for _, pair := range common {
		which := fmt.Sprintf("(%d, %d) ", pair[0], pair[1])
		describePairs(w, kind.Name, which, all, func(system.Sample) [][2]int { return [][2]int{pair} })
	}
}

func describePairs(w io.Writer, title, which string, all []system.Sample, pairs func(system.Sample) [][2]int) {
	l := system.MeasureLengths(all, pairs)
	if l.Count == 0 {
		return
	}
	rigid := "not rigid"
	if l.Rigid() {
		rigid = "rigid"
	}
	Line(w, title, "%slength %.4g +- %.2g (%.4g to %.4g), change to the target %.2g, at most %.2g: %s",
		which, l.Mean, l.Deviation, l.Shortest, l.Longest, l.MeanChange, l.LargestChange, rigid)
}

// targetConstraint returns the constraint error of the targets themselves, which is what
// remains if sticks and hinges are truly rigid.
func targetConstraint(samples []system.Sample) (float64, error) {
	var target []float32
	for _, sample := range samples {
		target = append(target, sample.TargetPosition...)
	}
	errors, err := predict.ConstraintErrors(samples, target)
	return predict.Summarize(errors).Mean, err
}

// mostListed is the maximal number of names of particles, and of bars of a kind, that are
// listed.
const mostListed = 60

// namesOf lists the names of the particles, or only the first if there are many.
func namesOf(about datasets.About) string {
	names := about.ParticleNames()
	if len(names) <= mostListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostListed], ", "), len(names)-mostListed)
}
