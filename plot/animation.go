package plot

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"gmnc/internal/atomicfile"
)

const (
	// screenResolution is the resolution of animations, in dots per inch.
	screenResolution = 90
	// frameDelay and lastDelay are the durations of a frame and of the last frame, in
	// hundredths of a second.
	frameDelay, lastDelay = 10, 150
	// tail is the number of frames for which a particle's path is drawn behind it.
	tail = 8
	// mostAnimated is the largest number of a film's frames in an animation.
	mostAnimated = 100
)

// Animate draws a film to a .gif file that plays for ever. If the film has more than a hundred
// frames, it draws a hundred of them, as evenly spaced as possible. Predictions farther away
// than the picture is wide are arrows at its edge.
func Animate(path string, film Film) error {
	if !strings.EqualFold(filepath.Ext(path), ".gif") {
		return fmt.Errorf("cannot draw %s: animations are .gif files", path)
	}
	f, err := newProjection(film)
	if err != nil {
		return fmt.Errorf("cannot draw %s: %w", path, err)
	}
	animation := &gif.GIF{}
	for _, k := range animated(len(f.prediction)) {
		drawing := f.picture(film, &still{f, k})
		drawing.title = film.titleAt(k)
		canvas := newImage(pictureWidth, trajectoryHeight, screenResolution)
		drawing.render(canvas)
		animation.Image, animation.Delay = append(animation.Image, colored(canvas.Image())), append(animation.Delay, frameDelay)
	}
	animation.Delay[len(animation.Delay)-1] = lastDelay
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, animation); err != nil {
		return fmt.Errorf("cannot draw %s: %w", path, err)
	}
	return atomicfile.WriteBytes(path, file.Bytes())
}

// titleAt returns the title of a film with a step.
func (film Film) titleAt(step int) string {
	title := fmt.Sprintf("%s, step %d", film.Title, step)
	if len(film.Truth) > 1 && step >= len(film.Truth) {
		title += ", where no truth is known"
	}
	return title
}

// animated returns the indices of the frames that an animation of that many frames shows.
func animated(frames int) (all []int) {
	count := min(frames, mostAnimated)
	for i := range count {
		all = append(all, i*(frames-1)/max(1, count-1))
	}
	return all
}

// colored returns the image in a palette. It looks up each of the image's few colors once.
func colored(from image.Image) *image.Paletted {
	to := image.NewPaletted(from.Bounds(), palette.Plan9)
	nearest := map[color.Color]uint8{}
	for y := to.Rect.Min.Y; y < to.Rect.Max.Y; y++ {
		for x := to.Rect.Min.X; x < to.Rect.Max.X; x++ {
			c := from.At(x, y)
			index, known := nearest[c]
			if !known {
				index = uint8(to.Palette.Index(c))
				nearest[c] = index
			}
			to.SetColorIndex(x, y, index)
		}
	}
	return to
}

// still draws one frame of a film.
type still struct {
	*projection
	frame int
}

// Plot implements plot.Plotter. It draws particles and bars, and the last few frames of their
// paths.
func (s *still) Plot(c vgdraw.Canvas, plotted *plot.Plot) {
	s.ground.drawPatches(c, plotted)
	e := &displayList{canvas: c}
	e.x, e.y = plotted.Transforms(&c)
	for _, frames := range [][]*moment{s.prediction, s.truth} {
		if s.frame >= len(frames) {
			continue
		}
		now := frames[s.frame]
		s.bars(e, now)
		for _, at := range now.places {
			marker := now.marker
			marker.Radius *= vg.Length(nearness(at.depth, s.low.depth, s.high.depth))
			e.mark(marker, at, now.layer)
		}
		for k := max(1, s.frame-tail+1); k <= s.frame; k++ {
			for i, to := range frames[k].places {
				e.line(lineOf(pathWidth, now.color), frames[k-1].places[i], to, now.layer)
			}
		}
	}
	s.hold(e)
	e.sort()
	for _, stroke := range e.strokes {
		stroke.draw()
	}
	drawExits(c, plotted, s.prediction[s.frame].exits, s.prediction[0].marker)
}
