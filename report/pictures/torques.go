package pictures

import (
	"fmt"

	"gmnc/plot"
)

const residualHeight = 4 // centimeters

// Torques holds the torques of one joint along a recording, or the forces of one that slides.
type Torques struct {
	Joint, Unit                     string
	Slides                          bool
	Time, Measured, Smoothed, Model []float64
}

// Course draws, for each joint, the measured and the modeled torque, and in a panel below them what
// the model leaves of the smoothed torque, on a scale of its own.
func Course(title string, joints []Torques) *plot.Drawing {
	var panels []*plot.Drawing
	for _, j := range joints {
		left := make([]float64, len(j.Time))
		for i := range left {
			left[i] = j.Smoothed[i] - j.Model[i]
		}
		load := "torque"
		if j.Slides {
			load = "force"
		}
		axes := func(title, y string) plot.Axes {
			return plot.Axes{Title: title, X: "time, s", Y: plot.InUnit(y, j.Unit)}
		}
		panels = append(panels, plot.Curves(axes(j.Joint, load), []plot.Series{
			{Name: "measured", X: j.Time, Y: j.Measured, Thin: true},
			{Name: "measured, smoothed", X: j.Time, Y: j.Smoothed, Role: plot.Truth},
			{Name: "model", X: j.Time, Y: j.Model, Role: plot.Prediction},
		}).Sized(panelWidth, panelHeight), plot.Curves(axes(j.Joint+": smoothed less model", "residual"), []plot.Series{
			{Name: "residual", X: j.Time, Y: left},
		}).Sized(panelWidth, residualHeight))
	}
	return plot.Grid(plot.Title("Torques", title, fmt.Sprintf("%d joints", len(joints))), 1, panels...)
}
