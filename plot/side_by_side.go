package plot

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// SideBySide draws the pictures of one system by several models side by side, from one
// viewpoint and on one scale. The pictures' titles are headings. It is an error if there is no
// picture, if inputs or truths differ, or if Trajectory cannot draw a picture.
func SideBySide(title string, pictures []Picture) *Drawing {
	if len(pictures) == 0 {
		return failed("there are no predictions")
	}
	first := pictures[0]
	view := newView(slices.Concat(first.Input, first.Truth, first.Pivots), first.Up.vector())
	var scenes []*scene
	var points [][3]float64
	for _, picture := range pictures {
		if err := picture.check(); err != nil {
			return &Drawing{err: err}
		}
		if !slices.Equal(picture.Input, first.Input) || !slices.Equal(picture.Truth, first.Truth) {
			return failed("%q and %q are not of one system", first.Title, picture.Title)
		}
		s := newScene(picture)
		if s.empty() {
			return failed("no input or true position is finite")
		}
		scenes, points = append(scenes, s), append(points, s.inside(picture, view)...)
	}
	box := newBox(view, points)
	box.add(first.Planes)
	var panels []panel
	for i, s := range scenes {
		s.box, s.loads = box, nil
		s.addLoads(first.Loads)
		p := newPlot("", "")
		p.HideAxes()
		p.Add(s)
		heading := pictures[i].Title
		if left := s.prediction.left(); left != "" {
			heading += fmt.Sprintf("\n(%s)", left)
		}
		panels = append(panels, panel{heading, p})
	}
	legend := scenes[0].legend(first, func(m *moment) string { return m.name })
	return &Drawing{title: title, legend: legend, height: trajectoryHeight, panels: panels}
}

// panel is one of several plots that are drawn side by side.
type panel struct {
	heading string
	plot    *plot.Plot
}

// panelWidth is the width of a panel and of the gap next to it.
const panelWidth = 8 * vg.Centimeter

// width returns the width of the picture.
func (d *Drawing) width() vg.Length {
	switch {
	case d.wide > 0:
		return d.wide
	case d.panels == nil:
		return pictureWidth
	}
	return 2*margin + vg.Length(len(d.panels))*panelWidth + columnGap + d.legend.width()
}

// drawPanels draws plots of equal size, each below its heading.
func drawPanels(body draw.Canvas, panels []panel) {
	style := text.Style{Font: sans(subtitleSize), Color: textGrey, XAlign: draw.XCenter, YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
	share := (body.Max.X - body.Min.X) / vg.Length(len(panels))
	top := vg.Length(0)
	for _, panel := range panels {
		top = max(top, style.Height(wrap(panel.heading, style, share-columnGap)))
	}
	for i, panel := range panels {
		part := body
		part.Min.X = body.Min.X + vg.Length(i)*share
		part.Max.X = part.Min.X + share - columnGap/2
		part.FillText(style, vg.Point{X: part.Center().X, Y: part.Max.Y}, wrap(panel.heading, style, share-columnGap))
		part.Max.Y -= top + titleGap
		p := *panel.plot
		equalizeScale(&p, p.DataCanvas(part).Rectangle)
		p.Draw(part)
	}
}
