package checks_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// TestForces: known forces that motions contradict are found, and the right ones are not.
func TestForces(t *testing.T) {
	pushed := func(acts, given float32, mass ...float32) string {
		data := copied(t)
		source := rand.New(rand.NewPCG(3, 4))
		each(data, func(_ int, s *system.Sample) {
			force := make([]float32, len(s.Position))
			for i, v := range s.Velocity {
				force[i] = float32(source.NormFloat64())
				s.TargetPosition[i] = s.Position[i] + v + acts*force[i]/2
				s.TargetVelocity[i] = v + acts*force[i]
				force[i] *= given
			}
			system.Force.Set(s, force)
			if mass != nil {
				system.Mass.Set(s, slices.Repeat(mass, s.Particles()))
			}
		})
		data.About.Interval = "1"
		return found(data, "forces")
	}
	require.Empty(t, pushed(1, 1))
	require.Empty(t, pushed(0, 0))
	require.Empty(t, pushed(1, 5, 5))
	require.Contains(t, pushed(1, 5), "change by 0.2 times what force gives them in an interval of 1")
	require.Contains(t, pushed(1, -1), "change by -1 times")
	require.Contains(t, pushed(1, 1000), "change by 0.001 times")
	require.Contains(t, pushed(0, 1), "times what force gives them")
}

// TestForcesOnParticles: forces on the particles of a system that add up to nothing are compared with
// the momentum of each, if they explain nearly all of it.
func TestForcesOnParticles(t *testing.T) {
	pushed := func(given float32, unknown float64) string {
		data := copied(t)
		source := rand.New(rand.NewPCG(3, 4))
		each(data, func(_ int, s *system.Sample) {
			force := make([]float32, len(s.Position))
			for i := range force[3:] {
				force[i] = float32(source.NormFloat64())
				force[len(force)-3+i%3] -= force[i]
			}
			for i, v := range s.Velocity {
				acts := force[i] + float32(unknown*source.NormFloat64())
				s.TargetPosition[i], s.TargetVelocity[i] = s.Position[i]+v+acts/2, v+acts
				force[i] *= given
			}
			system.Force.Set(s, force)
		})
		data.About.Interval = "1"
		return found(data, "forces")
	}
	require.Empty(t, pushed(1, 0.05))
	require.Contains(t, pushed(-1, 0.05), "change by -1 times what force gives them")
	require.Empty(t, pushed(-1, 0.6), "beside unknown ones")
	require.NotEmpty(t, pushed(-1, 0.2), "which leave less than a twentieth")
	require.Empty(t, pushed(-1, 0.3), "which leave more than a twentieth")
}

// TestMotors: torques that turn a body as they say are no fault; masses in grams beside them are
// one, and so are torques in another unit than dampings.
func TestMotors(t *testing.T) {
	const time, inertia = 0.1, 4 // of four particles of mass 1, a length from the axis
	turning := func(torque, given, mass, damping, toldDamping float64, learned ...config.Constant) string {
		data := &datasets.Data{About: datasets.About{Interval: "0.1"}}
		for k := range 20 {
			state := func(angle, rate float64) (x, v []float32) {
				for i := range 4 {
					sine, cosine := math.Sincos(angle + math.Pi/2*float64(i))
					x, v = append(x, float32(cosine), float32(sine), 0), append(v, float32(-rate*sine), float32(rate*cosine), 0)
				}
				return x, v
			}
			own, angle, rate := torque*float64(k%7-3), float64(k), float64(k%3)
			fades := damping / inertia
			gone := -math.Expm1(-fades*time) / fades // of a speed of 1, its way
			last := own / damping
			var s system.Sample
			s.Position, s.Velocity = state(angle, rate)
			s.TargetPosition, s.TargetVelocity = state(angle+last*time+(rate-last)*gone, rate+(last-rate)*fades*gone)
			rest, _ := state(0, 0)
			require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}, Damping: toldDamping}}))
			system.Torque.Set(&s, slices.Repeat([]float32{float32(given * own)}, 4))
			if mass > 0 {
				system.Mass.Set(&s, slices.Repeat([]float32{float32(mass)}, 4))
			}
			data.Train = append(data.Train, s)
		}
		if learned == nil {
			return found(data, "motors")
		}
		return foundWith(data, &config.Config{Model: "gmn-ode", Fields: []string{system.Torque.Name, system.Thrust.Name}, Learn: learned}, "motors")
	}
	const free, stiff = 1e-6, 40 // dampings: of the second a speed is lost in an interval
	require.Empty(t, turning(1, 1, 1, free, 0))
	require.Empty(t, turning(1, 1, 1000, free, 0, config.Constant{Name: config.LearnedMass}), "which are learned")
	require.Empty(t, turning(1, 1000, 0, free, 0), "the scale is not known without masses")
	require.Empty(t, turning(0, 1, 1, free, 0))
	require.Empty(t, turning(10, 1, 1, stiff, stiff))
	const changes = "the energy of training samples changes by "
	require.Equal(t, changes+"1e+03 times the work of motors and dampings", turning(1, 1, 1000, free, 0))
	require.Equal(t, changes+"0.0011 times the work of motors, apart from dampings", turning(10, 1000, 1, stiff, stiff))
	require.Equal(t, changes+"0.0011 times the work of dampings, apart from motors", turning(10, 1, 1, stiff, 1000*stiff))
}

