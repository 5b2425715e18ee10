package law_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/law"
	"gmnc/system"
)

// drawn are systems of particles with charges of 1 and -1 in a cube, apart from each other,
// two of them a stick.
func drawn(count, particles int) (samples []system.Sample) {
	random := rand.New(rand.NewPCG(1, 2))
	for range count {
		s := system.Sample{Objects: system.Objects{system.Stick.Of(0, 1)}}
		for len(s.Charge) < particles {
			at := []float32{float32(2 * random.Float64()), float32(2 * random.Float64()), float32(2 * random.Float64())}
			if closest(s.Position, at) < 0.35 {
				continue
			}
			s.Position = append(s.Position, at...)
			s.Charge = append(s.Charge, float32(1-2*random.IntN(2)))
		}
		samples = append(samples, s)
	}
	return samples
}

// closest is the distance from a place to the nearest particle.
func closest(position, at []float32) float64 {
	nearest := math.Inf(1)
	for i := 0; i < len(position); i += 3 {
		square := 0.
		for axis := range 3 {
			off := float64(position[i+axis]) - float64(at[axis])
			square += off * off
		}
		nearest = min(nearest, math.Sqrt(square))
	}
	return nearest
}

// forcesOf puts a force on each particle, by distance, charges and whether a stick holds
// the two.
func forcesOf(samples []system.Sample, force func(r, charges float64, held bool) float64) (forces []float64) {
	for _, s := range samples {
		for i := range s.Particles() {
			var sum [3]float64
			for j := range s.Particles() {
				if j == i {
					continue
				}
				var d [3]float64
				r := 0.
				for axis := range 3 {
					d[axis] = float64(s.Position[3*i+axis]) - float64(s.Position[3*j+axis])
					r += d[axis] * d[axis]
				}
				r = math.Sqrt(r)
				of := force(r, float64(s.Charge[i])*float64(s.Charge[j]), i+j == 1)
				for axis := range 3 {
					sum[axis] += of * d[axis] / r
				}
			}
			forces = append(forces, sum[:]...)
		}
	}
	return forces
}

// TestLawsAreFound: of forces that follow a form, the form and its constants come out,
// whatever sticks do.
func TestLawsAreFound(t *testing.T) {
	samples := drawn(60, 6)
	for name, c := range map[string]struct {
		force     func(r float64) float64
		form      string
		constants map[string]float64
	}{
		"charges": {func(r float64) float64 { return 1.5 / (r * r) }, "power", map[string]float64{"A": 1.5, "n": 2}},
		"cores":   {func(r float64) float64 { return 0.5 / math.Pow(max(r, 0.6), 2) }, "power with a core", map[string]float64{"A": 0.5, "n": 2, "c": 0.6}},
		"springs": {func(r float64) float64 { return -10 * (r - 1) }, "spring", map[string]float64{"k": 10, "l": 1}},
		"atoms": {func(r float64) float64 {
			return 24 * 0.7 * (2*math.Pow(0.5, 12)/math.Pow(r, 13) - math.Pow(0.5, 6)/math.Pow(r, 7))
		}, "Lennard-Jones", map[string]float64{"epsilon": 0.7, "sigma": 0.5}},
		"screened": {func(r float64) float64 { return 2 * math.Exp(-r/0.6) * (1/(r*r) + 1/(0.6*r)) }, "Yukawa", map[string]float64{"A": 2, "L": 0.6}},
		"wells": {func(r float64) float64 {
			return 2 * 0.4 * 3 * (math.Exp(-2*3*(r-0.8)) - math.Exp(-3*(r-0.8)))
		}, "Morse", map[string]float64{"D": 0.4, "a": 3, "r0": 0.8}},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "charges" {
				t.Skip("one form is enough")
			}
			t.Parallel()
			forces := forcesOf(samples, func(r, charges float64, held bool) float64 {
				if held {
					return 3 - r
				}
				return charges * c.force(r)
			})
			found, err := law.Find(samples, forces, nil, nil)
			require.NoError(t, err)
			require.Greater(t, found.Explained, 0.97)
			best := curveOf(t, found, "free", true).Forms[0]
			require.Equal(t, c.form, best.Name, "%+v", curveOf(t, found, "free", true).Forms)
			for _, constant := range best.Constants {
				want := c.constants[constant.Name]
				require.InDelta(t, want, constant.Value, 0.02*math.Abs(want)+3*constant.StandardError, constant.Name)
				require.Less(t, constant.StandardError, 0.1*math.Abs(want), constant.Name)
			}
			require.Empty(t, curveOf(t, found, "free", false).Forms, "no force without charges")
			require.Empty(t, curveOf(t, found, "rigid", false).Forms, "the motion does not determine a force along a bar")
		})
	}
}

