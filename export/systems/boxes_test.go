package systems_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/system"
)

// boxed are two boxes of eight corners and a particle. The first box has edges of these
// lengths, its second one leaning on its first by a cosine, and the particle a weight.
func boxed(edges [3]float64, cosine float64, weight float32) (s system.Sample) {
	var box []float32
	for number, edges := range [][3]float64{edges, {0.2, 0.3, 0.4}} {
		for corner := range 8 {
			var half [3]float64
			for k := range half {
				sign := float64(2*(corner>>k&1) - 1)
				half[k] = sign * edges[k] / 2
				box = append(box, float32(sign/8))
			}
			half[0] += cosine * half[1]
			half[1] *= math.Sqrt(1 - cosine*cosine)
			s.Position = append(s.Position, float32(half[0])+float32(number), float32(half[1]), float32(half[2])+2)
		}
	}
	s.Position, s.Velocity = append(s.Position, 5, 0, 2), make([]float32, 3*17)
	s.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7), system.Body.Of(8, 9, 10, 11, 12, 13, 14, 15)}
	system.Box.Set(&s, append(box, weight, 0, 0))
	system.Planes.Set(&s, append([]float32{0, 0, 1}, make([]float32, system.Planes.Columns-3)...))
	return s
}

// TestSkewBoxes: systems with a box whose edges are not three lengths at right angles, or with
// weights outside of bodies, have no numbers.
func TestSkewBoxes(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 4, Hidden: 4, NoCharge: true, Forces: config.NoForces,
		Time: 0.02, Length: 0.5, Depth: 4, Planes: 1, TrueVelocity: true, Fields: []string{"planes", "box"},
	}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	right := [3]float64{0.2, 0.3, 0.4}
	none := boxed(right, 0.5, 0)
	system.Box.Set(&none, make([]float32, 3*17))
	samples := []system.Sample{
		boxed(right, 0, 0), boxed(right, 0.0099, 0), none,
		boxed(right, 0.05, 0), boxed([3]float64{0.2, 0.3, 0}, 0, 0), boxed(right, 0, 0.1),
	}
	for _, info := range []export.Info{{Depth: 4}, {Depth: 4, Functions: true}, {Depth: 4, Loop: true}} {
		file, err := export.Model(model.Module, model.Draw(1), info)
		require.NoError(t, err)
		for _, engine := range []string{"onnx-go", "onnxruntime"} {
			if info.Loop && engine == "onnx-go" {
				continue
			}
			if numbers := exported.NumbersOf(t, engine, file, samples); numbers != nil {
				require.Equal(t, slices.Concat(slices.Repeat([]bool{true}, 3), slices.Repeat([]bool{false}, 3)), numbers, engine)
			}
		}
	}
}
