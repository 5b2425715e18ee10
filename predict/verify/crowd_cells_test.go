package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// inCells draws systems of a model with cells, whose training data had 8 particles in a system, neighbors at
// distances from 1 to 2 and the nearest at distances from 3 to 4.
func inCells(sparse bool, a, b, c system.Range) drawing {
	return drawing{
		config: config.Config{Sparse: sparse, NoCharge: true, Fields: []string{"cell_a", "cell_b", "cell_c"}},
		ranges: &system.Ranges{
			Particles: &system.Range{Least: 2, Most: 8}, Reach: &system.Range{Least: 1, Most: 2}, Nearest: &system.Range{Least: 3, Most: 4}, Speed: &system.Range{Least: 2, Most: 2},
			Fields: []system.FieldRange{{Field: "cell_a", Range: a}, {Field: "cell_b", Range: b}, {Field: "cell_c", Range: c}},
		},
		source: rand.New(rand.NewPCG(3, 4)),
	}
}

// TestCrowded: systems lie in cells if the model takes cells, and the data's distances, numbers of particles and cells are known.
func TestCrowded(t *testing.T) {
	ten, none := system.Range{Least: 10, Most: 10}, system.Range{}
	require.Equal(t, 1., inCells(true, ten, ten, ten).apart().Least)
	require.Equal(t, 3., inCells(false, ten, ten, ten).apart().Least)
	for name, c := range map[string]struct {
		change func(*drawing)
		want   bool
	}{
		"all is known": {func(*drawing) {}, true},
		"no lists":     {func(d *drawing) { d.config.Sparse, d.ranges.Reach = false, nil }, true},
		"no ranges":    {func(d *drawing) { d.ranges = nil }, false},
		"no reach":     {func(d *drawing) { d.ranges.Reach = nil }, false},
		"no particles": {func(d *drawing) { d.ranges.Particles = nil }, false},
		"no cells":     {func(d *drawing) { d.config.Fields = []string{"mass"} }, false},
		"lengths of 0": {func(d *drawing) {
			d.ranges.Fields = []system.FieldRange{{Field: "cell_a"}, {Field: "cell_b"}, {Field: "cell_c"}}
		}, false},
		"one length":        {func(d *drawing) { d.ranges.Fields[0].Range, d.ranges.Fields[1].Range = none, none }, true},
		"lengths not known": {func(d *drawing) { d.ranges.Fields = nil }, true},
	} {
		d := inCells(true, ten, ten, ten)
		c.change(&d)
		require.Equal(t, c.want, d.crowded(), name)
	}
	d := inCells(true, system.Range{Most: 3}, system.Range{Least: 2, Most: 7}, ten)
	require.Equal(t, system.Range{Least: 2, Most: 7}, d.side(system.CellB))
	require.Equal(t, 10., d.longest())
	d.ranges.Fields = d.ranges.Fields[:2]
	require.Equal(t, system.Range{Least: 1, Most: 1}, d.side(system.CellC))
	require.Equal(t, 7., d.longest())
}

// TestDrawnCell: the lengths of a cell's vectors are the data's times the cube root of the ratio of the numbers of particles. A length that some
// systems do not have is the largest, and none is less than a thousandth of the longest. Only lists of neighbors go with skewed cells.
func TestDrawnCell(t *testing.T) {
	for _, sparse := range []bool{false, true} {
		d := inCells(sparse, system.Range{Least: 5, Most: 5}, system.Range{Most: 10}, system.Range{Least: 1e-9, Most: 1e-9})
		least, most := math.Inf(1), math.Inf(-1)
		for range 100 {
			v := d.cell(64).Vectors
			require.InDelta(t, 2*5, vector.Norm(v[0]), 1e-9)
			share := vector.Dot(v[0], v[1]) / vector.Dot(v[0], v[0])
			straight := vector.Plus(v[1], -share, v[0])
			require.InDelta(t, 2*10, vector.Norm(straight), 1e-9)
			up := vector.Cross(v[0], v[1])
			require.InDelta(t, 2*0.01, math.Abs(vector.Dot(v[2], up))/vector.Norm(up), 1e-9)
			least, most = min(least, share), max(most, share)
		}
		if !sparse {
			require.InDelta(t, 0, least, 1e-12)
			require.InDelta(t, 0, most, 1e-12)
			continue
		}
		require.InDelta(t, -0.095, least, 0.005)
		require.InDelta(t, 0.095, most, 0.005)
	}
}

