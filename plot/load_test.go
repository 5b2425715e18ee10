package plot

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestLoads: the arrows of two forces, of gravity and of a torque, computed again: where
// they begin, where they lead and how long they are.
func TestLoads(t *testing.T) {
	picture := onePicture()
	picture.Up = ZAxis
	at := picture.Input[1]
	picture.Loads = []Load{
		{Kind: "gravity", Along: [3]float32{0, 0, -9.81}},
		{Kind: "force", At: &picture.Input[0], Along: [3]float32{0, 4, 0}},
		{Kind: "force", At: &at, Along: [3]float32{1, 0, 0}},
		{Kind: "torque", At: &at, Along: [3]float32{0, 0, 2}},
		{Kind: "thrust", Along: [3]float32{float32(math.NaN()), 0, 0}},
	}
	s := newScene(picture)
	require.Len(t, s.loads, 4, "what is not finite is not drawn")
	b := s.box
	reach := r3.Norm(r3.Sub(b.view.at(b.high), b.view.at(b.low))) / 2
	for i, want := range []struct {
		from, along r3.Vec
		share       float64
	}{
		{b.corner(r3.Vec{Z: -1}), r3.Vec{Z: -1}, 0.4},
		{vector(picture.Input[0]), r3.Vec{Y: 1}, 0.6},
		{vector(at), r3.Vec{X: 1}, 0.6 / 4},
	} {
		from, to := b.view.see(want.from), b.view.see(r3.Add(want.from, r3.Scale(want.share*reach, want.along)))
		for k, pair := range [][2]float64{{from.x, s.loads[i].from.x}, {from.y, s.loads[i].from.y}, {to.x, s.loads[i].to.x}, {to.y, s.loads[i].to.y}} {
			require.InDelta(t, pair[0], pair[1], 1e-9, "load %d, %d", i, k)
		}
	}
	require.Less(t, s.loads[0].to.y, s.loads[0].from.y, "gravity points down")
	require.Empty(t, s.loads[2].ring)
	require.NotEmpty(t, s.loads[3].ring, "a torque turns")
	drawn := string(written(t, "loads.svg", Trajectory(picture).Save))
	for _, kind := range []string{">gravity<", ">force<", ">torque<"} {
		require.Contains(t, drawn, kind)
	}
	require.Greater(t, pixels(t, written(t, "loads.png", Trajectory(picture).Save), blue), 50)
	requireSaneDrawing(t, SideBySide("models", []Picture{picture, picture}).Save)
	require.NotContains(t, string(written(t, "none.svg", Trajectory(onePicture()).Save)), ">force<")
}
