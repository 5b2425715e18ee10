package system

import (
	"slices"
)

// Batch is several systems, concatenated row by row, as models take them. Row indices count
// from the first particle of the batch. Systems follow one another, and no index leads from one
// system to another.
//
// P is the number of particles of all systems, and K is the largest number of neighbor slots
// of a particle. Edge row receiver*K + slot goes from Senders[row] to the receiver, in the
// order of the sample's Neighbors. If a sample lists no neighbors, every particle receives
// messages from all others of its system, in ascending order. A slot without a neighbor has
// the receiver itself as its sender and a mask of 0. K is 0 if no particle has a neighbor.
//
// In a ragged batch every system has only as many slots as its own particles need, so that no
// edge is padding. The edges of a system follow those of the systems before it, with Slots of
// them for each of its particles.
type Batch struct {
	// Ragged must be set before Fill. It has no effect if neighbors are listed.
	Ragged bool

	Sizes, Slots         []int // particles of each system, and slots of each of these
	Particles, Neighbors int   // P and K

	Position, Velocity []float32 // [P*3]
	Target             []float32 // [P*3], target positions; nil if a sample has none
	TargetVelocity     []float32 // [P*3]; nil if a sample has none
	// Given holds the values of the fields in the order of the table of fields, with a row for
	// each particle. A value of the whole system is repeated for each of its particles. The
	// entry is nil for positions, velocities, targets and fields of edges, and for a field that
	// some sample lacks.
	Given [][]float32

	EdgeTypes []float32 // [P], the edge types of the particles' kinds
	// Masks has [P] numbers for each kind of the table: 1 for a particle in an object of that
	// kind, and 0 for any other. Partner, First, Second and Joint are rows of particles [P], as
	// in Place.
	Masks                         [][]float32
	Partner, First, Second, Joint []int64
	// Root is, for each particle, the row of the first member of its tree or body [P]. For a
	// body that is joined to a tree it is the first member of the tree, and for a particle in
	// neither it is the particle itself. The partner of a particle in a tree is its parent. The
	// partner of a particle in a body is the particle that joins the body to a tree, if there
	// is one. First is then the first other particle of the body.
	Root []int64
	// Forest is true if some system has a tree or a body.
	Forest bool

	Senders      []int64   // [P*K], or the edges of a ragged batch: particle rows
	EdgeMask     []float32 // as Senders: 1 real, 0 padding; nil unless Padded
	EdgeFeatures []float32 // as Senders, F each; nil for none
}

// NewBatch makes a batch of samples that satisfy the conditions of Read and have the same
// features.
func NewBatch(samples []Sample) *Batch {
	b := new(Batch)
	b.Fill(samples)
	return b
}

// Fill replaces the content of the batch and reuses its memory. It allocates nothing if the
// batch held systems of the same sizes, with the same kinds of targets and features, before.
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

// resize sets the sizes and makes every slice as long as the samples need.
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

// width is the number of numbers in each row.
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

// mostMembers is the largest number of members for which putObject allocates no memory.
const mostMembers = 8

// putObject marks the particles in these rows as the members of an object of a listed kind.
func (b *Batch) putObject(kind *Kind, members ...int64) {
	for i, relation := range kind.Relations {
		row := members[i]
		b.mark(kind, row)
		b.Partner[row], b.Joint[row] = members[relation.Partner], members[relation.Joint]
		b.First[row], b.Second[row] = members[relation.First], members[relation.Second]
		b.Root[row] = row
	}
}

// putTree marks the members of a tree in a system whose first row is start. First, Second and
// Joint of each stay the member itself.
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

// putBody marks the members of a body. A member that joins the body to a tree remains a member
// of the tree, and is the Partner of the others.
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

// mark sets the mask of a kind for the particle in a row.
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
