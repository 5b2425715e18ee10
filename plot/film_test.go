package plot

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// turning is a stick that turns, predicted a little late.
func turning(frames int) Film {
	film := Film{Objects: system.Objects{system.Stick.Of(0, 1)}, Unit: "m"}
	at := func(angle float64) [][3]float32 {
		x, y := float32(math.Cos(angle)), float32(math.Sin(angle))
		return [][3]float32{{x, y, 0}, {-x, -y, 0.5}}
	}
	for k := range frames {
		film.Prediction = append(film.Prediction, at(0.2*float64(k)))
		film.Truth = append(film.Truth, at(0.22*float64(k)))
	}
	return film
}

func TestPaths(t *testing.T) {
	draw := func(film Film) func(string) error {
		return func(path string) error { return Paths(film).Save(path) }
	}
	film := turning(12)
	picture := written(t, "paths.png", draw(film))
	require.Equal(t, picture, written(t, "paths.png", draw(film)))
	require.Greater(t, pixels(t, picture, vermilion), 1000)
	unknown := film
	unknown.Truth = film.Truth[:1]
	requireSaneDrawing(t, draw(unknown))
	for _, odd := range []float32{float32(math.NaN()), 1e30, float32(math.Inf(1))} {
		film := turning(12)
		film.Prediction[7][0][0] = odd
		requireSaneDrawing(t, draw(film))
	}
}

func TestAnimate(t *testing.T) {
	file := written(t, "film.gif", func(path string) error { return Animate(path, turning(5)) })
	animation, err := gif.DecodeAll(bytes.NewReader(file))
	require.NoError(t, err)
	require.Len(t, animation.Image, 5)
	require.NotEqual(t, animation.Image[0].Pix, animation.Image[4].Pix)
	require.ErrorContains(t, Animate("film.png", turning(2)), "animations are .gif files")
}

// TestColored: each pixel has the nearest color of the palette.
func TestColored(t *testing.T) {
	from := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for i := range from.Pix {
		from.Pix[i] = uint8(i * i)
	}
	want := image.NewPaletted(from.Rect, palette.Plan9)
	draw.Draw(want, want.Rect, from, image.Point{}, draw.Src)
	require.Equal(t, want.Pix, colored(from).Pix)
}

// TestLongFilms are thinned evenly, and short ones are not.
func TestLongFilms(t *testing.T) {
	require.Equal(t, []int{0}, animated(1))
	require.Equal(t, []int{0, 1, 2}, animated(3))
	thinned := animated(10 * mostAnimated)
	require.Len(t, thinned, mostAnimated)
	require.Equal(t, 0, thinned[0])
	require.Equal(t, 10*mostAnimated-1, thinned[mostAnimated-1])
	for i, frame := range thinned[1:] {
		require.InDelta(t, 10, frame-thinned[i], 1)
	}
}

func TestFilmsThatCannotBeDrawn(t *testing.T) {
	long, uneven, nowhere, strange := turning(2), turning(3), turning(1), turning(2)
	long.Truth = turning(3).Truth
	uneven.Prediction[1] = uneven.Prediction[1][:1]
	nowhere.Prediction[0] = [][3]float32{{float32(math.NaN()), 0, 0}, {0, float32(math.NaN()), 0}}
	strange.Objects = system.Objects{system.Stick.Of(0, 2)}
	for want, film := range map[string]Film{
		"there are no frames": {}, "the truth has 3 frames, expected no more than the 2 predicted ones": long,
		"frame 1 of all has 1 particles, expected 2": uneven, "no position of the first frame is finite": nowhere,
		"stick 0: there is no particle 2": strange,
	} {
		require.ErrorContains(t, Paths(film).Save("p.png"), want)
		require.ErrorContains(t, Animate("p.gif", film), want)
	}
}
