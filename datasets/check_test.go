package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestAlikeSplits: all splits have the same fields and all samples of a split the same arrays, which is said by array and sample.
func TestAlikeSplits(t *testing.T) {
	for _, c := range []struct {
		change func(d *Data)
		want   string
	}{
		{func(*Data) {}, ""},
		{func(d *Data) { system.Mass.Set(&d.Valid[0], []float32{1, 2}) }, "a data set: valid_mass: sample 0: expected the field in all splits or in none"},
		{func(d *Data) {
			for i := range d.Train {
				system.Charge.Set(&d.Train[i], []float32{1, 2})
			}
		}, "a data set: valid_charge: sample 0: expected the field in all splits or in none"},
		{func(d *Data) { d.Valid[0].Neighbors = []int64{1, 0} }, "a data set: valid_neighbors: sample 0: expected lists of neighbors in all splits or in none"},
		{func(d *Data) { d.Train[0].TargetPosition = nil }, "a data set: train_xT: sample 0 has length 0, expected 6"},
		{func(d *Data) { d.Valid[0].TargetPosition = nil }, "a data set: valid_xT: sample 0 has length 0, expected 6"},
		{func(d *Data) { d.Train[1].Velocity = nil }, "a data set: train_v0: sample 1 has length 0, expected 6: all samples of a split have what sample 0 has, for each of their particles (2)"},
		{func(d *Data) { d.Train[1].TargetVelocity = make([]float32, 6) }, "a data set: train_vT: sample 1 has length 6, expected 0"},
		{func(d *Data) { d.Train[0].TargetVelocity = make([]float32, 6) }, "a data set: train_vT: sample 1 has length 0, expected 6"},
		{func(d *Data) { d.Train[1].Neighbors = []int64{1, 0} }, "a data set: train_neighbors: sample 1 has length 2, expected 0"},
		{func(d *Data) { d.Train[1].Potential = &system.Potential{Forces: make([]float32, 6)} }, "a data set: train_forces: sample 1 has length 6, expected 0: all samples of a split have the forces on all of their particles, or none"},
		{func(d *Data) { d.Train[1].Trajectory = still(2) }, "a data set: train_positions: sample 1 has length 2, expected 0"},
		{func(d *Data) { d.Train[1].Position = nil }, "a data set: train_x0: sample 1: no particles, expected one or more"},
		{func(d *Data) { d.EdgeFeatures = []string{"hop"} }, "a data set: train_neighbors: sample 0 has none, but there are features of edges: expected one slot of neighbors or more, or no such features"},
		{func(d *Data) { d.Train, d.Valid = nil, nil }, "a data set: there are no samples: expected at least one split with the keys train_x0, train_v0, train_xT"},
		{func(d *Data) { d.About.Up = "w" }, `a data set: up is "w", expected the axis that stands upright: x, y or z`},
		{func(d *Data) { d.About.Names = "a" }, "a data set: names has 1 names, with | between, and sample 0 of all 2 particles: expected as many"},
	} {
		data := &Data{Train: []system.Sample{sized(2), sized(2)}, Valid: []system.Sample{sized(2)}}
		c.change(data)
		if _, err := Encode(data); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// still returns the trajectory of two particles at rest.
func still(frames int) *system.Trajectory {
	return &system.Trajectory{Particles: 2, Positions: make([]float64, 6*frames), Velocities: make([]float64, 6*frames)}
}
