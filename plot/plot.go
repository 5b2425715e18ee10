// Package plot draws pictures of runs and of their predictions: the loss over the epochs, the
// errors by particle and by sample, the agreement with other numbers, and the predicted positions
// in space.
//
// Pictures are PNG or SVG by the file's extension, readable in black and
// white, and the same bytes for the same contents.
package plot

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"strings"
	"unicode"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gmnc/internal/atomicfile"
)

// resolution is the resolution of PNG files, in dots per inch. It is sharp in print at this
// size.
const resolution = 200

const (
	margin    = 0.45 * vg.Centimeter // around the picture
	columnGap = 0.5 * vg.Centimeter  // between the plot and the legend
)

// CheckFormat returns an error if a path's extension names no format of pictures.
func CheckFormat(path string) error {
	_, err := newCanvas(path, vg.Centimeter, vg.Centimeter)
	return err
}

// newCanvas returns a canvas for the format that a path's extension names.
func newCanvas(path string, width, height vg.Length) (vg.CanvasWriterTo, error) {
	switch extension := strings.ToLower(filepath.Ext(path)); extension {
	case ".png":
		return vgimg.PngCanvas{Canvas: newImage(width, height, resolution)}, nil
	case ".svg":
		return newSVG(width, height), nil
	default:
		return nil, fmt.Errorf("cannot draw %s: no picture format has the extension %q; known are .png and .svg", path, extension)
	}
}

// newImage returns a white canvas of pixels, at a resolution in pixels per inch. It draws into the
// image itself, whereas vgimg by default draws into a copy of several megabytes.
func newImage(width, height vg.Length, resolution int) *vgimg.Canvas {
	pixels := func(l vg.Length) int { return int(l.Dots(float64(resolution)) + 0.5) }
	picture := image.NewRGBA(image.Rect(0, 0, pixels(width), pixels(height)))
	context := gg.NewContextForRGBA(picture)
	context.SetLineCapButt()
	context.InvertY()
	return vgimg.NewWith(vgimg.UseImageWithContext(picture, context), vgimg.UseDPI(resolution))
}

// svgCanvas names other fonts of the same widths, for viewers without Liberation Sans. It
// states the width of each text, so that the text has that width in any font.
type svgCanvas struct {
	*vgsvg.Canvas
	widths []vg.Length // the widths of the texts, in their order
}

// newSVG returns a white canvas, as newImage does.
func newSVG(width, height vg.Length) *svgCanvas {
	canvas := &svgCanvas{Canvas: vgsvg.New(width, height)}
	page := draw.New(canvas)
	page.SetColor(white)
	page.Fill(page.Rectangle.Path())
	return canvas
}

// FillString writes a text without the characters that are not allowed in XML.
func (c *svgCanvas) FillString(f font.Face, at vg.Point, text string) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
			return ' '
		}
		return r
	}, text)
	c.widths = append(c.widths, f.Width(text))
	c.Canvas.FillString(f, at, text)
}

// WriteTo implements io.WriterTo.
func (c *svgCanvas) WriteTo(w io.Writer) (int64, error) {
	var drawing, file bytes.Buffer
	if _, err := c.Canvas.WriteTo(&drawing); err != nil {
		return 0, err
	}
	const start, family = "<text ", "font-family:Liberation Sans"
	for i, part := range strings.Split(strings.ReplaceAll(drawing.String(), family, family+",Arial,Helvetica,sans-serif"), start) {
		if i > 0 {
			file.WriteString(start)
			if width := c.widths[i-1]; width > 0 {
				fmt.Fprintf(&file, `textLength="%.4g" lengthAdjust="spacingAndGlyphs" `, width.Points())
			}
		}
		file.WriteString(part)
	}
	return file.WriteTo(w)
}

// Drawing is a picture that can be written any number of times.
type Drawing struct {
	plot   *plot.Plot
	title  string
	legend *legend
	height vg.Length
	space  bool    // a unit has the same length on both axes
	panels []panel // side by side; they replace plot
	// parts, in rows of columns, also replace plot.
	parts   []*Drawing
	columns int
	// xLabel and yLabel are the labels of axes that all parts share.
	xLabel, yLabel string
	wide           vg.Length // 0 stands for pictureWidth
	part           bool      // it is part of a grid, so its title is smaller
	column         vg.Length // the least width of the legend, so that parts have one width
	err            error     // why it cannot be drawn
	chart          *Chart    // for curves, bars and cells; see Charts
}

// failed returns a drawing that has only the reason why it cannot be drawn.
func failed(format string, args ...any) *Drawing { return &Drawing{err: fmt.Errorf(format, args...)} }

