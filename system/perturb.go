package system

import (
	"fmt"
	"math/rand/v2"

	"gmnc/internal/fields"
)

// Perturbation is an error in what a model is told about the objects of each system. It shows
// how much the model depends on that (the paper's appendix on robustness to errors in the
// physical prior).
type Perturbation string

const (
	// Join makes two isolated particles, drawn at random, a stick.
	Join Perturbation = "join"
	// Split makes the ends of a stick, drawn at random, isolated particles.
	Split Perturbation = "split"
	// JoinSplit does both, to objects of the original system.
	JoinSplit Perturbation = "join+split"
	// Length moves both ends of a stick, drawn at random, along it. Its length L changes by a
	// normally distributed number with a standard deviation of 0.1 L.
	Length Perturbation = "length"
)

// lengthDeviation is the standard deviation of a perturbed length, relative to the length.
const lengthDeviation = 0.1

// needs is the number of isolated particles and of sticks that a system must have.
var needs = map[Perturbation]struct {
	isolated, sticks int
	text             string
}{
	Join: {2, 0, "two isolated particles"}, Split: {0, 1, "a stick"},
	JoinSplit: {2, 1, "two isolated particles and a stick"}, Length: {0, 1, "a stick"},
}

// Check reports an unknown perturbation, or the first sample to which it cannot be applied.
func (p Perturbation) Check(samples []Sample) error {
	need, known := needs[p]
	if !known {
		return fmt.Errorf("there is no perturbation %q; known: %s, %s, %s, %s", p, Join, Split, JoinSplit, Length)
	}
	for i := range samples {
		s := &samples[i]
		isolated := s.Isolated()
		sticks := s.Objects.Count(Stick)
		switch {
		case isolated < need.isolated || sticks < need.sticks:
			return fields.Errorf("{perturb} %s needs %s in every training sample; sample %d has %d isolated particles and %d sticks",
				p, need.text, i, isolated, sticks)
		case s.EdgeFeatures != nil:
			return fields.Errorf("{perturb} %s goes with data without edge features only: features, as in sample %d, may show what is a stick", p, i)
		}
	}
	return nil
}

// Perturber perturbs batches of training samples.
type Perturber struct {
	kind   Perturbation
	seed   uint64
	source *rand.PCG
	random *rand.Rand
	// isolated and sticks are the isolated particles and the first ends of sticks of the
	// current system.
	isolated, sticks []int64
}

// NewPerturber returns a perturber for samples that have passed Check.
func NewPerturber(p Perturbation, seed uint64) *Perturber {
	source := new(rand.PCG)
	return &Perturber{kind: p, seed: seed ^ perturbing, source: source, random: rand.New(source)}
}

// perturbing keeps these random numbers apart from those that shuffle the samples.
const perturbing = 0x70_65_72_74_75_72_62

// Apply perturbs each system of a batch that holds the samples with these numbers. The random
// numbers depend only on the seed, the epoch and the number of the sample. A sample is
// therefore perturbed anew in each epoch, and in the same way by a resumed run. Targets stay as
// they are.
func (p *Perturber) Apply(b *Batch, epoch int, samples []int) {
	start := int64(0)
	for system, size := range b.Sizes {
		p.source.Seed(p.seed, uint64(epoch)<<32|uint64(samples[system]))
		p.find(b, start, start+int64(size))
		p.perturb(b)
		start += int64(size)
	}
}

// find lists the isolated particles and the sticks in the rows from start to stop, exclusive.
func (p *Perturber) find(b *Batch, start, stop int64) {
	p.isolated, p.sticks = p.isolated[:0], p.sticks[:0]
	for row := start; row < stop; row++ {
		switch {
		case b.Is(Isolated, row):
			p.isolated = append(p.isolated, row)
		case b.Is(Stick, row) && b.First[row] == row:
			p.sticks = append(p.sticks, row)
		}
	}
}

func (p *Perturber) perturb(b *Batch) {
	if p.kind == Join || p.kind == JoinSplit {
		i, j := p.random.IntN(len(p.isolated)), p.random.IntN(len(p.isolated)-1)
		if j >= i {
			j++
		}
		b.putObject(Stick, p.isolated[i], p.isolated[j])
	}
	if p.kind == Join {
		return
	}
	first := p.sticks[p.random.IntN(len(p.sticks))]
	second := b.Second[first]
	if p.kind == Length {
		b.stretch(first, second, lengthDeviation*p.random.NormFloat64())
		return
	}
	for _, row := range [2]int64{first, second} {
		b.putObject(Isolated, row)
	}
}

// stretch lengthens a stick about its center by a part of its length.
func (b *Batch) stretch(first, second int64, part float64) {
	for axis := range int64(3) {
		one, other := &b.Position[3*first+axis], &b.Position[3*second+axis]
		change := float32(float64(*one-*other) * part / 2)
		*one, *other = *one+change, *other-change
	}
}
