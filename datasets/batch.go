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
// P is the number of particles of all systems and K that of neighbour
// slots: the size of the largest system less one. Every particle neighbours
// all others of its system. Edge row receiver*K + slot goes from
// Senders[row] to receiver; senders ascend, and slots that a smaller system
// leaves over have the receiver itself as sender and a mask of 0. K is 0
// where no system has a second particle.
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
	Charge             []float32 // [P]

	Kind                          []float32 // [P] Isolated, Stick or Hinge
	Partner, First, Second, Joint []int64   // [P] particle rows

	Senders  []int64   // [P*K] particle rows
	EdgeMask []float32 // [P*K] 1 real, 0 padding; nil if all systems have one size
}

// NewBatch joins samples that satisfy the conditions of Read.
func NewBatch(samples []Sample) *Batch {
	b := new(Batch)
	b.Fill(samples)
	return b
}

// Fill replaces the batch's content, overwriting its slices. It allocates
// nothing when the batch held systems of these sizes, with the same kinds
// of targets, before.
func (b *Batch) Fill(samples []Sample) {
	b.resize(samples)
	start := 0
	for _, sample := range samples {
		b.putState(sample, start)
		b.putObjects(sample, start)
		b.putEdges(sample.Particles(), start)
		start += sample.Particles()
	}
}

// resize sets the sizes and gives every slice its length.
func (b *Batch) resize(samples []Sample) {
	b.Sizes = resized(b.Sizes, len(samples))
	b.Particles, b.Neighbors = 0, 0
	uniform, targets, targetVelocities := true, true, true
	for i, sample := range samples {
		n := sample.Particles()
		b.Sizes[i] = n
		b.Particles += n
		b.Neighbors = max(b.Neighbors, n-1)
		uniform = uniform && n == b.Sizes[0]
		targets = targets && sample.TargetPosition != nil
		targetVelocities = targetVelocities && sample.TargetVelocity != nil
	}
	particles, edges := b.Particles, b.Particles*b.Neighbors
	b.Position = resized(b.Position, 3*particles)
	b.Velocity = resized(b.Velocity, 3*particles)
	b.Target = resizedIf(targets, b.Target, 3*particles)
	b.TargetVelocity = resizedIf(targetVelocities, b.TargetVelocity, 3*particles)
	b.Charge = resized(b.Charge, particles)
	b.Kind = resized(b.Kind, particles)
	b.Partner = resized(b.Partner, particles)
	b.First = resized(b.First, particles)
	b.Second = resized(b.Second, particles)
	b.Joint = resized(b.Joint, particles)
	b.Senders = resized(b.Senders, edges)
	b.EdgeMask = resizedIf(!uniform, b.EdgeMask, edges)
}

func (b *Batch) putState(sample Sample, start int) {
	copy(b.Position[3*start:], sample.Position)
	copy(b.Velocity[3*start:], sample.Velocity)
	if b.Target != nil {
		copy(b.Target[3*start:], sample.TargetPosition)
	}
	if b.TargetVelocity != nil {
		copy(b.TargetVelocity[3*start:], sample.TargetVelocity)
	}
	copy(b.Charge[start:], sample.Charge)
}

func (b *Batch) putObjects(sample Sample, start int) {
	for row := start; row < start+sample.Particles(); row++ {
		i := int64(row)
		b.putObject(i, Isolated, i, i, i, i)
	}
	for _, stick := range sample.Sticks {
		first, second := int64(start+stick[0]), int64(start+stick[1])
		b.putObject(first, Stick, second, first, second, first)
		b.putObject(second, Stick, first, first, second, second)
	}
	for _, hinge := range sample.Hinges {
		joint, first, second := int64(start+hinge[0]), int64(start+hinge[1]), int64(start+hinge[2])
		for _, row := range [3]int64{joint, first, second} {
			b.putObject(row, Hinge, joint, first, second, joint)
		}
	}
}

func (b *Batch) putObject(row int64, kind float32, partner, first, second, joint int64) {
	b.Kind[row] = kind
	b.Partner[row], b.First[row], b.Second[row], b.Joint[row] = partner, first, second, joint
}

// putEdges writes the complete graph on n particles without self loops.
func (b *Batch) putEdges(n, start int) {
	for receiver := start; receiver < start+n; receiver++ {
		senders := b.Senders[receiver*b.Neighbors : (receiver+1)*b.Neighbors]
		for slot := range senders {
			switch sender := start + slot; {
			case slot >= n-1:
				senders[slot] = int64(receiver)
			case sender < receiver:
				senders[slot] = int64(sender)
			default:
				senders[slot] = int64(sender + 1)
			}
		}
		if b.EdgeMask != nil {
			mask := b.EdgeMask[receiver*b.Neighbors : (receiver+1)*b.Neighbors]
			clear(mask)
			for slot := range n - 1 {
				mask[slot] = 1
			}
		}
	}
}

// resized returns a slice of the given length in the memory of s if it
// fits; its content is arbitrary.
func resized[T any](s []T, length int) []T {
	if length > cap(s) {
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
