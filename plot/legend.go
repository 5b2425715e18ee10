package plot

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend is a column of marks with their names. Unlike gonum's legend, it centers names on
// their marks.
type legend struct{ entries []legendEntry }

type legendEntry struct {
	name  string
	marks []plot.Thumbnailer
}

const (
	legendRow  = vg.Length(18) // in points
	legendMark = vg.Length(28)
	legendGap  = vg.Length(8) // between a mark and its name
	legendLift = vg.Length(1) // raises names, as most letters have no descender
)

func (l *legend) add(name string, marks ...plot.Thumbnailer) {
	l.entries = append(l.entries, legendEntry{name: name, marks: marks})
}

// has reports whether the legend has a name.
func (l *legend) has(name string) bool {
	return slices.ContainsFunc(l.entries, func(e legendEntry) bool { return e.name == name })
}

func legendStyle() text.Style {
	return text.Style{Font: sans(11), Color: textGrey, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
}

// longestName is the width above which a name continues in the next line.
const longestName = vg.Length(150)

func (l *legend) width() vg.Length {
	width := vg.Length(0)
	for _, entry := range l.entries {
		width = max(width, legendMark+legendGap+legendStyle().Width(wrap(entry.name, legendStyle(), longestName)))
	}
	return width
}

// height returns the height of all rows.
func (l *legend) height() (height vg.Length) {
	for _, entry := range l.entries {
		height += entry.height(wrap(entry.name, legendStyle(), longestName))
	}
	return height
}

// height returns the height of an entry, whose name may have several lines.
func (legendEntry) height(name string) vg.Length {
	return legendRow + vg.Length(strings.Count(name, "\n"))*legendStyle().FontExtents().Height
}

// draw puts the legend at the upper left corner of the canvas.
func (l *legend) draw(c draw.Canvas) {
	top := c.Max.Y
	for _, entry := range l.entries {
		name := wrap(entry.name, legendStyle(), longestName)
		height := entry.height(name)
		row := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: c.Min.X, Y: top - height},
			Max: vg.Point{X: c.Min.X + legendMark, Y: top},
		}}
		for _, mark := range entry.marks {
			mark.Thumbnail(&row)
		}
		c.FillText(legendStyle(), vg.Point{X: row.Max.X + legendGap, Y: row.Center().Y + legendLift}, name)
		top -= height
	}
}
