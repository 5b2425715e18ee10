package system

import (
	"math/rand/v2"

	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// Noise is Gaussian noise on the states that a model is trained on, so that the model learns to
// continue from states with errors like its own (Sanchez-Gonzalez et al., Learning to Simulate
// Complex Physics with Graph Networks, ICML 2020).
//
// Each coordinate of a position gets noise with the given deviation. Each coordinate of a
// velocity gets noise with that deviation divided by the time of a prediction. Objects take
// only the part that their bars allow. The mean of their particles' noise moves the object, and
// the difference between the ends of a bar rotates the bar and changes its angular velocity. A
// rigid body rotates as a whole. All lengths therefore stay, except for rounding.
//
// A target moves by the noise of the position plus the noise of the velocity times the time of
// the prediction. This is where the system would be if the forces were the same. In the paper,
// models see several velocities and can tell noise from motion, and so learn to correct the
// velocity; these models do not.
type Noise struct {
	deviation, time float64
	seed            uint64
	source          *rand.PCG
	random          *rand.Rand
}

// NewNoise returns noise with a deviation of positions, in their unit. time is the time of a
// prediction, in units of positions over velocities.
func NewNoise(deviation, time float64, seed uint64) *Noise {
	source := new(rand.PCG)
	return &Noise{deviation: deviation, time: time, seed: seed ^ noising, source: source, random: rand.New(source)}
}

// noising keeps these random numbers apart from those that shuffle the samples.
const noising = 0x6e_6f_69_73_65

// Apply replaces the samples with these numbers by noisy copies. Samples have targets, and
// trajectories have velocities. The random numbers depend only on the seed, the epoch and the
// number of the sample. A sample therefore gets new noise in each epoch, and a resumed run gets
// the same noise.
func (n *Noise) Apply(samples []Sample, epoch int, numbers []int) {
	for i, number := range numbers {
		n.source.Seed(n.seed, uint64(epoch)<<32|uint64(number))
		samples[i] = n.noisy(samples[i])
	}
}

// noisy returns the sample with its targets, all moved by the same noise.
func (n *Noise) noisy(s Sample) Sample {
	d := n.draw(&s)
	if t := s.Trajectory; t != nil {
		noisy, size := &Trajectory{Particles: t.Particles, Given: t.Given}, 3*t.Particles
		for frame := range t.Frames() {
			x, v := moved(d, t.Positions[frame*size:][:size], t.Velocities[frame*size:][:size], n.time*float64(frame))
			noisy.Positions, noisy.Velocities = append(noisy.Positions, x...), append(noisy.Velocities, v...)
		}
		return s.Along(noisy)
	}
	s.Position, s.Velocity = moved(d, s.Position, s.Velocity, 0)
	s.TargetPosition, s.TargetVelocity = moved(d, s.TargetPosition, s.TargetVelocity, n.time)
	return s
}

// displacement describes how noise moves a system.
type displacement struct {
	// position and velocity are the noise of each particle. root is the first particle of the
	// bars on which it hangs, or the particle itself.
	position, velocity [][3]float64
	root               []int
	bars               []turnedBar // each after that which it hangs on
}

// turnedBar is a bar from one particle to another, with the rotation by which it turns, as an
// angle in radians times the axis, and what is added to its angular velocity.
type turnedBar struct {
	from, to    int
	angle, spin [3]float64
}

// draw draws the noise for a sample.
func (n *Noise) draw(s *Sample) displacement {
	var d displacement
	x := vectors(s.Position)
	for i := range s.Particles() {
		d.root = append(d.root, i)
		d.position = append(d.position, n.normal(n.deviation))
		d.velocity = append(d.velocity, n.normal(n.deviation/n.time))
	}
	inTrees := s.Objects.inTrees()
	for _, object := range s.Objects {
		if object.Kind.Constraint == Rigid {
			d.addBody(x, object.Members, object.joint(inTrees))
			continue
		}
		for _, bar := range object.Bars() {
			d.root[bar[1]] = d.root[bar[0]]
			turned := turnedBar{from: bar[0], to: bar[1]}
			turned.angle, turned.spin = d.turn(x, bar[:1], bar[1:])
			d.bars = append(d.bars, turned)
		}
	}
	return d
}

func (n *Noise) normal(deviation float64) (v [3]float64) {
	for axis := range v {
		v[axis] = deviation * n.random.NormFloat64()
	}
	return v
}

// addBody adds bars that all rotate alike. They begin at the particle that joins the body to a
// tree, or else at the first member, and rotation is then about the mean of the members.
func (d *displacement) addBody(x [][3]float64, members []int, joint int) {
	from, about := members[0], members
	if joint != none {
		from, about = joint, []int{joint}
	}
	angle, spin := d.turn(x, about, members)
	for _, member := range members {
		if member != from {
			d.root[member] = d.root[from]
			d.bars = append(d.bars, turnedBar{from, member, angle, spin})
		}
	}
}

// turn returns the rotation of particles at x about the mean of others that their noise causes:
// the sum of r x noise over the sum of |r|^2. Particles in one place do not rotate.
func (d *displacement) turn(x [][3]float64, about, particles []int) (angle, spin [3]float64) {
	center, shift, kick := mean(x, about), mean(d.position, about), mean(d.velocity, about)
	var square float64
	for _, i := range particles {
		r := vector.Plus(x[i], -1, center)
		angle = vector.Plus(angle, 1, vector.Cross(r, vector.Plus(d.position[i], -1, shift)))
		spin = vector.Plus(spin, 1, vector.Cross(r, vector.Plus(d.velocity[i], -1, kick)))
		square += float64(r[0]*r[0]) + float64(r[1]*r[1]) + float64(r[2]*r[2])
	}
	if square == 0 {
		return [3]float64{}, [3]float64{}
	}
	return vector.Plus([3]float64{}, 1/square, angle), vector.Plus([3]float64{}, 1/square, spin)
}

// moved returns a state of the system at a later time, as the noise of its beginning changes
// it: positions [n*3] and velocities, which may be nil.
func moved[T float32 | float64](d displacement, position, velocity []T, time float64) (x, v []T) {
	before, now := vectors(position), vectors(position)
	var speed, speedNow [][3]float64
	if velocity != nil {
		speed, speedNow = vectors(velocity), vectors(velocity)
	}
	for _, bar := range d.bars {
		turn := rotation.By(vector.Plus(bar.angle, time, bar.spin))
		r := turn.Turn(vector.Plus(before[bar.to], -1, before[bar.from]))
		now[bar.to] = vector.Plus(now[bar.from], 1, r)
		if velocity != nil {
			u := turn.Turn(vector.Plus(speed[bar.to], -1, speed[bar.from]))
			speedNow[bar.to] = vector.Plus(speedNow[bar.from], 1, vector.Plus(u, 1, vector.Cross(bar.spin, r)))
		}
	}
	x = flat[T](d.centered(now, before, func(i int) [3]float64 { return vector.Plus(d.position[i], time, d.velocity[i]) }))
	if velocity != nil {
		v = flat[T](d.centered(speedNow, speed, func(i int) [3]float64 { return d.velocity[i] }))
	}
	return x, v
}

// centered shifts each connected group so that its mean is the previous mean plus the mean of
// the noise.
func (d *displacement) centered(now, before [][3]float64, noise func(i int) [3]float64) [][3]float64 {
	together := map[int][]int{}
	for i, root := range d.root {
		together[root] = append(together[root], i)
	}
	for i, root := range d.root {
		if i != root {
			continue
		}
		var off [3]float64
		for _, k := range together[root] {
			off = vector.Plus(off, 1/float64(len(together[root])), vector.Plus(vector.Plus(before[k], -1, now[k]), 1, noise(k)))
		}
		for _, k := range together[root] {
			now[k] = vector.Plus(now[k], 1, off)
		}
	}
	return now
}

// mean returns the mean of the vectors with these numbers.
func mean(all [][3]float64, numbers []int) (mean [3]float64) {
	for _, i := range numbers {
		mean = vector.Plus(mean, 1/float64(len(numbers)), all[i])
	}
	return mean
}

// vectors splits numbers [n*3] into vectors, and flat joins them.
func vectors[T float32 | float64](numbers []T) [][3]float64 {
	all := make([][3]float64, len(numbers)/3)
	for i, x := range numbers {
		all[i/3][i%3] = float64(x)
	}
	return all
}

func flat[T float32 | float64](all [][3]float64) []T {
	numbers := make([]T, 0, 3*len(all))
	for _, v := range all {
		numbers = append(numbers, T(v[0]), T(v[1]), T(v[2]))
	}
	return numbers
}
