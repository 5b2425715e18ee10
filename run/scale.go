package run

import (
	"cmp"
	"fmt"
	"math"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/system"
)

// Values of Options.Scale beside "", with which networks see the data's own numbers.
const (
	AutoScale = "auto" // divides unless a published model meets data as the paper's
	DataScale = "data" // divides by the data's length and time
)

// Scales are the values of Options.Scale beside "".
var Scales = []string{AutoScale, DataScale}

// seenLength and seenTime are what the length and the time of data become where they
// are divided: the values of the paper's simulated systems, for which its options are.
const (
	seenLength = 4
	seenTime   = 1
)

// paperData are the length and the time of the data of the paper's experiments, in
// their units. Simulated systems are the same in decimal multiples of these. Motion
// capture is in the files' unit, molecules in angstrom and angstrom a frame; their
// velocities say nothing of where atoms are 3000 frames later.
var paperData = []struct {
	name         string
	decimal      bool
	straight     bool // straight lines are nearer to the targets than the inputs are
	length, time system.Range
}{
	{"simulations", true, true, system.Range{Least: 3, Most: 5.5}, system.Range{Least: 0.8, Most: 1.25}},
	{"motion capture", false, true, system.Range{Least: 9, Most: 17}, system.Range{Least: 20, Most: 40}},
	{"molecules", false, false, system.Range{Least: 1.4, Most: 4.5}, system.Range{Least: 20, Most: 250}},
}

// ScaleFor is what a model divides the data by, with a sentence that says why. With
// AutoScale data as the paper's stay as they are, or are divided by the powers of ten
// that make them so. A model that knows the length of its data always divides by it,
// and one of a program's own does only where it is asked to.
func ScaleFor(rule string, c config.Config, data *datasets.Data) (scale config.Scale, why string) {
	description := config.Describe(c.Model)
	if rule == "" || len(data.Train) == 0 || rule == AutoScale && description.Registered() {
		return config.Scale{}, ""
	}
	if config.Cartesian(c.Integrator) || c.Jointed() || c.Contacting() {
		return config.Scale{}, "" // its networks see ratios, and its constants are in the data's units
	}
	length := datasets.Length(data)
	time, straight := movingTime(data.Train)
	like := ""
	scale = config.Scale{Length: length / seenLength, Velocity: length / time * seenTime / seenLength}
	if rule == AutoScale && !description.Scaled {
		for _, paper := range paperData {
			lengthUnit, timeUnit := 1., 1.
			if paper.decimal {
				lengthUnit, timeUnit = decimal(length, paper.length), decimal(time, paper.time)
			}
			if paper.straight == straight && paper.length.Holds(length/lengthUnit) && paper.time.Holds(time/timeUnit) {
				scale, like = config.Scale{Length: lengthUnit, Velocity: lengthUnit / timeUnit}, ", as the paper's "+paper.name
				break
			}
		}
	}
	return scale.Ones(), fmt.Sprintf("the data have a usual length of %.3g and a time of %.3g in their units%s: %s", length, time, like, scale)
}

// decimal is the power of ten over which a value is nearest to the middle of a range.
func decimal(value float64, near system.Range) float64 {
	return math.Pow10(int(math.Round(math.Log10(value / math.Sqrt(near.Least*near.Most)))))
}

// movingTime is the time in which particles get as far as they do, in the unit of
// positions over the unit of velocities. It is the time of the best straight line if this
// is nearer to the targets than the inputs are, or else that of the speeds; 1 of what rests.
func movingTime(samples []system.Sample) (time float64, straight bool) {
	time, known := datasets.CenterTime(samples)
	if known && datasets.Missed(samples, time) < datasets.Missed(samples, 0) {
		return time, true
	}
	return cmp.Or(datasets.SpeedTime(samples), 1), false
}

// WithScalesOf is a model, for the data, with the length and the scale of the run that
// its first weights are from: its networks see the numbers that they know, also of data
// in other units. It is an error if the ratio of the units is not known.
func WithScalesOf(source Config, c config.Config, data *datasets.Data) (config.Config, error) {
	from := datasets.About{}
	if source.Data != nil {
		from = source.Data.About()
	}
	to := data.About
	length, lengthKnown := units.Ratio(from.LengthUnit, to.LengthUnit)
	velocity, velocityKnown := units.Ratio(from.VelocityUnit, to.VelocityUnit)
	if !lengthKnown || !velocityKnown {
		return c, fmt.Errorf("the weights are of a run on positions in %q and velocities in %q, and the data have %q and %q: convert the data, or draw all weights",
			from.LengthUnit, from.VelocityUnit, to.LengthUnit, to.VelocityUnit)
	}
	before := source.Model
	c.Length, c.Deflection = before.Length*length, before.Deflection*length
	c.Scale = config.Scale{Length: cmp.Or(before.Scale.Length, 1) * length, Velocity: cmp.Or(before.Scale.Velocity, 1) * velocity}.Ones()
	return c, nil
}
