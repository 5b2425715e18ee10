package datasets

// Kinds of objects, as in Batch.Kind.
const (
	Isolated float32 = iota
	Stick
	Hinge
)

// Batch is several systems joined to rows, in which models take data. Row
// indices count from the batch's first particle; systems follow each other
// and no index leads from one system to another.
//
// P is the number of particles of all systems and K the largest number of
// neighbour slots. Edge row receiver*K + slot goes from Senders[row] to
// receiver, in the order of the sample's Neighbors; without those every
// particle neighbours all others of its system, in ascending order. Slots
// left over have the receiver itself as sender and a mask of 0. K is 0 where
// no particle has a neighbour.
//
//	                First   Second  Joint  Partner
//	isolated i      i       i       i      i
//	stick (a, b)    a       b       i      the other end
//	hinge (j, a, b) a       b       j      j for an end, j for itself
type Batch struct {
	Sizes                []int // particles of each system
	Particles, Neighbors int   // P and K

	Position, Velocity []float32 // [P*3]
	Target             []float32 // [P*3], target positions; nil if a sample has none
	TargetVelocity     []float32 // [P*3]; nil if a sample has none
	Charge             []float32 // [P]; nil if a sample has none
	NodeFeatures       []float32 // [P*F]; nil for none

	Kind                          []float32 // [P] Isolated, Stick or Hinge
	Partner, First, Second, Joint []int64   // [P] particle rows

	Senders      []int64   // [P*K] particle rows
	EdgeMask     []float32 // [P*K] 1 real, 0 padding; nil unless Padded
	EdgeFeatures []float32 // [P*K*F]; nil for none
}

// NewBatch joins samples that satisfy the conditions of Read and have the
// same features.
func NewBatch(samples []Sample) *Batch {
	b := new(Batch)
	b.Fill(samples)
	return b
}

// Fill replaces the batch's content, overwriting its slices. It allocates
// nothing when the batch held systems of these sizes, with the same kinds
// of targets and features, before.
func (b *Batch) Fill(samples []Sample) {
	b.resize(samples)
	start := 0
	for i := range samples {
		sample := &samples[i] // copying it would cost as much as the rest
		b.putState(sample, start)
		b.putObjects(sample, start)
		b.putEdges(sample, start)
		start += sample.Particles()
	}
}

// resize sets the sizes and gives every slice its length.
func (b *Batch) resize(samples []Sample) {
	b.Sizes = resized(b.Sizes, len(samples))
	b.Particles, b.Neighbors = 0, 0
	targets, targetVelocities, charges := true, true, true
	nodeWidth, edgeWidth := 0, 0
	for i := range samples {
		sample := &samples[i]
		n := sample.Particles()
		b.Sizes[i] = n
		b.Particles += n
		b.Neighbors = max(b.Neighbors, sample.slots())
		targets = targets && sample.TargetPosition != nil
		targetVelocities = targetVelocities && sample.TargetVelocity != nil
		charges = charges && sample.Charge != nil
		nodeWidth = max(nodeWidth, width(sample.NodeFeatures, n))
		edgeWidth = max(edgeWidth, width(sample.EdgeFeatures, len(sample.Neighbors)))
	}
	particles, edges := b.Particles, b.Particles*b.Neighbors
	b.Position = resized(b.Position, 3*particles)
	b.Velocity = resized(b.Velocity, 3*particles)
	b.Target = resizedIf(targets, b.Target, 3*particles)
	b.TargetVelocity = resizedIf(targetVelocities, b.TargetVelocity, 3*particles)
	b.Charge = resizedIf(charges, b.Charge, particles)
	b.NodeFeatures = resizedIf(nodeWidth > 0, b.NodeFeatures, nodeWidth*particles)
	b.Kind = resized(b.Kind, particles)
	b.Partner = resized(b.Partner, particles)
	b.First = resized(b.First, particles)
	b.Second = resized(b.Second, particles)
	b.Joint = resized(b.Joint, particles)
	b.Senders = resized(b.Senders, edges)
	b.EdgeMask = resizedIf(Padded(samples), b.EdgeMask, edges)
	b.EdgeFeatures = resizedIf(edgeWidth > 0, b.EdgeFeatures, edgeWidth*edges)
}

