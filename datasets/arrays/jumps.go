package arrays

import (
	"fmt"
	"math"

	"gmnc/datasets/looks"
	"gmnc/internal/median"
	"gmnc/system"
)

// look runs the looks at recordings on a group, with the velocities that the file has. Jumps are
// kept, since velocities do not follow from them.
func (s *source) look(g *group) {
	if s.o.Looked {
		return
	}
	r, key := s.recording(g), g.key("positions")
	r.Far = func(t system.Trajectory) float64 { return spacing(t.Positions, s.particles) / 2 }
	if g.velocities == nil || s.time == 0 || !s.related(g) {
		r.Time = 0 // no rate is compared
	}
	order := ""
	if frames, size := g.equal(), 3*s.particles; frames >= 3 && g.recordings() > 2 && looks.Roughness(g.positions, len(g.positions), frames*size) < looks.Rough/4 {
		order = "they do from recording to recording: expected [recordings, frames, particles, 3]"
	}
	for _, note := range r.Look(&looks.Words{
		Places: "positions", Key: key, Rates: "velocities", RateKey: g.key(velocitiesKey), RateOption: velocitiesKey, Unit: s.about.LengthUnit,
		Thing: func(i int) string { return fmt.Sprint("particle ", i) },
		Remedies: map[string]string{
			looks.AJump: fmt.Sprintf("unwrap positions or give %s, %s and %s, write particles in one order, leave out frames in another pose, begin recordings there (start)",
				system.CellA.Array(), system.CellB.Array(), system.CellC.Array()),
			looks.ASeam:      "begin a recording after it (start)",
			looks.Missing:    "write all frames, or begin a recording there (start)",
			looks.ThereAgain: "leave out the frames that repeat others, or that fill recordings up to one length (start has recordings of any lengths)",
			looks.HeldPlace:  "leave these frames out, and begin a recording after them (start)",
			looks.OutOfOrder: order,
			looks.LateRates:  "leave them out for central differences (--ignore velocities)",
		},
	}) {
		if note.Look == looks.AJump {
			g.jump = note.Text()
		}
		s.note("%s", note.Text())
	}
}

// mostSpaced is how many particles are looked at for their spacing.
const mostSpaced = 200

// spacing is the median distance of particles to their nearest ones in the first frame
// of a recording; of a single one a quarter of its path's extent.
func spacing(positions []float64, particles int) float64 {
	if particles == 1 {
		return looks.Range(system.Trajectory{Particles: 1, Positions: positions}) / 4
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
