package plot

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Title returns a title of two lines: what a picture shows, and for what. Empty parts are left
// out.
func Title(what string, of ...string) string {
	var known []string
	for _, part := range of {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.TrimSpace(what + "\n" + strings.Join(known, ", "))
}

// InUnit names a quantity with its unit, which may be unknown.
func InUnit(quantity, unit string) string {
	if unit == "" {
		return quantity
	}
	return quantity + ", " + unit
}

// Square returns the square of a unit, in parentheses if the unit is not a single word. It
// returns "" for "".
func Square(unit string) string {
	switch {
	case unit == "":
		return ""
	case strings.ContainsAny(unit, " /^"):
		unit = "(" + unit + ")"
	}
	return unit + "²"
}

const (
	titleSize, subtitleSize = 12, 10 // font sizes in points
	titleGap                = vg.Length(10)
	ellipsis                = "…"
)

// titleStyle returns the style of a title's lines: the first is larger, except in a part
// of a grid.
func titleStyle(line int, part bool) text.Style {
	style := text.Style{Font: sans(titleSize), Color: textGrey, YAlign: draw.YTop, Handler: plot.DefaultTextHandler}
	if line > 0 || part {
		style.Font = sans(subtitleSize)
	}
	return style
}

// titleHeight returns the height of a title on a page of a width, on which long lines are
// wrapped.
func titleHeight(title string, width vg.Length, part bool) (height vg.Length) {
	if title == "" {
		return 0
	}
	for i, line := range strings.Split(title, "\n") {
		style := titleStyle(i, part)
		height += 1.25 * style.FontExtents().Height * vg.Length(1+strings.Count(wrap(line, style, width), "\n"))
	}
	return height + titleGap
}

// drawTitle writes a title at the top of a page and returns its height.
func drawTitle(page draw.Canvas, title string, part bool) vg.Length {
	width, top := page.Max.X-page.Min.X, page.Max.Y
	for i, line := range strings.Split(title, "\n") {
		style := titleStyle(i, part)
		for part := range strings.SplitSeq(wrap(line, style, width), "\n") {
			page.FillText(style, vg.Point{X: page.Min.X, Y: top}, part)
			top -= 1.25 * style.FontExtents().Height
		}
	}
	return titleHeight(title, width, part)
}
