package plot

import (
	"fmt"
	"image/color"
	"strconv"

	"gonum.org/v1/plot"
)

// Chart holds what curves, bars or cells show, for a charting library.
type Chart struct {
	Title   string        `json:"title"`
	X       string        `json:"x"`
	Y       string        `json:"y"`
	LogX    bool          `json:"logX,omitempty"`
	LogY    bool          `json:"logY,omitempty"`
	WholeX  bool          `json:"wholeX,omitempty"`
	Percent bool          `json:"percent,omitempty"` // Y is from 0 to 100
	Names   []string      `json:"names,omitempty"`   // the names of bars, which are at 0, 1 and so on
	Marks   []Mark        `json:"marks,omitempty"`
	Series  []ChartSeries `json:"series"`
	Heat    *ChartHeat    `json:"heat,omitempty"` // replaces series
}

// ChartHeat holds values in rows and columns, shown as cells.
type ChartHeat struct {
	Rows   []string   `json:"rows"`  // from top to bottom
	Edges  []number   `json:"edges"` // the edges of columns
	Values [][]number `json:"values"`
	Unit   string     `json:"unit"`
	Low    number     `json:"low"` // the least of the values
	High   number     `json:"high"`
	Log    bool       `json:"log"`    // the scale of colors is logarithmic
	Colors []string   `json:"colors"` // the colors of the least value, the middle and the largest
}

// ChartSeries is a line, or a row of points or bars.
type ChartSeries struct {
	Name  string    `json:"name"`
	Shape string    `json:"shape"` // line, thin, points, bars or hollow (bars, too)
	Color string    `json:"color"`
	Dash  []float64 `json:"dash,omitempty"`
	X     []number  `json:"x"`
	Y     []number  `json:"y"`
	Low   []number  `json:"low,omitempty"` // the lower end of a band
	High  []number  `json:"high,omitempty"`
}

// number has six digits in JSON, and is null there if no axis can show it.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if !drawable(float64(n)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', 6, 64), nil
}

// Charts returns the drawing's title and its curves, bars and cells. It returns none of other
// pictures.
func (d *Drawing) Charts() (title string, charts []Chart) {
	if d.chart != nil {
		return d.title, []Chart{*d.chart}
	}
	for _, part := range d.parts {
		_, of := part.Charts()
		charts = append(charts, of...)
	}
	return d.title, charts
}

// chartOfCurves returns what Curves shows, on the axes that it chose.
func chartOfCurves(p *plot.Plot, axes Axes, series []Series) *Chart {
	c := &Chart{Title: axes.Title, X: axes.X, Y: axes.Y, LogX: logarithmic(&p.X), LogY: logarithmic(&p.Y), WholeX: axes.WholeX, Marks: axes.Marks}
	turn := 0
	for _, s := range series {
		style := styleOf(s.Role, s.Name, turn)
		of := ChartSeries{Name: s.Name, Shape: "line", Color: hexOf(style.line.Color), X: numbersOf(s.X), Y: numbersOf(s.Y), Low: numbersOf(s.Low), High: numbersOf(s.High)}
		switch {
		case s.Thin:
			of.Shape, of.Color = "thin", hexOf(Input.Color())
		case s.Points:
			of.Shape = "points"
		default:
			for _, dash := range style.line.Dashes {
				of.Dash = append(of.Dash, float64(dash))
			}
		}
		if !s.Thin && s.Role == NoRole {
			turn++
		}
		c.Series = append(c.Series, of)
	}
	return c
}

// chartOfBars returns what Bars shows.
func chartOfBars(axes Axes, kinds []string, row *barRow) *Chart {
	c := &Chart{Title: axes.Title, X: axes.X, Y: axes.Y}
	line := ChartSeries{Name: StraightLine, Shape: "points", Color: hexOf(Straight.Color())}
	for i, bar := range row.bars {
		c.Names = append(c.Names, bar.Name)
		if drawable(bar.Straight) {
			line.X, line.Y = append(line.X, number(i)), append(line.Y, number(bar.Straight))
		}
	}
	for _, kind := range kinds {
		fill := row.kinds[kind]
		of := ChartSeries{Name: kind, Shape: "bars", Color: hexOf(fill.Color)}
		if fill.Width > 0 {
			of.Shape = "hollow"
		}
		for i, bar := range row.bars {
			if bar.Kind == kind {
				of.X, of.Y = append(of.X, number(i)), append(of.Y, number(bar.Value))
			}
		}
		if of.X != nil {
			c.Series = append(c.Series, of)
		}
	}
	if line.X != nil {
		c.Series = append(c.Series, line)
	}
	return c
}

// chartOfCells returns what HeatMap shows.
func chartOfCells(axes Axes, h *heatCells) *Chart {
	of := &ChartHeat{Rows: h.Rows, Edges: numbersOf(h.X), Unit: h.Unit, Low: number(h.low), High: number(h.high), Log: h.low > 0}
	for _, row := range h.Values {
		of.Values = append(of.Values, numbersOf(row))
	}
	for _, share := range []float64{0, 0.5, 1} {
		of.Colors = append(of.Colors, hexOf(h.color(h.level(share))))
	}
	return &Chart{Title: axes.Title, X: axes.X, Y: axes.Y, Heat: of}
}

func logarithmic(axis *plot.Axis) bool {
	_, is := axis.Scale.(plot.LogScale)
	return is
}

// hexOf returns a color as style sheets write it.
func hexOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// numbersOf returns values for JSON, or nil if there are none.
func numbersOf(values []float64) (all []number) {
	for _, value := range values {
		all = append(all, number(value))
	}
	return all
}
