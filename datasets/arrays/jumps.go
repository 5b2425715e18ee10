package arrays

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/looks"
	"gmnc/internal/median"
	"gmnc/system"
)

// findJumps says where particles go farther from a frame to the next than half of the way
// to their neighbours, and much farther than before and after.
func (s *source) findJumps(g *group) {
	size, count := 3*s.particles, 0
	var worst looks.Jump
	at := ""
	for r := range g.recordings() {
		own := g.positions[g.starts[r]*size : g.starts[r+1]*size]
		jumps := looks.Jumps(system.Trajectory{Particles: s.particles, Positions: own}, spacing(own, s.particles)/2)
		if count += len(jumps); len(jumps) == 0 {
			continue
		}
		if own := slices.MaxFunc(jumps, func(a, b looks.Jump) int { return cmp.Compare(a.Length, b.Length) }); own.Length > worst.Length {
			worst, at = own, g.where(g.starts[r]+own.Frame)
		}
	}
	if count > 0 {
		g.jump = fmt.Sprintf("%s: %s: particle %d jumps by %.4g to the next frame, the farthest of %d jumps: unwrap positions or give %s, %s and %s, write particles in one order, leave out frames in another pose, begin recordings there (start)",
			g.key("positions"), at, worst.Particle, worst.Length, count, system.CellA.Array(), system.CellB.Array(), system.CellC.Array())
		s.note("%s", g.jump)
	}
}

// findSkips notes the steps in which all particles go farther or less far than around them,
// and frames from which on they do.
func (s *source) findSkips(g *group) {
	size := 3 * s.particles
	var skips []looks.Skip
	var paces []looks.Pace
	seams := 0
	skipped, paced, joined := "", "", ""
	for r := range g.recordings() {
		t := system.Trajectory{Particles: s.particles, Positions: g.positions[g.starts[r]*size : g.starts[r+1]*size]}
		more, changes := looks.Skips(t), looks.Paces(t)
		_, breaks := looks.Breaks(t, spacing(t.Positions, s.particles)/2)
		if skips == nil && len(more) > 0 {
			skipped = g.where(g.starts[r] + more[0].Frame)
		}
		if paces == nil && len(changes) > 0 {
			paced = g.where(g.starts[r] + changes[0].Frame)
		}
		if seams == 0 && len(breaks) > 0 {
			joined = g.where(g.starts[r] + breaks[0].Frame)
		}
		skips, paces, seams = append(skips, more...), append(paces, changes...), seams+len(breaks)
	}
	if seams > 0 {
		s.note("%s: %s", g.key("positions"), looks.SeamNote(joined, seams, "begin a recording after it (start)"))
	}
	if len(skips) > 0 {
		s.note("%s: %s; write all, or begin a recording there (start)", g.key("positions"), skips[0].Note(skipped, len(skips)))
	}
	if len(paces) > 0 {
		s.note("%s: %s", g.key("positions"), paces[0].Note(paced, len(paces)))
	}
}

// mostSpaced is how many particles are looked at for their spacing.
const mostSpaced = 200

// spacing is the median distance of particles to their nearest ones in the first frame
// of a recording; of a single one a quarter of its path's extent.
func spacing(positions []float64, particles int) float64 {
	if particles == 1 {
		var widest float64
		for axis := range 3 {
			least, most := math.Inf(1), math.Inf(-1)
			for i := axis; i < len(positions); i += 3 {
				least, most = min(least, positions[i]), max(most, positions[i])
			}
			widest = max(widest, most-least)
		}
		return widest / 4
	}
	distances := make([]float64, min(particles, mostSpaced))
	for i := range distances {
		distances[i] = math.Inf(1)
		for j := range particles {
			if i != j {
				distances[i] = min(distances[i], system.Distance(positions, i, j))
			}
		}
	}
	return median.Of(distances)
}
