package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/builder/config"
	"gmnc/system"
)

// mostNeighbors is the largest number of neighbors of a particle of a sparse system. Its other
// slots are left over.
const mostNeighbors = 4

// draw returns random systems that have the inputs of the model: unit charges, positions spread
// as in the paper's simulations, objects on permuted indices, and, if the model takes them,
// random neighbors and features.
func draw(config config.Config, c system.Composition, seed uint64) []system.Sample {
	source := rand.New(rand.NewPCG(seed, 0))
	samples := make([]system.Sample, perComposition)
	for i := range samples {
		s := &samples[i]
		move(s, c.N(), !config.NoCharge, source)
		s.Objects = c.Draw(source)
		if config.Sparse {
			s.Neighbors = neighbors(source, c.N())
		}
		s.NodeFeatures = normal(source, c.N()*len(config.NodeFeatures))
		s.EdgeFeatures = edgeFeatures(config, s.Neighbors, source)
		give(s, config, source)
		asLearned(config, s)
	}
	return samples
}

// mostBars is the largest number of bars in a drawn chain. A model may take longer ones, whose
// graph has every pair of particles.
const mostBars = 12

// forests returns systems of trees, of bodies, and of all kinds of objects together. Parents
// and bodies are given for the particles that are in no listed object.
func forests(c config.Config) (groups []Group) {
	chain := make([]int64, min(c.Depth, mostBars)+1)
	for i := range chain {
		chain[i] = int64(i - 1)
	}
	for i, forest := range []struct {
		name            string
		listed          []int // sticks and hinges
		parents, bodies []int64
	}{
		{"(a chain of rigid bars)", nil, chain, nil},
		{"(trees of rigid bars)", nil, []int64{-1, 0, 0, 1, 1, 2, -1, 6, -1}, nil},
		{"(rigid bodies)", nil, nil, []int64{0, 0, 0, 0, 1, 1, 1, 2, 2, -1}},
		{"(all kinds of objects together)", []int{1, 1}, []int64{-1, 0, 0, 2, -1, -1, -1, -1, -1, -1}, []int64{-1, -1, -1, 1, 0, 0, 0, -1, 1, 1}},
	} {
		if c.Contacting() && forest.parents != nil {
			continue // only particles and bodies go with planes
		}
		if config.Cartesian(c.Integrator) && forest.bodies != nil {
			if !c.Bodies {
				continue // the model does not move bodies
			}
			for particle, parent := range forest.parents {
				if parent >= 0 && !c.OnTrees {
					forest.bodies[particle] = -1 // nor bodies that are joined to trees
				}
			}
		}
		free := max(len(forest.parents), len(forest.bodies))
		samples := draw(c, append(system.Composition{free}, forest.listed...), uint64(len(compositions)+i))
		for k := range samples {
			s := &samples[k]
			s.Objects = append(s.Objects, placed(s, system.Tree, forest.parents)...)
			s.Objects = append(s.Objects, placed(s, system.Body, forest.bodies)...)
		}
		groups = append(groups, Group{Name: forest.name, Samples: samples})
	}
	return groups
}

// ofParticles returns random systems of n particles that keep their numbers: without objects,
// in sticks, in hinges, in a tree and in a body.
func ofParticles(config config.Config, n int) (groups []Group) {
	for i, c := range []system.Composition{{n}, {n % 2, n / 2}, {n % 3, 0, n / 3}} {
		groups = append(groups, Group{Name: fmt.Sprintf("(%s)", c), Samples: draw(config, c, uint64(i)), Fixed: true})
	}
	if config.Depth > 0 && n > 1 {
		parents := make([]int64, n)
		for i := range parents {
			parents[i] = int64(max(i-2, -1)) // two chains from the first two
		}
		parents[1] = 0
		notDeeper(parents, config.Depth)
		samples := draw(config, system.Composition{n}, uint64(len(compositions)))
		for k := range samples {
			samples[k].Objects = placed(&samples[k], system.Tree, parents)
		}
		groups = append(groups, Group{Name: "(a tree of rigid bars)", Samples: samples, Fixed: true})
	}
	if config.Bodies && n > 1 {
		samples := draw(config, system.Composition{n}, uint64(len(compositions))+1)
		for k := range samples {
			samples[k].Objects = placed(&samples[k], system.Body, make([]int64, n))
		}
		groups = append(groups, Group{Name: "(a rigid body)", Samples: samples, Fixed: true})
	}
	return groups
}

