package robots

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/npz"
	"gmnc/internal/test/recovered"
	"gmnc/sim/mechanism"
)

// coordinates are the angles or slides of the joints of a robot with one axis each, and their rates.
func coordinates(m *mechanism.Mechanism, s mechanism.State) (places []float32) {
	for b, body := range m.Bodies {
		if len(body.Slides) > 0 {
			places = append(places, float32(r3.Dot(s.Slides[b], body.Slides[0])))
			continue
		}
		q := s.Turns[b]
		half := r3.Dot(r3.Vec{X: q.Imag, Y: q.Jmag, Z: q.Kmag}, body.Turns[0])
		places = append(places, float32(math.Remainder(2*math.Atan2(half, q.Real), 2*math.Pi)))
	}
	return places
}

// logOf is what encoders would have recorded of a simulated data set.
func logOf(t *testing.T, m *mechanism.Mechanism, data *datasets.Data) (logged []npz.Array) {
	n, joints := len(m.Rest), len(m.Bodies)
	for split, samples := range data.Splits() {
		var angle, rate, torque []float32
		frames := 0
		for _, s := range *samples {
			frames = s.Trajectory.Frames()
			for frame := range frames {
				x, v := make([]r3.Vec, n), make([]r3.Vec, n)
				for i := range n {
					at := 3 * (frame*n + i)
					x[i] = r3.Vec{X: s.Trajectory.Positions[at], Y: s.Trajectory.Positions[at+1], Z: s.Trajectory.Positions[at+2]}
					v[i] = r3.Vec{X: s.Trajectory.Velocities[at], Y: s.Trajectory.Velocities[at+1], Z: s.Trajectory.Velocities[at+2]}
				}
				state, off, err := recovered.State(m, x, v)
				require.NoError(t, err)
				require.Less(t, off, 1e-5)
				angle = append(angle, coordinates(m, state)...)
				for _, w := range state.Rates {
					rate = append(rate, float32(w))
				}
				for _, body := range m.Bodies {
					load := s.Trajectory.Given[0] // the torques
					if len(body.Slides) > 0 {
						load = s.Trajectory.Given[1]
					}
					torque = append(torque, load.Values[frame*n+body.Members[0]])
				}
			}
		}
		shape := []int{len(*samples), frames, joints}
		logged = append(logged, npz.Array{Key: split + "_angle", Shape: shape, Floats: angle},
			npz.Array{Key: split + "_rate", Shape: shape, Floats: rate}, npz.Array{Key: split + "_torque", Shape: shape, Floats: torque})
	}
	return append(logged, npz.Array{Key: "dt", Floats: []float32{0.01}})
}

// prepared is the data set of arrays.
func prepared(t *testing.T, m *mechanism.Mechanism, o arrays.Options, all ...npz.Array) (*datasets.Data, []string, error) {
	path := filepath.Join(t.TempDir(), "log.npz")
	require.NoError(t, npz.Write(path, all))
	o.Interval = max(o.Interval, 1)
	return Prepare(path, m, "two.urdf", Options{Options: o})
}
