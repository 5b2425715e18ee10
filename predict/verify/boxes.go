package verify

import (
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/rotation"
	"gmnc/system"
)

// cubeShare is half the edge of a cube relative to the extent of the systems. cubeDepth is how
// deep one cube is in the other, and cubeDisplacement how far it moves in a prediction, both relative to
// half the edge.
const cubeShare, cubeDepth, cubeDisplacement = 0.2, 0.1, 0.1

// boxes returns pairs of solid cubes far from any plane. A corner of the second cube is in the
// middle of a face of the first, and moves further in.
func boxes(config config.Config, ranges *system.Ranges) Group {
	d := drawing{config, ranges, Inside, rand.New(rand.NewPCG(9, 10))}
	half := cubeShare * typicalExtent
	if ranges != nil && ranges.Extent != nil && ranges.Extent.Most > 0 {
		half = cubeShare * ranges.Extent.Most
	}
	drawn := []Group{{Name: "(boxes)", Samples: draw(config, system.Composition{16}, uint64(len(compositions)))}}
	group := scaled(config, drawn, ranges, false)[0]
	for i := range group.Samples {
		d.placeCubes(&group.Samples[i], half)
	}
	return group
}

// placeCubes turns a sample of 16 particles into two cubes whose corners these are.
func (d drawing) placeCubes(s *system.Sample, half float64) {
	// onCorner rotates a cube so that its diagonal points down.
	onCorner := rotation.By(scaledBy([3]float64{-math.Sqrt(0.5), math.Sqrt(0.5), 0}, math.Acos(-1/math.Sqrt(3))))
	turn := rotation.By(d.direction(math.Pi * d.source.Float64()))
	turns := [2]rotation.Matrix{turn, turn.Times(rotation.About(2, math.Pi*d.source.Float64())).Times(onCorner)}
	centers := [2][3]float64{{}, turn.Turn([3]float64{0, 0, half * (1 + math.Sqrt(3) - cubeDepth)})}
	speed := cubeDisplacement * half
	if d.config.Time > 0 {
		speed /= d.config.Time
	}
	velocities := [2][3]float64{d.direction(speed / 2), turn.Turn([3]float64{0, 0, -speed})}

	s.Objects, s.Position, s.Velocity = nil, nil, nil
	var box []float32
	for number, center := range centers {
		members := make([]int, 8)
		for corner := range members {
			members[corner] = 8*number + corner
			var at [3]float64
			for axis := range at {
				sign := float64(2*(corner>>axis&1) - 1)
				at[axis] = sign * half
				box = append(box, float32(sign/8))
			}
			s.Position = append(s.Position, flat([][3]float64{turns[number].Turn(at)}, center)...)
			s.Velocity = append(s.Velocity, flat(velocities[number:number+1], [3]float64{})...)
		}
		s.Objects = append(s.Objects, system.Body.Of(members...))
		if mass := system.Mass.Of(s); mass != nil {
			for _, i := range members {
				mass[i] = mass[members[0]]
			}
		}
	}
	system.Box.Set(s, box)
	system.Planes.Set(s, make([]float32, system.Planes.Columns))
	if slices.Contains(d.config.Fields, system.Gyration.Name) {
		gyration := slices.Clone(box)
		for i := range gyration { // solid
			gyration[i] /= float32(math.Sqrt(3))
		}
		system.Gyration.Set(s, gyration)
	}
}