// placed returns trees or bodies, given by their numbers, of the particles of a sample that are
// in no listed object.
func placed(s *system.Sample, kind *system.Kind, numbers []int64) (objects system.Objects) {
	var free []int
	for particle := range s.Particles() {
		if !slices.ContainsFunc(s.Objects, func(o system.Object) bool { return !o.Kind.Forest() && slices.Contains(o.Members, particle) }) {
			free = append(free, particle)
		}
	}
	objects, _ = kind.Numbered(numbers, nil) // the numbers are valid
	for _, object := range objects {
		for i, member := range object.Members {
			object.Members[i] = free[member]
		}
	}
	return objects
}

// drawLike returns random systems with the topology of another.
func drawLike(config config.Config, topology system.Sample) []system.Sample {
	source := rand.New(rand.NewPCG(0, 0))
	samples := slices.Repeat([]system.Sample{topology}, perComposition)
	for i := range samples {
		move(&samples[i], topology.Particles(), !config.NoCharge, source)
		give(&samples[i], config, source)
		asLearned(config, &samples[i])
	}
	return samples
}

// move draws the positions, velocities and charges of n particles.
func move(s *system.Sample, n int, charged bool, source *rand.Rand) {
	spread := math.Cbrt(float64(n)/5) + 0.1
	s.Position, s.Velocity, s.Charge = nil, nil, nil
	for range 3 * n {
		s.Position = append(s.Position, float32(source.NormFloat64()*spread))
		s.Velocity = append(s.Velocity, float32(source.NormFloat64()*0.3))
	}
	for range n {
		if charged {
			s.Charge = append(s.Charge, float32(1-2*source.IntN(2)))
		}
	}
}

// drawnFrames is the number of frames of fields that change from frame to frame.
const drawnFrames = 8

// give draws the fields that the model takes, except charges and features.
func give(s *system.Sample, config config.Config, source *rand.Rand) {
	for _, name := range config.Fields {
		f := system.FieldNamed(name)
		f.Set(s, typical(f, f.Count(s)*f.Columns, source))
	}
	framed(s, config, source)
}

// framed gives the fields that change from frame to frame new values in each frame.
func framed(s *system.Sample, config config.Config, source *rand.Rand) {
	if len(config.PerFrame) == 0 {
		return
	}
	s.Trajectory = &system.Trajectory{Particles: s.Particles(), Positions: make([]float64, drawnFrames*len(s.Position))}
	for _, name := range config.PerFrame {
		f := system.FieldNamed(name)
		values := slices.Clone(f.Of(s))
		for range drawnFrames - 1 {
			values = append(values, typical(f, len(f.Of(s)), source)...)
		}
		s.Trajectory.Given = append(s.Trajectory.Given, system.Values{Field: f, Values: values})
	}
}

// typical returns count random numbers that are typical of a field.
func typical(f *system.Field, count int, source *rand.Rand) []float32 {
	if f.Turns == system.Planar {
		return plane(typicalExtent, count, source)
	}
	if math.IsInf(f.Typical.Most, 1) {
		return normal(source, count)
	}
	values := make([]float32, count)
	for i := range values {
		value := f.Typical.Least + source.Float64()*(f.Typical.Most-f.Typical.Least)
		if f.Whole {
			value = f.Typical.Least + float64(source.IntN(int(f.Typical.Most-f.Typical.Least)+1))
		}
		values[i] = float32(value)
	}
	return values
}

// plane returns count numbers, of which the first four are a plane at most extent away from the
// origin.
func plane(extent float64, count int, source *rand.Rand) []float32 {
	values := make([]float32, count)
	copy(values, normal(source, 3))
	values[3] = float32(-extent * source.Float64())
	return values
}

func normal(source *rand.Rand, count int) []float32 {
	values := make([]float32, count)
	for i := range values {
		values[i] = float32(source.NormFloat64())
	}
	return values
}

// edgeFeatures returns random features of the slots of neighbors. Stiffness and rest length
// are not negative, except in slots that are left over.
func edgeFeatures(c config.Config, neighbors []int64, source *rand.Rand) []float32 {
	columns := len(c.EdgeFeatures)
	values := normal(source, len(neighbors)*columns)
	for column, name := range c.EdgeFeatures {
		if name != config.LearnedStiffness && name != config.LearnedRestLength {
			continue
		}
		for edge, j := range neighbors {
			if at := edge*columns + column; j >= 0 {
				values[at] = float32(math.Abs(float64(values[at])))
			}
		}
	}
	return values
}

// neighbors lists up to mostNeighbors other particles for each particle.
func neighbors(source *rand.Rand, n int) []int64 {
	lists := []int64{}
	for particle := range n {
		wanted := source.IntN(mostNeighbors + 1)
		slots := 0
		for _, other := range source.Perm(n) {
			if other != particle && slots < wanted {
				lists = append(lists, int64(other))
				slots++
			}
		}
		for range mostNeighbors - slots {
			lists = append(lists, -1)
		}
	}
	return lists
}
