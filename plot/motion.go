package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot/vg"
)

// These are the sizes in a motion, in pixels, and its times.
const (
	motionPanel   = 300
	motionHeading = 46 // above a panel
	motionFoot    = 48
	motionPart    = 0.44 // the part of a panel that the first film takes on each side of the middle
	frameTime     = 0.12 // in seconds
	restTime      = 1.2  // the duration of the last frame
)

// stretchOfRed is the change of a bar, relative to its length, above which it is fully red.
const stretchOfRed = 0.25

// Moving is one of several films that are shown side by side. Only its predictions are drawn.
type Moving struct {
	Film
	Role    Role   // the role of the particles
	Caption string // written below the title
}

// Motion returns an animation of films of one system, side by side, as an SVG document that
// plays by itself. All have the viewpoint and the scale of the first film and the length of the
// shortest, above a foot of at most two lines. Bars turn red and thicker as their lengths
// change. A panel clips what leaves it.
func Motion(foot string, films []Moving) ([]byte, error) {
	if len(films) == 0 {
		return nil, errors.New("there are no films")
	}
	frames := len(films[0].Prediction)
	for _, film := range films {
		if err := film.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", film.Title, err)
		}
		if len(film.Prediction[0]) != len(films[0].Prediction[0]) {
			return nil, fmt.Errorf("%s has %d particles, and %s %d: expected one system", film.Title, len(film.Prediction[0]), films[0].Title, len(films[0].Prediction[0]))
		}
		frames = min(frames, len(film.Prediction))
	}
	m := newMotion(films[0].Film, frames)
	width, height := motionPanel*len(films), motionHeading+motionPanel+motionFoot
	fmt.Fprintf(&m.svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="Liberation Sans,Arial,Helvetica,sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(&m.svg, `<title>%s</title><rect width="100%%" height="100%%" fill="#fff"/>`+"\n", html.EscapeString(foot))
	for i, film := range films {
		m.panel(film, i)
	}
	for i, line := range strings.Split(foot, "\n") {
		fmt.Fprintf(&m.svg, `<text x="12" y="%d" font-size="12" fill="#282828">%s</text>`+"\n", motionHeading+motionPanel+20+16*i, html.EscapeString(fitted(line, 12, vg.Length(width-24))))
	}
	m.svg.WriteString("</svg>\n")
	return m.svg.Bytes(), nil
}

// motion is an animation under construction.
type motion struct {
	svg    bytes.Buffer
	view   view
	ground *box // the planes
	middle place
	scale  float64 // in pixels per unit
	frames int
	times  string // the times of frames, as fractions of the whole
	length float64
}

func newMotion(first Film, frames int) *motion {
	m := &motion{frames: frames, view: newView(slices.Concat(first.Prediction...), first.Up.vector())}
	var all []place
	for _, frame := range first.Prediction {
		for _, point := range frame {
			all = append(all, m.view.see(vector(point)))
		}
	}
	m.ground = ground(m.view, first.Prediction, first.Planes)
	low, high := bounds(&moment{places: append(all, m.ground.seenPatches()...)})
	m.middle = place{x: (low.x + high.x) / 2, y: (low.y + high.y) / 2}
	m.scale = motionPanel * motionPart * 2 / max(high.x-low.x, high.y-low.y, math.SmallestNonzeroFloat32)
	m.length = float64(frames-1)*frameTime + restTime
	var times []string
	for k := range frames {
		times = append(times, fmt.Sprintf("%.4f", float64(k)*frameTime/m.length))
	}
	m.times = strings.Join(append(times, "1"), ";")
	return m
}

// at returns a point on a panel, in pixels from its upper left corner. It clamps points that
// are far outside, and returns such a point for one that is not finite.
func (m *motion) at(point [3]float32) (x, y float64) {
	const outside = 10 * motionPanel
	seen := m.view.see(vector(point))
	if !seen.shown() {
		return outside, outside
	}
	inside := func(value float64) float64 { return min(max(value, -outside), outside) }
	return inside(motionPanel/2 + m.scale*(seen.x-m.middle.x)), inside(motionPanel/2 - m.scale*(seen.y-m.middle.y))
}

