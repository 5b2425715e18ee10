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

// GrowthSize says how large batches become.
type GrowthSize struct {
	Edges  []int // approximate numbers of edges in batches of complete systems
	Sides  []int // particles along the edge of a cube, each with edges to its neighbors
	Repeat Repetition
}

// Growth is the time and memory of a batch of one size, on all cores.
type Growth struct {
	Graph     string `json:"graph"` // complete systems, or one sparse system
	Use       string `json:"use"`   // training or prediction
	Particles int    `json:"particles"`
	Edges     int    `json:"edges"`
	Cores     int    `json:"cores"`
	Spread
	// Memory is the difference, in bytes, between the program's peak resident memory and that
	// before, when there were samples but no batch. It is 0 if the system does not report it.
	Memory float64 `json:"peak_resident_bytes,omitempty"`
	// Missing says why nothing was measured.
	Missing string `json:"missing,omitempty"`
}

// PerEdge returns the median time per edge, in nanoseconds.
func (g Growth) PerEdge() float64 { return 1e9 * g.Median / float64(g.Edges) }

// MemoryPerEdge returns the memory per edge, in bytes.
func (g Growth) MemoryPerEdge() float64 { return g.Memory / float64(g.Edges) }

// growthGraph is one way in which batches grow.
type growthGraph struct {
	name  string
	model *graph.Model
	sizes []int
	draw  func(size int) []system.Sample
}

// growthUses lists the uses of batches.
var growthUses = []string{"training", "prediction"}

// MeasureGrowth measures training steps and predictions on batches of growing numbers of edges.
// They are of complete systems, and of one system in which each particle has 32 neighbors.
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
			report.Peak.measure(report.Machine.Cores)
			err := ofSizes(graph.sizes, func(size int, smaller Growth) (Growth, error) {
				g, err := b.growth(ctx, graph, use, size, smaller)
				if err != nil {
					return g, err
				}
				report.Growth = append(report.Growth, g)
				if progress != nil {
					progress(len(report.Growth), all)
				}
				return g, nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return report, nil
}

// ofSizes measures batches of growing sizes. Each measurement takes the last one that was made, from
// whose memory that of a larger batch follows.
func ofSizes(sizes []int, measure func(size int, smaller Growth) (Growth, error)) error {
	smaller := Growth{Edges: 1}
	for _, size := range sizes {
		g, err := measure(size, smaller)
		if err != nil {
			return err
		}
		if g.Missing == "" {
			smaller = g
		}
	}
	return nil
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
		{fmt.Sprintf("%d neighbors", len(nearest)), model, b.options.Growth.Sides, cube},
	}, nil
}

// growth measures one size. It does not do so if the memory per edge of the largest smaller
// size that was measured says that there is not enough memory.
func (b *bench) growth(ctx context.Context, graph growthGraph, use string, size int, smaller Growth) (Growth, error) {
	samples := graph.draw(size)
	goruntime.GC() // memory with finalizers is freed by the next collection
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

// nearest holds the steps from a particle of a cubic lattice to its 32 nearest neighbors.
var nearest = nearestOnLattice(2)

// nearestOnLattice returns all steps of at most that length.
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

// newCube returns a system of isolated particles near the sites of a cubic lattice, in the
// lattice's order; side is the number of sites along each edge. The nearest particles are
// neighbors, across opposite faces as in a periodic cell, which does not change the time.
func newCube(side int) system.Sample {
	random := rand.New(rand.NewPCG(1, uint64(side)))
	var s system.Sample
	for k := range side * side * side {
		cell := [3]int{k % side, k / side % side, k / side / side}
		for _, at := range cell {
			s.Position = append(s.Position, float32(at)+0.1*random.Float32())
			s.Velocity = append(s.Velocity, random.Float32())
		}
		s.Charge = append(s.Charge, float32(2*random.IntN(2)-1))
		for _, step := range nearest {
			row := 0
			for axis := 2; axis >= 0; axis-- {
				row = row*side + (cell[axis]+step[axis]+side)%side
			}
			s.Neighbors = append(s.Neighbors, int64(row))
		}
	}
	s.TargetPosition = s.Position
	return s
}
