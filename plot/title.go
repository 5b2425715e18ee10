package plot

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Title is a title of two lines: what a picture shows, and of what. Parts that
// are empty are left out.
func Title(what string, of ...string) string {
	var known []string
	for _, part := range of {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.TrimSpace(what + "\n" + strings.Join(known, ", "))
}

// Squared names a quantity in squares of a unit, which may be unknown.
func Squared(quantity, unit string) string {
	if unit == "" {
		return quantity
	}
	return quantity + ", (" + unit + ")²"
}

const (
	titleSize, subtitleSize = 12, 10 // of the font, in points
	titleGap                = vg.Length(10)
	ellipsis                = "…"
)

// drawTitle writes a title at the top of a page and returns the height that it
// takes. A line that is too long loses its end.
func drawTitle(page draw.Canvas, title string) vg.Length {
	if title == "" {
		return 0
	}
	top := page.Max.Y
	for i, line := range strings.Split(title, "\n") {
		style := text.Style{Font: sans(titleSize), Color: textGrey, YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
		if i > 0 {
			style.Font = sans(subtitleSize)
		}
		page.FillText(style, vg.Point{X: page.Min.X, Y: top}, fitting(line, style, page.Max.X-page.Min.X))
		top -= 1.25 * style.FontExtents().Height
	}
	return page.Max.Y - top + titleGap
}

// fitting is as much of a line as the width has room for.
func fitting(line string, style text.Style, width vg.Length) string {
	if style.Width(line) <= width {
		return line
	}
	runes := []rune(line)
	for len(runes) > 0 && style.Width(string(runes)+ellipsis) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + ellipsis
}
