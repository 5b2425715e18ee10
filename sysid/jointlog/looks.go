package jointlog

import (
	"fmt"
	"math"

	"gmnc/datasets/looks"
)

// look notes what the looks at recordings find in each recording.
func (l *Log) look(joints []string) {
	for _, r := range l.All() {
		for _, note := range r.looked().Look(&looks.Words{
			Places: "angles", Key: r.Name, Rates: "rates", RateKey: r.Name,
			Thing: func(joint int) string { return fmt.Sprintf("the joint %.40s", joints[joint]) },
			Remedies: map[string]string{
				looks.AJump:        "take out whole turns and rows that were not measured",
				looks.ASeam:        "write each recording to a file of its own",
				looks.Missing:      "give the rows their stamps (time)",
				looks.AnotherPace:  "give the rows their stamps (time)",
				looks.UnevenStamps: "rows are taken at their stamps, which should be those of the measurement and not of the message",
				looks.HeldPlace:    "leave these rows out",
				looks.OutOfOrder:   "the rows are out of order, or too far apart for rates",
				looks.LateRates:    "leave them out",
			},
		}) {
			l.Notes = append(l.Notes, note.Text())
		}
	}
}

// looked is the recording as looks take it: the angles of joints that go around do not begin again.
func (r *Recording) looked() *looks.Recording {
	rows, joints := len(r.Time), len(r.Angle)
	all := &looks.Recording{Things: joints, Each: 1, Starts: []int{0, rows}, Stamps: r.Time}
	if gaps := all.Gaps(); !gaps.Uneven() {
		all.Time = gaps.Usual
	}
	all.Places = joined(r.Angle)
	for i := joints; i < len(all.Places); i++ {
		if way := all.Places[i] - all.Places[i-joints]; math.Abs(way) > math.Pi {
			all.Places[i] -= 2 * math.Pi * math.Round(way/(2*math.Pi))
		}
	}
	if r.Rate != nil {
		all.Rates = joined(r.Rate)
	}
	return all
}

// joined are columns [joints][rows] row by row.
func joined(columns [][]float64) (all []float64) {
	for row := range columns[0] {
		for _, column := range columns {
			all = append(all, column[row])
		}
	}
	return all
}