// TestMotorsAgainstGravity: torques that leave out what holds a body against gravity are reported.
func TestMotorsAgainstGravity(t *testing.T) {
	lifting := func(held, along, g float64) *datasets.Data {
		const time = 0.1 // of four particles of mass 1, about a point a length away along x
		data := &datasets.Data{About: datasets.About{Interval: "0.1"}}
		for k := range 20 {
			load, position, rate := float64(k%7-3), float64(k), float64(k%3)
			state := func(position, rate float64) (x, v []float32) {
				for i := range 4 {
					x, v = append(x, float32(i%2), float32(i/2), float32(position)), append(v, 0, 0, float32(rate))
				}
				return x, v
			}
			var s system.Sample
			s.Position, s.Velocity = state(position, rate)
			s.TargetPosition, s.TargetVelocity = state(position+rate*time+load/4*time*time/2, rate+load/4*time)
			rest, _ := state(0, 0)
			require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Slides: true, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
			system.Thrust.Set(&s, slices.Repeat([]float32{float32(load + held*4*g)}, 4))
			system.Mass.Set(&s, slices.Repeat([]float32{1}, 4))
			system.Gravity.Set(&s, []float32{0, 0, float32(-along * g)})
			data.Train = append(data.Train, s)
		}
		return data
	}
	const direction = "gravity's direction"
	require.Empty(t, found(lifting(1, 1, 1), "motors"))
	require.Empty(t, found(lifting(1, 1, 1), direction))
	require.Equal(t, "motors move training samples as if there were no gravity: their torques leave out what holds against it", found(lifting(0, 1, 1), "motors"))
	require.Empty(t, found(lifting(0, 1, 1), direction))
	require.Empty(t, found(lifting(1, -1, 1), "motors"))
	require.Contains(t, found(lifting(1, -1, 1), direction), "training samples have the gravity [0 0 1], and their motors move them as by [0 0 -1]")
	require.Empty(t, found(lifting(1, -1.5, 1), direction), "of another size")
	require.Empty(t, found(lifting(1, -1, 10), direction), "of so slow a motion the torques may be turned as well")
	require.Contains(t, found(lifting(1, -1, 10), "motors"), "changes by -1")
}

// TestSpringWork: a pair on a spring that swings as its constants say is no fault; masses in grams
// beside newtons a metre are one.
func TestSpringWork(t *testing.T) {
	swinging := func(stiffness, mass float32, learned ...config.Constant) string {
		data := &datasets.Data{About: datasets.About{Interval: "0.3"}, EdgeFeatures: []string{system.StiffnessFeature, system.RestLengthFeature}}
		state := func(time float64) (x, v []float32) {
			sine, cosine := math.Sincos(time * math.Sqrt2) // of two masses of 1 on a spring of 1
			away, speed := 1+0.5*cosine, -0.5*math.Sqrt2*sine
			return []float32{float32(-away), 0, 0, float32(away), 0, 0}, []float32{float32(-speed), 0, 0, float32(speed), 0, 0}
		}
		for k := range 20 {
			s := system.Sample{Neighbors: []int64{1, 0}, EdgeFeatures: []float32{stiffness, 2, stiffness, 2}}
			s.Position, s.Velocity = state(float64(k))
			s.TargetPosition, s.TargetVelocity = state(float64(k) + 0.3)
			system.Mass.Set(&s, []float32{mass, mass})
			data.Train = append(data.Train, s)
		}
		return foundWith(data, &config.Config{Model: "gmn-ode", Fields: []string{system.Mass.Name}, Learn: learned}, "springs' work")
	}
	require.Empty(t, swinging(1, 1))
	require.Empty(t, swinging(1, 1000, config.Constant{Name: config.LearnedMass}), "which are learned")
	require.Equal(t, "the energy of training samples changes by 1e+03 times the work of springs", swinging(1, 1000))
	require.Equal(t, "the energy of training samples changes by 0.001 times the work of springs", swinging(1000, 1))
}
