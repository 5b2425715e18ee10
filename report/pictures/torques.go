package pictures

import (
	"fmt"

	"gmnc/plot"
)

// Torques holds the torques of one joint along a recording.
type Torques struct {
	Joint, Unit                     string
	Time, Measured, Smoothed, Model []float64
}

// Course draws, for each joint, the measured and the modeled torque, and below them their
// difference.
func Course(title string, joints []Torques) *plot.Drawing {
	var panels []*plot.Drawing
	for _, j := range joints {
		left := make([]float64, len(j.Time))
		for i := range left {
			left[i] = j.Smoothed[i] - j.Model[i]
		}
		axes := plot.Axes{Title: j.Joint, X: "time, s", Y: plot.InUnit("torque", j.Unit)}
		panels = append(panels, plot.Curves(axes, []plot.Series{
			{Name: "measured", X: j.Time, Y: j.Measured, Thin: true},
			{Name: "measured, smoothed", X: j.Time, Y: j.Smoothed, Role: plot.Truth},
			{Name: "model", X: j.Time, Y: j.Model, Role: plot.Prediction},
			{Name: "residual", X: j.Time, Y: left},
		}).Sized(panelWidth, panelHeight))
	}
	return plot.Grid(plot.Title("Torques", title, fmt.Sprintf("%d joints", len(joints))), 1, panels...)
}