// TestLattice: positions are displaced from the middles of the sites of a lattice by half of what the nearest neighbors leave
// free, and by 0.4 of a site at most. No site has two.
func TestLattice(t *testing.T) {
	ten := system.Range{Least: 10, Most: 10}
	for _, c := range []struct {
		particles, side int
		apart, jitter   float64
	}{{27, 3, 2, 0.2}, {28, 4, 2, 0.1}, {8, 2, 4, 0.1}, {8, 2, 0, 0.4}, {8, 2, 6, 0}, {1, 1, 6, 0.2}} {
		d := inCells(true, ten, ten, ten)
		d.ranges.Reach.Least = c.apart
		least, most := math.Inf(1), math.Inf(-1)
		for range 100 {
			x := d.lattice(cube(10), c.particles)
			require.Len(t, x, c.particles)
			sites := map[[3]int]bool{}
			for _, at := range x {
				var site [3]int
				for axis, coordinate := range at {
					share := coordinate / 10 * float64(c.side)
					site[axis] = int(math.Floor(share))
					require.GreaterOrEqual(t, site[axis], 0)
					require.Less(t, site[axis], c.side)
					off := share - math.Floor(share) - 0.5
					least, most = min(least, off), max(most, off)
				}
				sites[site] = true
			}
			require.Len(t, sites, c.particles)
		}
		require.LessOrEqual(t, max(-least, most), c.jitter+1e-9)
		require.InDelta(t, -c.jitter, least, 0.1*c.jitter+1e-9, "%v", c)
		require.InDelta(t, c.jitter, most, 0.1*c.jitter+1e-9, "%v", c)
	}
	d := inCells(true, ten, ten, ten)
	d.ranges.Reach.Least = 2
	for _, narrow := range []*periodic.Cell{box(5, 40, 20), box(40, 5, 20), box(20, 40, 5)} {
		for _, at := range d.lattice(narrow, 8) { // the narrowest direction counts
			for axis, width := range [3]float64{narrow.Width(0), narrow.Width(1), narrow.Width(2)} {
				share := at[axis] / width * 2
				require.LessOrEqual(t, math.Abs(share-math.Floor(share)-0.5), 0.1+1e-9)
			}
		}
	}
}

// TestCrowd: a stick has the length of bars, or of distances between neighbors if those are not known, and both ends are in the same copy of the
// cell. The ranges stay as they were.
func TestCrowd(t *testing.T) {
	ten := system.Range{Least: 10, Most: 10}
	for _, sparse := range []bool{true, false} {
		for _, bar := range []*system.Range{nil, {Least: 0.5, Most: 0.5}} {
			d := inCells(sparse, ten, ten, ten)
			d.ranges.Bar = bar
			d.config.Fields = append(d.config.Fields, system.Mass.Name)
			d.ranges.Fields = append(d.ranges.Fields, system.FieldRange{Field: system.Mass.Name, Range: system.Range{Least: 7, Most: 8}})
			least, most := d.apart().Least, d.apart().Most
			if bar != nil {
				least, most = bar.Least, bar.Most
			}
			fastest := 0.
			for range 20 {
				s := system.Sample{Objects: system.Objects{system.Stick.Of(1, 2)}, Position: []float32{1}, Velocity: []float32{1}}
				d.crowd(&s, 8)
				require.Len(t, s.Position, 24)
				require.Len(t, s.Velocity, 24)
				length := system.Distance(s.Position, 1, 2)
				require.GreaterOrEqual(t, length, least-1e-5)
				require.LessOrEqual(t, length, most+1e-5)
				for i := range 8 {
					if i != 2 { // the end of the stick turns about the other
						speed := vector.Norm(vector.At(s.Velocity, i))
						require.LessOrEqual(t, speed, 2.00001)
						fastest = max(fastest, speed)
					}
				}
				require.Equal(t, sparse, s.Neighbors != nil)
				require.InDelta(t, 1000, s.Volume(), 1e-3)
				for _, mass := range system.Mass.Of(&s) {
					require.InDelta(t, 7.5, mass, 0.5)
				}
				require.Len(t, system.Mass.Of(&s), 8)
			}
			require.Greater(t, fastest, 1.8)
			require.Equal(t, bar, d.ranges.Bar)
		}
	}
}