// panel draws one of the films.
func (m *motion) panel(film Moving, number int) {
	const margin = motionPanel - 24 // for a text
	left := motionPanel * number
	fmt.Fprintf(&m.svg, `<text x="%d" y="22" font-size="15" fill="#282828">%s</text><text x="%d" y="39" font-size="11" fill="#282828">%s</text>`+"\n",
		left+12, html.EscapeString(fitted(film.Title, 15, margin)), left+12, html.EscapeString(fitted(film.Caption, 11, margin)))
	fmt.Fprintf(&m.svg, `<svg x="%d" y="%d" width="%d" height="%d">`+"\n", left+4, motionHeading, motionPanel-8, motionPanel)
	m.svg.WriteString(`<rect x=".5" y=".5" width="99.6%" height="99.6%" fill="none" stroke="#e0e0e0"/>` + "\n")
	for _, patch := range m.ground.patches {
		patch.lines(m.ground.step, m.line)
	}
	for _, j := range film.Picture().joints() {
		m.bar(film.Prediction, j)
	}
	c := film.Role.Color()
	for i := range film.Prediction[0] {
		var xs, ys []float64
		for _, frame := range film.Prediction[:m.frames] {
			x, y := m.at(frame[i])
			xs, ys = append(xs, x), append(ys, y)
		}
		fmt.Fprintf(&m.svg, `<circle r="4.5" fill="#%02x%02x%02x">`, c.R, c.G, c.B)
		m.animate("cx", numbers(xs))
		m.animate("cy", numbers(ys))
		m.svg.WriteString("</circle>\n")
	}
	m.svg.WriteString("</svg>\n")
}

// line draws a line of a plane.
func (m *motion) line(width float64, from, to r3.Vec) {
	end := func(v r3.Vec) (x, y float64) { return m.at([3]float32{float32(v.X), float32(v.Y), float32(v.Z)}) }
	x1, y1 := end(from)
	x2, y2 := end(to)
	fmt.Fprintf(&m.svg, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#%02[5]x%02[5]x%02[5]x" stroke-width="%.1[6]f"/>`+"\n", x1, y1, x2, y2, lightGrey.Y, width)
}

// bar draws the line that joins two particles, with a color and width that show the change of
// its length.
func (m *motion) bar(frames [][][3]float32, j joint) {
	ends := [4][]float64{}
	var colors, widths []string
	for _, frame := range frames[:m.frames] {
		x1, y1 := m.at(frame[j.from])
		x2, y2 := m.at(frame[j.to])
		for i, value := range []float64{x1, y1, x2, y2} {
			ends[i] = append(ends[i], value)
		}
		red := redness(frames[0], frame, j.from, j.to)
		blend := func(from, to float64) int { return int(math.Round(from + red*(to-from))) }
		colors = append(colors, fmt.Sprintf("#%02x%02x%02x", blend(90, 215), blend(98, 0), blend(110, 20)))
		widths = append(widths, fmt.Sprintf("%.1f", 2.5+3*red))
	}
	m.svg.WriteString(`<line stroke-linecap="round">`)
	for i, name := range []string{"x1", "y1", "x2", "y2"} {
		m.animate(name, numbers(ends[i]))
	}
	m.animate("stroke", colors)
	m.animate("stroke-width", widths)
	m.svg.WriteString("</line>\n")
}

// redness returns the change of a bar's length, from 0 for none to 1 for a quarter of the
// length or more. It is 1 if a position is not finite.
func redness(first, now [][3]float32, from, to int) float64 {
	length := func(frame [][3]float32) float64 {
		return r3.Norm(r3.Sub(vector(frame[from]), vector(frame[to])))
	}
	before := length(first)
	change := math.Abs(length(now)-before) / (before * stretchOfRed)
	if !(change < 1) {
		return 1
	}
	return change
}

// numbers returns values rounded to a tenth of a pixel.
func numbers(values []float64) (all []string) {
	for _, value := range values {
		all = append(all, fmt.Sprintf("%.4g", math.Round(10*value)/10))
	}
	return all
}

// animate animates an attribute over the frames, or sets it if it never changes. The last frame
// is shown for longer.
func (m *motion) animate(attribute string, values []string) {
	if len(slices.Compact(slices.Clone(values))) == 1 {
		fmt.Fprintf(&m.svg, `<set attributeName="%s" to="%s"/>`, attribute, values[0])
		return
	}
	values = append(values, values[len(values)-1])
	fmt.Fprintf(&m.svg, `<animate attributeName="%s" dur="%.2fs" repeatCount="indefinite" keyTimes="%s" values="%s"/>`, attribute, m.length, m.times, strings.Join(values, ";"))
}
