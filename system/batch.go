package system

import (
	"slices"
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
// In a ragged batch every system has the slots of its own neighbours and no
// more, so that nothing is padding. Its edges begin after the edges of the systems before
// it, with Slots of them for each of its particles.
type Batch struct {
	// Ragged is set before Fill. It has no effect where neighbours are
	// listed.
	Ragged bool

	Sizes, Slots         []int // particles of each system, and slots of each of these
	Particles, Neighbors int   // P and K

	Position, Velocity []float32 // [P*3]
	Target             []float32 // [P*3], target positions; nil if a sample has none
	TargetVelocity     []float32 // [P*3]; nil if a sample has none
	// Given are the values of the fields of the table, in its order, with rows of
	// particles: one of a system is repeated for each of its particles. It is nil for
	// states, targets, fields of edges, and one that a sample is not given.
	Given [][]float32

	EdgeTypes []float32 // [P], the edge types of the particles' kinds
	// Masks are, for each kind of the table, 1 for the particles in objects of
	// the kind and 0 for others, [P] each. Partner, First, Second and Joint
	// are particle rows [P], as a Place has them.
	Masks                         [][]float32
	Partner, First, Second, Joint []int64
	// Root is the first member of a particle's tree or body, of the tree where a body is
	// joined to one, else the particle: particle rows [P]. The partner of a particle of a
	// tree is its parent. The partner of a particle of a body is the particle that joins
	// the body to a tree, if one does; First is the body's first particle besides it.
	Root []int64
	// Forest is set where a system has trees or bodies.
	Forest bool

	Senders      []int64   // [P*K], or the edges of a ragged batch: particle rows
	EdgeMask     []float32 // as Senders: 1 real, 0 padding; nil unless Padded
	EdgeFeatures []float32 // as Senders, F each; nil for none
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
	start, edge := 0, 0
	for i := range samples {
		sample := &samples[i] // copying it would cost as much as the rest
		b.putState(sample, start)
		b.putObjects(sample, start)
		b.putEdges(sample, start, edge, b.Slots[i])
		start += sample.Particles()
		edge += sample.Particles() * b.Slots[i]
	}
}

// resize sets the sizes and gives every slice its length.
func (b *Batch) resize(samples []Sample) {
	b.Sizes, b.Slots = resized(b.Sizes, len(samples)), resized(b.Slots, len(samples))
	b.Particles, b.Neighbors = 0, 0
	targets, targetVelocities, edgeWidth := true, true, 0
	for i := range samples {
		sample := &samples[i]
		n := sample.Particles()
		b.Sizes[i] = n
		b.Particles += n
		b.Neighbors = max(b.Neighbors, sample.Slots())
		targets = targets && sample.TargetPosition != nil
		targetVelocities = targetVelocities && sample.TargetVelocity != nil
		edgeWidth = max(edgeWidth, width(sample.EdgeFeatures, len(sample.Neighbors)))
	}
	ragged := b.Ragged && !Listed(samples)
	particles, edges := b.Particles, 0
	b.Forest = slices.ContainsFunc(samples, func(s Sample) bool { return s.Objects.Forest() })
	for i := range samples {
		if b.Slots[i] = b.Neighbors; ragged {
			b.Slots[i] = samples[i].Slots()
		}
		edges += b.Sizes[i] * b.Slots[i]
	}
	b.Position = resized(b.Position, 3*particles)
	b.Velocity = resized(b.Velocity, 3*particles)
	b.Target = resizedIf(targets, b.Target, 3*particles)
	b.TargetVelocity = resizedIf(targetVelocities, b.TargetVelocity, 3*particles)
	b.resizeGiven(samples)
	b.EdgeTypes = resized(b.EdgeTypes, particles)
	b.Masks = resized(b.Masks, len(kinds)+len(forests))
	for i := range b.Masks {
		b.Masks[i] = resized(b.Masks[i], particles)
	}
	b.Partner = resized(b.Partner, particles)
	b.First = resized(b.First, particles)
	b.Second = resized(b.Second, particles)
	b.Joint = resized(b.Joint, particles)
	b.Root = resized(b.Root, particles)
	b.Senders = resized(b.Senders, edges)
	b.EdgeMask = resizedIf(!ragged && Padded(samples), b.EdgeMask, edges)
	b.EdgeFeatures = resizedIf(edgeWidth > 0, b.EdgeFeatures, edgeWidth*edges)
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
	b.putGiven(sample, start)
}

func (b *Batch) putObjects(sample *Sample, start int) {
	for row := start; row < start+sample.Particles(); row++ {
		b.putObject(Isolated, int64(row))
	}
	var rows [mostMembers]int64
	for i := range sample.Objects {
		object := &sample.Objects[i]
		switch object.Kind {
		case Tree:
			b.putTree(object, int64(start))
		case Body:
			b.putBody(object, int64(start))
		default:
			members := rows[:0]
			for _, member := range object.Members {
				members = append(members, int64(start+member))
			}
			b.putObject(object.Kind, members...)
		}
	}
}

// mostMembers is how many members an object has that takes no memory of its
// own while it is put.
const mostMembers = 8

// putObject makes particle rows the members of an object of a listed kind.
func (b *Batch) putObject(kind *Kind, members ...int64) {
	for i, place := range kind.Places {
		row := members[i]
		b.mark(kind, row)
		b.Partner[row], b.Joint[row] = members[place.Partner], members[place.Joint]
		b.First[row], b.Second[row] = members[place.First], members[place.Second]
		b.Root[row] = row
	}
}

// putTree makes the particles of the system that begins at a row the members of a
// tree. They stay their own First, Second and Joint.
func (b *Batch) putTree(tree *Object, start int64) {
	for i, member := range tree.Members {
		row := start + int64(member)
		b.mark(Tree, row)
		b.Root[row] = start + int64(tree.Members[0])
		if parent := tree.Parents[i]; parent >= 0 {
			b.Partner[row] = start + int64(tree.Members[parent])
		}
	}
}

// putBody makes the particles the members of a body. One of them may join it to a
// tree, and stays a particle of that: it is the Partner of the others.
func (b *Batch) putBody(body *Object, start int64) {
	joint := int64(none)
	for _, member := range body.Members {
		if row := start + int64(member); b.Is(Tree, row) {
			joint = row
		}
	}
	first := int64(none)
	for _, member := range body.Members {
		row := start + int64(member)
		if row == joint {
			continue
		}
		if first == none {
			first = row
		}
		b.mark(Body, row)
		b.First[row], b.Root[row] = first, first
		if joint != none {
			b.Partner[row], b.Root[row] = joint, b.Root[joint]
		}
	}
}

// mark sets what says which kind of object a particle is in.
func (b *Batch) mark(kind *Kind, row int64) {
	number := kind.Number()
	for k, mask := range b.Masks {
		mask[row] = 0
		if k == number {
			mask[row] = 1
		}
	}
	b.EdgeTypes[row] = float32(kind.EdgeType)
}

// Is reports whether a particle row is in an object of the kind.
func (b *Batch) Is(kind *Kind, row int64) bool { return b.Masks[kind.Number()][row] == 1 }

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
