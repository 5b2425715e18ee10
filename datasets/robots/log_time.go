package robots

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
)

// shiftable lists the columns that may be shifted in time against angles. Of a log they may also be
// ignored.
var shiftable = []string{rateKey, torqueKey}

// columns returns the rates or the torques by their name, or nil for any other name.
func (r *recording) columns(name string) *[]float64 {
	switch name {
	case rateKey:
		return &r.rate
	case torqueKey:
		return &r.torque
	}
	return nil
}

// shift shifts the columns of a recording in time against its angles as the options say. It
// drops the frames at the ends that lack values.
func (l *log) shift(split string, r *recording) error {
	for _, name := range slices.Sorted(maps.Keys(l.options.Shift)) {
		columns := r.columns(name)
		if columns == nil || *columns == nil {
			return fields.Errorf("%s: {shift} names %.40q, expected one of the columns that the file has besides %s: %v", l.Path, name, keys.Of(split, angleKey), shiftable)
		}
		*columns = checks.Shifted(*columns, len(l.columns), r.starts, l.options.Shift[name])
	}
	before, after := checks.Margins(l.options.Shift)
	if before+after == 0 {
		return nil
	}
	for k, first := range r.starts[:len(r.starts)-1] {
		if frames := r.starts[k+1] - first; frames < before+after+2 {
			return fields.Errorf("%s: %s: a recording has %d frames, too few to {shift} columns by: %d are left out, and two or more are needed", l.Path, keys.Of(split, angleKey), frames, before+after)
		}
	}
	for _, columns := range []*[]float64{&r.angle, &r.rate, &r.torque} {
		if *columns != nil {
			*columns = checks.Trimmed(*columns, len(l.columns), r.starts, before, after)
		}
	}
	r.starts = checks.TrimmedStarts(r.starts, before, after)
	for i := range l.arrays {
		if own := &l.arrays[i]; own.Key == keys.Of(split, startKey) && len(own.Ints) == len(r.starts)-1 {
			for k := range own.Ints {
				own.Ints[k] = int64(r.starts[k])
			}
		}
	}
	if len(r.axes) == 1 {
		r.axes = []int{r.starts[len(r.starts)-1]}
	} else {
		r.axes = []int{r.axes[0], r.axes[1] - before - after}
	}
	return nil
}

// checkMotion compares rates with the differences of angles, which replace missing rates. It
// adds notes about rates and torques that are late.
func (l *log) checkMotion(split string, r *recording) error {
	key := keys.Of(split, rateKey)
	motion := l.recording(r)
	given := r.rate != nil
	if !given {
		r.rate = motion.Continuous().Differences()
		l.note("the array %s is missing, so rates are central differences of angles. Constants can then be learned over several frames only: train with --unroll 4", key)
	}
	leads, broken, degrees := given && motion.Leads(l.options.Interval), "", false
	for _, note := range motion.Check(&checks.Words{
		Positions: "angles", Rates: "rates", RateKey: key, RateOption: rateKey, Loads: "torques", LoadKey: keys.Of(split, torqueKey), LoadOption: torqueKey, GearOption: "--gear",
		Key: keys.Of(split, angleKey), Unit: l.unit(),
		Name: func(joint int) string { return fmt.Sprintf("the joint %.40s", l.robot.Bodies[joint].Name) },
		Remedies: map[string]string{
			checks.AJump:          "no sample crosses it; take out whole turns and frames that were not measured; where it is the seam of two recordings that were joined, begin a recording after it (start)",
			checks.ASeam:          "no sample crosses it; begin a recording after it (start)",
			checks.Missing:        "write all frames, or begin a recording there (start)",
			checks.FrozenPosition: "leave these frames out, and begin a recording after them (start)",
			checks.LateRates:      "leave them out (--ignore rate) and train with --unroll 4",
			checks.InDegrees:      "pass --degrees",
			checks.InRadians:      l.inRadians(),
			checks.NoLoads:        "leave them out (--ignore torque)",
			checks.LostLoads:      "leave them out (--ignore torque), or cut the recording there (start)",
			checks.LateLoads:      "leave them out (--ignore torque)",
		},
	}) {
		if note.Breaks() {
			broken = cmp.Or(broken, note.Text())
		}
		degrees = degrees || note.Check == checks.InDegrees || note.Check == checks.InRadians
		l.note("%s", note.Text())
	}
	if !degrees {
		l.noteTurns(split, r)
	}
	l.broken = cmp.Or(l.broken, broken)
	if broken := motion.Broken(); broken != nil {
		l.breaks[split] = broken
	}
	if !given {
		return nil
	}
	if err := l.checkRates(key, motion.Continuous(), broken); err != nil {
		return err
	}
	if leads {
		return fields.Errorf("%s: %s is the displacement of each joint to its target, divided by dt: it contains the target; shift it by {shift} rate=%g, or leave it out for central differences (with {ignore} rate)", l.Path, key, float64(l.options.Interval)/2)
	}
	return nil
}

// unit returns the common unit of the joints' coordinates, or "" if there is none.
func (l *log) unit() string {
	unit := ""
	for b := range l.columns {
		own := "m"
		if l.turns(b) {
			own = "rad"
		}
		if b > 0 && own != unit {
			return ""
		}
		unit = own
	}
	return unit
}
