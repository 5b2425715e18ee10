package plot

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestPlanes: one that is near is drawn beside the box as far as that goes, one that is far
// is not.
func TestPlanes(t *testing.T) {
	picture := onePicture()
	picture.Up = ZAxis
	without := newScene(picture).box
	lowest := r3.Dot(without.corners()[0], r3.Vec{Z: 1})
	for _, corner := range without.corners() {
		lowest = min(lowest, corner.Z)
	}
	picture.Planes = []Plane{{ZAxis, lowest - 0.5}, {XAxis, 1e6}}
	scene := newScene(picture)
	require.Len(t, scene.box.patches, 1)
	p := scene.box.patches[0]
	require.InDelta(t, lowest-0.5, p.origin.Z, 1e-12)
	for _, corner := range without.corners() {
		for i, across := range p.across {
			require.InDelta(t, 0, across.Z, 1e-12, "a direction of the plane")
			require.GreaterOrEqual(t, r3.Dot(corner, across), p.extent[i][0])
			require.LessOrEqual(t, r3.Dot(corner, across), p.extent[i][1])
		}
	}
	_, _, low, _ := scene.DataRange()
	_, _, before, _ := without.DataRange()
	require.Less(t, low, before, "there is room for it")
	requireTextInside(t, Trajectory(picture))
	requireTextInside(t, SideBySide("planes", []Picture{picture, picture}))
}

// TestPlanesOfFilms: paths, animations and scenes have the planes beside what moves, and
// room for them.
func TestPlanesOfFilms(t *testing.T) {
	film := turning(4)
	film.Up = ZAxis
	without, err := newProjection(film)
	require.NoError(t, err)
	film.Planes = []Plane{{ZAxis, -0.7}, {XAxis, 1e6}}
	f, err := newProjection(film)
	require.NoError(t, err)
	require.Len(t, f.ground.patches, 1)
	require.Less(t, f.low.y, without.low.y)
	gray := func(film Film) int {
		return pixels(t, written(t, "paths.png", func(path string) error { return Paths(film).Save(path) }), lightGrey)
	}
	require.Greater(t, gray(film), 1000)
	film.Prediction[3][0] = [3]float32{float32(math.NaN()), 0, 0}
	requireSaneDrawing(t, func(path string) error { return Paths(film).Save(path) })
	_, doc := sceneOf(t, film)
	require.Equal(t, "plane", doc.Nodes[len(doc.Nodes)-1].Name)
	flat := film
	flat.Planes = nil
	drawn, err := Motion("foot", []Moving{{Film: film}})
	require.NoError(t, err)
	require.Contains(t, string(drawn), `stroke="#c3c3c3"`)
	plain, err := Motion("foot", []Moving{{Film: flat}})
	require.NoError(t, err)
	require.Greater(t, bytes.Count(drawn, []byte("<line x1=")), bytes.Count(plain, []byte("<line x1="))+4)
}