// Save writes the drawing to a .png or .svg file.
func (d *Drawing) Save(path string) error {
	if d.err != nil {
		return fmt.Errorf("cannot draw %s: %w", path, d.err)
	}
	canvas, err := newCanvas(path, d.width(), d.pageHeight())
	if err != nil {
		return err
	}
	d.render(canvas)
	var file bytes.Buffer
	if _, err := canvas.WriteTo(&file); err != nil {
		return fmt.Errorf("cannot draw %s: %w", path, err)
	}
	return atomicfile.WriteBytes(path, file.Bytes())
}

// SVG returns the drawing as an SVG document.
func (d *Drawing) SVG() ([]byte, error) {
	if d.err != nil {
		return nil, d.err
	}
	canvas := newSVG(d.width(), d.pageHeight())
	d.render(canvas)
	var file bytes.Buffer
	_, err := canvas.WriteTo(&file)
	return file.Bytes(), err
}

// pageHeight returns the height of the picture. It is larger than the drawing's height for a
// title of many lines or a legend of many rows.
func (d *Drawing) pageHeight() vg.Length {
	width := d.width() - 2*margin
	usual := titleHeight("One\nTwo", width, false)
	title := titleHeight(d.title, width, d.part)
	return max(d.height+max(0, title-usual), d.legend.height()+title+2*margin)
}

// render draws the drawing on a white canvas.
func (d *Drawing) render(canvas vg.CanvasSizer) {
	page := draw.New(canvas)
	d.draw(draw.Crop(page, margin, -margin, margin, -margin))
}

// draw draws the plot on a page, below its title. The legend is in a column at the right, where
// it covers nothing.
func (d *Drawing) draw(page draw.Canvas) {
	page.Max.Y -= drawTitle(page, d.title, d.part)
	column := max(d.column, d.legend.width())
	body, side := page, page
	if column > 0 {
		body = draw.Crop(page, 0, -column-columnGap, 0, 0)
		side = draw.Crop(page, page.Max.X-page.Min.X-column, 0, 0, 0)
	}
	switch {
	case d.parts != nil:
		d.drawGrid(body)
		d.legend.draw(side)
		return
	case d.panels != nil:
		d.legend.draw(side)
		drawPanels(body, d.panels)
		return
	}
	p := *d.plot // a copy, whose labels and axes change here
	size := body.Size()
	xLabel, yLabel := takeLabel(&p.X, 0, size.X), takeLabel(&p.Y, math.Pi/2, size.Y)
	body.Min.Y += xLabel.height()
	body.Min.X += yLabel.height()
	if d.space {
		equalizeScale(&p, p.DataCanvas(body).Rectangle)
	}
	area := p.DataCanvas(body).Rectangle
	p.Draw(body)
	xLabel.draw(page, vg.Point{X: (area.Min.X + area.Max.X) / 2, Y: page.Min.Y})
	yLabel.draw(page, vg.Point{X: page.Min.X, Y: (area.Min.Y + area.Max.Y) / 2})
	side.Max.Y = area.Max.Y
	d.legend.draw(side)
}

// axisLabel is a label that is drawn outside the plot. gonum leaves room for a label as if it
// were at the middle of the range of values, which on a logarithmic axis is not the middle of
// the axis.
type axisLabel struct {
	text  string
	style text.Style
	free  vg.Length // between the label and the axis
}

// takeLabel removes the label of an axis and returns it at an angle, with lines no longer than
// the axis.
func takeLabel(axis *plot.Axis, angle float64, length vg.Length) axisLabel {
	label := axisLabel{axis.Label.Text, axis.Label.TextStyle, axis.Label.Padding}
	label.text = wrap(label.text, label.style, length)
	label.style.XAlign, label.style.YAlign, label.style.Rotation = draw.XCenter, draw.YBottom, angle
	if angle != 0 {
		label.style.YAlign = draw.YTop
	}
	axis.Label.Text = ""
	return label
}

// height returns the height of the label on the page.
func (l axisLabel) height() vg.Length {
	if l.text == "" {
		return 0
	}
	return l.free + vg.Length(1+strings.Count(l.text, "\n"))*l.style.FontExtents().Height
}

// draw writes the label at the middle of its axis, or as near to it as there is room.
func (l axisLabel) draw(page draw.Canvas, at vg.Point) {
	if l.text == "" {
		return
	}
	style := l.style
	style.Rotation = 0
	half := style.Width(l.text) / 2
	if l.style.Rotation == 0 {
		at.X = min(max(at.X, page.Min.X+half), page.Max.X-half)
	} else {
		at.Y = min(max(at.Y, page.Min.Y+half), page.Max.Y-half)
	}
	page.FillText(l.style, at, l.text)
}

// drawable reports whether an axis can show the value: it must be so small that differences and
// squares of such values are finite.
func drawable(value float64) bool {
	return math.Abs(value) < 1e150 // this is false for NaN
}