func curveOf(t *testing.T, found *law.Law, pairs string, charges bool) law.Curve {
	for _, curve := range found.Curves {
		if curve.Pairs == pairs && curve.Charges == charges {
			return curve
		}
	}
	require.Fail(t, "no curve", "%s %v", pairs, charges)
	return law.Curve{}
}

// TestForcesThatSeeMoreThanPairs: what a particle feels from all others at once is not
// explained by curves of pairs.
func TestForcesThatSeeMoreThanPairs(t *testing.T) {
	samples := drawn(60, 6)
	forces := forcesOf(samples, func(r, charges float64, _ bool) float64 { return charges / r })
	pairsAlone, err := law.Find(samples, forces, nil, nil)
	require.NoError(t, err)
	for i := range forces {
		forces[i] *= math.Abs(forces[i])
	}
	more, err := law.Find(samples, forces, nil, nil)
	require.NoError(t, err)
	require.Less(t, more.Explained, 0.9)
	require.Greater(t, pairsAlone.Explained, 0.99)
}

func TestWhatHasNoLaw(t *testing.T) {
	samples := drawn(3, 4)
	for message, find := range map[string]func() error{
		"no particle has a neighbor": func() error {
			_, err := law.Find([]system.Sample{{Position: make([]float32, 3)}}, make([]float64, 3), nil, nil)
			return err
		},
		"the model has no force on any particle": func() error { _, err := law.Find(samples, make([]float64, 36), nil, nil); return err },
		"is not finite": func() error {
			forces := make([]float64, 36)
			forces[5] = math.NaN()
			_, err := law.Find(samples, forces, nil, nil)
			return err
		},
		"sample 0: particles 0 and 1 are at one place": func() error {
			same := drawn(1, 4)
			copy(same[0].Position[3:6], same[0].Position[:3])
			_, err := law.Find(same, make([]float64, 12), nil, nil)
			return err
		},
		"there are more than 12 kinds of pairs": func() error {
			many := drawn(1, 20)
			for i := range 20 {
				many[0].NodeFeatures = append(many[0].NodeFeatures, float32(i))
			}
			_, err := law.Find(many, make([]float64, 60), []string{"type"}, nil)
			return err
		},
	} {
		require.ErrorContains(t, find(), message)
	}
}

// TestLawInABox: in a periodic cell pairs are nearest images, and a force that has one curve
// alone is found.
func TestLawInABox(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const width = 10
	var samples []system.Sample
	var forces []float64
	for range 80 {
		i, way := [3]float64{}, [3]float64{1 + 2*random.Float64(), random.Float64(), -random.Float64()}
		s := system.Sample{Velocity: make([]float32, 6), Neighbors: []int64{1, 0}}
		for axis := range 3 {
			i[axis] = width * random.Float64()
			cell := make([]float32, 3)
			cell[axis] = width
			[]*system.Field{system.CellA, system.CellB, system.CellC}[axis].Set(&s, cell)
		}
		for _, end := range []float64{0, 1} {
			for axis := range 3 {
				s.Position = append(s.Position, float32(math.Mod(i[axis]+end*way[axis]+width, width)))
			}
		}
		r := math.Sqrt(way[0]*way[0] + way[1]*way[1] + way[2]*way[2])
		for _, sign := range []float64{-1, 1} {
			for axis := range 3 {
				forces = append(forces, sign*3/(r*r)*way[axis]/r)
			}
		}
		samples = append(samples, s)
	}
	found, err := law.Find(samples, forces, nil, nil)
	require.NoError(t, err)
	require.Len(t, found.Curves, 1)
	best := found.Curves[0].Forms[0]
	require.Equal(t, "power", best.Name)
	require.InDelta(t, 3, best.Constants[0].Value, 0.01)
	require.InDelta(t, 2, best.Constants[1].Value, 0.01)
	require.NoError(t, found.Take("Yukawa"))
	require.Equal(t, "Yukawa", found.Curves[0].Forms[0].Name)
	require.ErrorContains(t, found.Take("gravity"), "no curve has the form gravity; the forms of the curves: Yukawa, power")
}
