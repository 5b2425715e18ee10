package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// gridGap is the distance between the parts of a grid.
const gridGap = 0.35 * vg.Centimeter

// Grid puts drawings into rows of the given number of columns below one title. Each part keeps
// its axes and its legend, and its title becomes its heading. A part that cannot be drawn is
// left out. If none can be drawn, the first part is returned with its error.
func Grid(title string, columns int, parts ...*Drawing) *Drawing {
	whole := &Drawing{title: title, legend: &legend{}, columns: columns}
	for _, part := range parts {
		if part.err == nil {
			part := part.asPart()
			whole.parts = append(whole.parts, part)
		}
	}
	if len(whole.parts) == 0 {
		return parts[0]
	}
	rows := (len(whole.parts) + columns - 1) / columns
	for _, part := range whole.parts {
		whole.column = max(whole.column, part.legend.width())
		whole.height = max(whole.height, vg.Length(rows)*max(part.height, part.legend.height()+titleHeight(part.title, pictureWidth, true)))
	}
	for _, part := range whole.parts {
		part.column = whole.column
	}
	if columns == 1 {
		alignX(whole.parts)
	}
	whole.height += titleHeight("One\nTwo", pictureWidth, false) + 2*margin
	whole.column = 0
	return whole
}

// alignX gives drawings that are one below the other the same range of X.
func alignX(parts []*Drawing) {
	widest := parts[0].plot.X
	for _, part := range parts {
		if part.plot.X.Max-part.plot.X.Min > widest.Max-widest.Min {
			widest.Tick = part.plot.X.Tick
		}
		widest.Min, widest.Max = min(widest.Min, part.plot.X.Min), max(widest.Max, part.plot.X.Max)
	}
	for _, part := range parts {
		part.plot.X.Min, part.plot.X.Max, part.plot.X.Tick.Marker = widest.Min, widest.Max, widest.Tick.Marker
	}
}

// asPart returns a copy of the drawing with a smaller title.
func (d *Drawing) asPart() *Drawing {
	other := *d
	other.part = true
	return &other
}

// Sized returns a copy of the drawing with another size, in centimeters.
func (d *Drawing) Sized(width, height float64) *Drawing {
	other := *d
	other.wide, other.height = vg.Length(width)*vg.Centimeter, vg.Length(height)*vg.Centimeter
	return &other
}

// drawGrid draws the parts of a grid, and the labels of axes that they share.
func (d *Drawing) drawGrid(page draw.Canvas) {
	axes := newPlot(d.xLabel, d.yLabel)
	size := page.Size()
	xLabel, yLabel := takeLabel(&axes.X, 0, size.X), takeLabel(&axes.Y, math.Pi/2, size.Y)
	xLabel.draw(page, vg.Point{X: page.Center().X, Y: page.Min.Y})
	yLabel.draw(page, vg.Point{X: page.Min.X, Y: page.Center().Y})
	page.Min.X, page.Min.Y = page.Min.X+yLabel.height(), page.Min.Y+xLabel.height()
	rows := (len(d.parts) + d.columns - 1) / d.columns
	size = page.Size()
	width, height := size.X/vg.Length(d.columns), size.Y/vg.Length(rows)
	for i, part := range d.parts {
		cell := page
		cell.Min.X = page.Min.X + vg.Length(i%d.columns)*width
		cell.Max.Y = page.Max.Y - vg.Length(i/d.columns)*height
		cell.Max.X, cell.Min.Y = cell.Min.X+width, cell.Max.Y-height
		if (i+1)%d.columns != 0 {
			cell.Max.X -= gridGap
		}
		cell.Min.Y += gridGap
		part.draw(cell)
	}
}
