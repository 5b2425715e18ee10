package plot

import (
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
	requireTextInside(t, Beside("planes", []Picture{picture, picture}))
}
