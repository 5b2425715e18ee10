package checks

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/units"
)

// Overlap counts the samples of a split that begin within a span of a training sample. They are
// in the same trajectory, and no farther away in time than a target is from its input. Errors
// on such samples, and radii that they calibrate, say little about later motion.
type Overlap struct {
	Split   string `json:"split"`
	Near    int    `json:"near"`    // number of samples that begin so
	Samples int    `json:"samples"` // number of samples that were checked
	// Interval is the text of the prediction interval, or "" if the data do not have it.
	Interval string `json:"interval,omitempty"`
}

// mostNear is the fraction of a split's samples near training up to which nothing is reported.
const mostNear = 0.05

// String returns a text of how many samples overlap.
func (o Overlap) String() string {
	interval := ""
	if o.Interval != "" {
		interval = fmt.Sprintf(" (%s)", o.Interval)
	}
	return fmt.Sprintf("%.0f %% of the %s samples begin within one prediction interval%s of a training sample", 100*float64(o.Near)/float64(o.Samples), names[o.Split], interval)
}

// names holds the names of splits in sentences.
var names = map[string]string{"train": "training", "valid": "validation", "test": "test"}

// Overlaps returns the overlaps of the validation and test samples that are worth reporting. If
// the data have the frames at which samples begin and end, these are compared. Otherwise the
// inputs are compared (stateOverlap), unless the source says that gmnc split by time or drew the
// starts. A motion that returns to where it was is near training at any time.
func Overlaps(data *datasets.Data) []Overlap { return overlaps(data, datasets.Time(data)) }

// overlaps returns the same for a known time from input to target, in the unit of positions
// over that of velocities.
func overlaps(data *datasets.Data, time float64) (all []Overlap) {
	settled := strings.Contains(data.About.Source, datasets.ByTime) || strings.Contains(data.About.Source, datasets.Independent)
	for split, samples := range data.Splits() {
		if split == "train" {
			continue
		}
		o, known := startOverlap(data, split, len(*samples))
		if !known && !settled {
			o = stateOverlap(data.Train, *samples, time)
		}
		if o.Split, o.Interval = split, data.About.Interval; float64(o.Near) > mostNear*float64(o.Samples) {
			all = append(all, o)
		}
	}
	return all
}

// startOverlap compares the frames at which samples begin. known is false if the data do not
// have them for every sample, or have no span in frames.
func startOverlap(data *datasets.Data, split string, samples int) (o Overlap, known bool) {
	span := spanOf(data)
	train, own := data.Origins["train"].Moments(len(data.Train)), data.Origins[split].Moments(samples)
	if span == 0 || len(train) == 0 || len(own) == 0 {
		return o, false
	}
	starts := map[int64][]int64{}
	for _, p := range train {
		starts[p.Recording] = append(starts[p.Recording], p.Start)
	}
	for _, of := range starts {
		slices.Sort(of)
	}
	for _, p := range own {
		of := starts[p.Recording]
		at, _ := slices.BinarySearch(of, p.Start)
		if at < len(of) && float64(of[at]-p.Start) <= span || at > 0 && float64(p.Start-of[at-1]) <= span {
			o.Near++
		}
	}
	o.Samples = len(own)
	return o, true
}

// spanOf returns the number of frames of its recording that a sample lasts, from its origin or,
// for a pair, from the interval. It returns 0 if neither is in frames.
func spanOf(data *datasets.Data) float64 {
	if span := data.Origins["train"].Span; span > 0 {
		return float64(span)
	}
	span, unit, isNumber := units.CutNumber(data.About.Interval)
	if !isNumber || !strings.HasPrefix(unit, "frame") {
		return 0
	}
	return span
}