// Padded tells whether a batch of the samples may have edges that are
// padding: where systems differ in size, or neighbours are listed.
func Padded(samples []Sample) bool {
	for i := range samples {
		if samples[i].Neighbors != nil || samples[i].Particles() != samples[0].Particles() {
			return true
		}
	}
	return false
}

// width is how many numbers each of the rows has.
func width(numbers []float32, rows int) int { return len(numbers) / max(rows, 1) }

func (b *Batch) putState(sample *Sample, start int) {
	copy(b.Position[3*start:], sample.Position)
	copy(b.Velocity[3*start:], sample.Velocity)
	if b.Target != nil {
		copy(b.Target[3*start:], sample.TargetPosition)
	}
	if b.TargetVelocity != nil {
		copy(b.TargetVelocity[3*start:], sample.TargetVelocity)
	}
	if b.Charge != nil {
		copy(b.Charge[start:], sample.Charge)
	}
	copy(b.NodeFeatures[min(start*width(b.NodeFeatures, b.Particles), len(b.NodeFeatures)):], sample.NodeFeatures)
}

func (b *Batch) putObjects(sample *Sample, start int) {
	for row := start; row < start+sample.Particles(); row++ {
		i := int64(row)
		b.putObject(i, Isolated, i, i, i, i)
	}
	for _, stick := range sample.Sticks {
		b.putStick(int64(start+stick[0]), int64(start+stick[1]))
	}
	for _, hinge := range sample.Hinges {
		joint, first, second := int64(start+hinge[0]), int64(start+hinge[1]), int64(start+hinge[2])
		for _, row := range [3]int64{joint, first, second} {
			b.putObject(row, Hinge, joint, first, second, joint)
		}
	}
}

func (b *Batch) putStick(first, second int64) {
	b.putObject(first, Stick, second, first, second, first)
	b.putObject(second, Stick, first, first, second, second)
}

func (b *Batch) putObject(row int64, kind float32, partner, first, second, joint int64) {
	b.Kind[row] = kind
	b.Partner[row], b.First[row], b.Second[row], b.Joint[row] = partner, first, second, joint
}

// putEdges writes the edges to the sample's particles. Only padding has the
// receiver as its sender.
func (b *Batch) putEdges(sample *Sample, start int) {
	slots, features := sample.slots(), width(b.EdgeFeatures, len(b.Senders))
	for particle := range sample.Particles() {
		receiver := start + particle
		first, last := receiver*b.Neighbors, (receiver+1)*b.Neighbors
		senders := b.Senders[first:last]
		if sample.Neighbors == nil {
			putOthers(senders, start, particle, slots)
		} else {
			putListed(senders, start, particle, sample.Neighbors[particle*slots:][:slots])
		}
		if b.EdgeMask != nil {
			for slot, mask := 0, b.EdgeMask[first:last]; slot < len(mask); slot++ {
				mask[slot] = 1
				if senders[slot] == int64(receiver) {
					mask[slot] = 0
				}
			}
		}
		if features > 0 {
			to := b.EdgeFeatures[first*features : last*features]
			clear(to[copy(to, sample.EdgeFeatures[particle*slots*features:][:slots*features]):])
		}
	}
}

// putOthers writes all others as senders, in ascending order.
func putOthers(senders []int64, start, particle, others int) {
	for slot := range senders {
		switch {
		case slot >= others:
			senders[slot] = int64(start + particle)
		case slot < particle:
			senders[slot] = int64(start + slot)
		default:
			senders[slot] = int64(start + slot + 1)
		}
	}
}

// putListed writes the listed neighbours as senders.
func putListed(senders []int64, start, particle int, neighbors []int64) {
	for slot := range senders {
		senders[slot] = int64(start + particle)
		if slot < len(neighbors) && neighbors[slot] >= 0 {
			senders[slot] = int64(start) + neighbors[slot]
		}
	}
}

// resized returns a slice of the given length in the memory of s if it
// fits; its content is arbitrary.
func resized[T any](s []T, length int) []T {
	if s == nil || length > cap(s) { // nil would say that there is none
		return make([]T, length)
	}
	return s[:length]
}

// resizedIf is resized where wanted, else nil.
func resizedIf(wanted bool, s []float32, length int) []float32 {
	if !wanted {
		return nil
	}
	return resized(s, length)
}
