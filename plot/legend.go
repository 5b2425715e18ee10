package plot

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend is a column of marks with their names. Unlike gonum's it centres
// names on their marks.
type legend struct{ entries []legendEntry }

type legendEntry struct {
	name  string
	marks []plot.Thumbnailer
}

const (
	legendRow  = vg.Length(18) // points
	legendMark = vg.Length(28)
	legendGap  = vg.Length(8) // between mark and name
	legendLift = vg.Length(1) // of names, as most letters have no descender
)

func (l *legend) add(name string, marks ...plot.Thumbnailer) {
	l.entries = append(l.entries, legendEntry{name: name, marks: marks})
}

func legendStyle() text.Style {
	return text.Style{Font: sans(11), Color: textGrey, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
}

func (l *legend) width() vg.Length {
	width := vg.Length(0)
	for _, entry := range l.entries {
		width = max(width, legendMark+legendGap+legendStyle().Width(entry.name))
	}
	return width
}

// draw puts the legend at the upper left corner of the canvas.
func (l *legend) draw(c draw.Canvas) {
	for i, entry := range l.entries {
		top := c.Max.Y - vg.Length(i)*legendRow
		row := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: top - legendRow},
			Max: vg.Point{X: c.Min.X + legendMark, Y: top},
		}}
		for _, mark := range entry.marks {
			mark.Thumbnail(&row)
		}
		c.FillText(legendStyle(), vg.Point{X: row.Max.X + legendGap, Y: row.Center().Y + legendLift}, entry.name)
	}
}
