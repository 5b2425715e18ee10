package looks

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/system"
)

// Overlap counts the samples of a split that begin within a span of a training sample: in the
// same trajectory, no farther away in time than a target is from its input. Errors on such
// samples, and radii that they calibrate, say little of later motion.
type Overlap struct {
	Split   string `json:"split"`
	Near    int    `json:"near"`    // samples that begin so
	Samples int    `json:"samples"` // that were looked at
}

// mostNear is the share of a split's samples near training of which nothing is said.
const mostNear = 0.05

// String says how many samples overlap, for people.
func (o Overlap) String() string {
	return fmt.Sprintf("%.0f %% of the %s samples begin within a span of a training sample", 100*float64(o.Near)/float64(o.Samples), names[o.Split])
}

// names are the names of splits in sentences.
var names = map[string]string{"train": "training", "valid": "validation", "test": "test"}

// Overlaps are the overlaps of the validation and the test samples that are worth a word. Where
// the data say at which frames samples begin, and how many frames a span has, these are
// compared. Elsewhere it is seen by the inputs (seenOverlap), unless the source says that gmnc split
// by time: a motion that comes back to where it was is near training at any time. Time is the time from input to
// target in the unit of velocities.
func Overlaps(data *datasets.Data, time float64) (all []Overlap) {
	for split, samples := range data.Splits() {
		if split == "train" {
			continue
		}
		o, known := startOverlap(data, split, *samples)
		if !known && !strings.Contains(data.About.Source, datasets.ByTime) {
			o = seenOverlap(data.Train, *samples, time)
		}
		if o.Split = split; float64(o.Near) > mostNear*float64(o.Samples) {
			all = append(all, o)
		}
	}
	return all
}

// startOverlap compares the frames at which samples begin. It is not known where the data do
// not say them of every sample, or no span in frames.
func startOverlap(data *datasets.Data, split string, samples []system.Sample) (o Overlap, known bool) {
	span, unit, isNumber := units.CutNumber(data.About.Interval)
	if !isNumber || !strings.HasPrefix(unit, "frame") {
		return o, false
	}
	train, own := momentsOf(data.Origins["train"], len(data.Train)), momentsOf(data.Origins[split], len(samples))
	if len(train) == 0 || len(own) == 0 {
		return o, false
	}
	starts := map[int64][]int64{}
	for _, p := range train {
		starts[p.recording] = append(starts[p.recording], p.start)
	}
	for _, of := range starts {
		slices.Sort(of)
	}
	for _, p := range own {
		of := starts[p.recording]
		at, _ := slices.BinarySearch(of, p.start)
		if at < len(of) && float64(of[at]-p.start) <= span || at > 0 && float64(p.start-of[at-1]) <= span {
			o.Near++
		}
	}
	o.Samples = len(own)
	return o, true
}

// moment is the frame of a recording at which a sample begins.
type moment struct{ recording, start int64 }

// momentsOf are the moments of so many samples, which are the first of each recording; nil where
// an origin does not say them.
func momentsOf(origin datasets.Origin, samples int) (moments []moment) {
	recordings := origin.Cases
	if len(recordings) == 0 {
		recordings = []int64{0}
	}
	each, used := len(origin.Starts)/len(recordings), samples/len(recordings)
	if used > each || used*len(recordings) != samples {
		return nil
	}
	for i, recording := range recordings {
		for _, start := range origin.Starts[i*each : i*each+used] {
			moments = append(moments, moment{recording, start})
		}
	}
	return moments
}
