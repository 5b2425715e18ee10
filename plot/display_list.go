package plot

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// stroke is something to draw, with its distance from the eye.
type stroke struct {
	depth float64
	layer int
	draw  func()
}

// displayList collects strokes, which are sorted before they are drawn.
type displayList struct {
	canvas  draw.Canvas
	x, y    func(float64) vg.Length
	strokes []stroke
}

// sort puts the strokes into the order in which they are drawn.
func (e *displayList) sort() {
	slices.SortStableFunc(e.strokes, func(a, b stroke) int {
		return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(b.depth, a.depth))
	})
}

// line adds a line if both of its ends can be drawn.
func (e *displayList) line(style draw.LineStyle, from, to place, layer int) {
	if from.shown() && to.shown() {
		e.strokes = append(e.strokes, stroke{(from.depth + to.depth) / 2, layer, func() {
			e.canvas.StrokeLine2(style, e.x(from.x), e.y(from.y), e.x(to.x), e.y(to.y))
		}})
	}
}

func (e *displayList) mark(marker draw.GlyphStyle, at place, layer int) {
	if at.shown() {
		e.strokes = append(e.strokes, stroke{at.depth, layer, func() {
			e.canvas.DrawGlyph(marker, vg.Point{X: e.x(at.x), Y: e.y(at.y)})
		}})
	}
}
