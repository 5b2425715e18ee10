package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"runtime/debug"
	"slices"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/internal/resident"
	"gmnc/system"
)

// GrowthSize is how large batches grow.
type GrowthSize struct {
	Edges  []int // of batches of complete systems, about
	Sides  []int // of cubes of particles, each with its neighbours as edges
	Repeat Repetition
}

// Growth is time and memory of a batch of one size, on all cores.
type Growth struct {
	Graph     string `json:"graph"` // complete systems, or one sparse system
	Use       string `json:"use"`   // training or prediction
	Particles int    `json:"particles"`
	Edges     int    `json:"edges"`
	Cores     int    `json:"cores"`
	Spread
	// Memory is by how much the program's resident memory was larger at its
	// peak than before, when there were samples and no batch, in bytes; 0 where
	// the system does not report it.
	Memory float64 `json:"peak_resident_bytes,omitempty"`
	// Missing says why nothing was measured.
	Missing string `json:"missing,omitempty"`
}

// PerEdge is the median time of an edge, in nanoseconds.
func (g Growth) PerEdge() float64 { return 1e9 * g.Median / float64(g.Edges) }

// MemoryPerEdge is the memory of an edge, in bytes.
func (g Growth) MemoryPerEdge() float64 { return g.Memory / float64(g.Edges) }

// growthGraph is a way for batches to grow.
type growthGraph struct {
	name  string
	model *graph.Model
	sizes []int
	draw  func(size int) []system.Sample
}

// growthUses are what is done with batches.
var growthUses = []string{"training", "prediction"}

// MeasureGrowth measures training steps and predictions on batches of ever more
// edges: of complete systems, and of one system in which each particle has 32
// neighbours.
func MeasureGrowth(ctx context.Context, options Options, progress func(done, all int)) (*Report, error) {
	b, err := newBench(options)
	if err != nil {
		return nil, err
	}
	graphs, err := b.growthGraphs()
	if err != nil {
		return nil, err
	}
	report, all := &Report{Machine: ThisMachine()}, 0
	for _, graph := range graphs {
		all += len(graph.sizes) * len(growthUses)
	}
	for _, graph := range graphs {
		for _, use := range growthUses {
			smaller := Growth{Edges: 1}
			report.Peak.measure(report.Machine.Cores)
			for _, size := range graph.sizes {
				g, err := b.growth(ctx, graph, use, size, smaller)
				if err != nil {
					return nil, err
				}
				if g.Missing == "" {
					smaller = g
				}
				report.Growth = append(report.Growth, g)
				if progress != nil {
					progress(len(report.Growth), all)
				}
			}
		}
	}
	return report, nil
}

func (b *bench) growthGraphs() ([]growthGraph, error) {
	sparse := b.options.Model
	sparse.Sparse = true
	model, err := builder.New(sparse, false)
	if err != nil {
		return nil, err
	}
	perSystem := edgesOf(tables)
	complete := func(edges int) []system.Sample {
		systems := max(1, (edges+perSystem/2)/perSystem)
		some := draw(tables, min(systems, b.options.Systems))
		return slices.Repeat(some, systems/len(some)+1)[:systems]
	}
	cube := func(side int) []system.Sample { return []system.Sample{newCube(side)} }
	return []growthGraph{
		{fmt.Sprintf("systems of %d", tables.N()), b.model, b.options.Growth.Edges, complete},
		{fmt.Sprintf("%d neighbours", len(nearest)), model, b.options.Growth.Sides, cube},
	}, nil
}

// growth measures one size, unless there is no memory for it by what the largest
// smaller one that was measured took.
func (b *bench) growth(ctx context.Context, graph growthGraph, use string, size int, smaller Growth) (Growth, error) {
	samples := graph.draw(size)
	goruntime.GC() // what has finalizers is free after the next one
	debug.FreeOSMemory()
	g := Growth{Graph: graph.name, Use: use}
	for _, s := range samples {
		g.Particles, g.Edges = g.Particles+s.Particles(), g.Edges+s.Particles()*s.Slots()
	}
	if need, free := smaller.MemoryPerEdge()*float64(g.Edges), resident.Available(); need > free {
		g.Missing = fmt.Sprintf("it needs about %.0f GB of memory, and %.0f are free", need/1e9, free/1e9)
		return g, nil
	}
	prepare := b.runOn
	if use == "training" {
		prepare = b.stepOn
	}
	before := resident.Restart()
	var err error
	g.Cores = goruntime.GOMAXPROCS(0)
	if g.Spread, err = b.options.Growth.Repeat.prepared(ctx, g.Cores, prepare(graph.model, samples)); err != nil {
		return g, fmt.Errorf("%s of %d edges: %w", use, g.Edges, err)
	}
	if before > 0 {
		g.Memory = resident.Peak() - before
	}
	return g, nil
}

// nearest are the steps from a particle of a cubic lattice to its 32 nearest
// others.
var nearest = nearestOnLattice(2)

// nearestOnLattice are all steps of that length at most.
func nearestOnLattice(length int) (steps [][3]int) {
	for z := -length; z <= length; z++ {
		for y := -length; y <= length; y++ {
			for x := -length; x <= length; x++ {
				if square := x*x + y*y + z*z; square > 0 && square <= length*length {
					steps = append(steps, [3]int{x, y, z})
				}
			}
		}
	}
	return steps
}

// newCube is a system of isolated particles near the places of a cubic lattice
// with that many on a side, in its order. The nearest others are neighbours,
// through opposite sides where there are none, which time does not notice.
func newCube(side int) system.Sample {
	random := rand.New(rand.NewPCG(1, uint64(side)))
	var s system.Sample
	for k := range side * side * side {
		place := [3]int{k % side, k / side % side, k / side / side}
		for _, at := range place {
			s.Position = append(s.Position, float32(at)+0.1*random.Float32())
			s.Velocity = append(s.Velocity, random.Float32())
		}
		s.Charge = append(s.Charge, float32(2*random.IntN(2)-1))
		for _, step := range nearest {
			row := 0
			for axis := 2; axis >= 0; axis-- {
				row = row*side + (place[axis]+step[axis]+side)%side
			}
			s.Neighbors = append(s.Neighbors, int64(row))
		}
	}
	s.TargetPosition = s.Position
	return s
}
