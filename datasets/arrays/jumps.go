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

// look runs the checks of recordings on a group with the velocities that the file has. It
// stores jumps, which explain why velocities do not follow from the positions.
func (s *source) look(g *group) {
	if s.o.Looked {
		g.jump = s.o.Jump
		return
	}
	r, key := s.recording(g), g.key("positions")
	r.Far = func(t system.Trajectory) float64 { return spacing(t.Positions, s.particles) / 2 }
	if s.time == 0 {
		r.Time = 0 // no rate is compared
	}
	s.drive(g, r)
	load := s.loadOf(g)
	order := ""
	if frames, size := g.equal(), 3*s.particles; frames >= 3 && g.recordings() > 2 && looks.Roughness(g.positions, len(g.positions), frames*size) < looks.Rough/4 {
		order = "they do from recording to recording: expected [recordings, frames, particles, 3]"
	}
	for _, note := range r.Look(&looks.Words{
		Places: "positions", Key: key, Rates: "velocities", RateKey: g.key(velocitiesKey), RateOption: velocitiesKey, Unit: s.about.LengthUnit,
		Loads: load + "s", LoadKey: g.key(load), LoadOption: load,
		Thing: func(i int) string { return fmt.Sprint("particle ", i) },
		Remedies: map[string]string{
			looks.AJump: fmt.Sprintf("unwrap positions or give %s, %s and %s, write particles in one order, leave out frames in another pose, begin recordings there (start)",
				system.CellA.Array(), system.CellB.Array(), system.CellC.Array()),
			looks.ASeam:      "begin a recording after it (start)",
			looks.Missing:    "write all frames, or begin a recording there (start)",
			looks.ThereAgain: "leave out the frames that repeat others, or that fill recordings up to one length (start has recordings of any lengths)",
			looks.HeldPlace:  "leave these frames out, and begin a recording after them (start)",
			looks.OutOfOrder: order,
			looks.OtherRates: "recordings, frames, particles or axes are in another order, dt is not exact, or frames are far apart",
			looks.LateRates:  "leave them out for central differences (--ignore velocities)",
			looks.NoLoads:    fmt.Sprintf("leave them out (--ignore %s)", load),
			looks.LateLoads:  fmt.Sprintf("leave them out (--ignore %s)", load),
		},
	}) {
		if note.Breaks() {
			g.jump = cmp.Or(g.jump, note.Text())
		}
		s.note("%s", note.Text())
	}
}

// drive sets the forces, torques and thrusts of a group in a recording, if they differ from
// frame to frame.
func (s *source) drive(g *group, r *looks.Recording) {
	template, err := s.template()
	if err != nil || s.loadOf(g) == "" {
		return // the samples will be refused with the same error
	}
	samples := make([]system.Sample, g.recordings())
	for k := range samples {
		samples[k] = template
		first, size := g.starts[k], 3*s.particles
		t := &system.Trajectory{Particles: s.particles, Positions: g.positions[first*size : g.starts[k+1]*size]}
		samples[k].Position = make([]float32, size)
		for _, v := range g.given {
			if v.per == ofFrame {
				each := len(v.values) / g.frames()
				t.Given = append(t.Given, system.Values{Field: v.Field, Values: v.values[first*each : g.starts[k+1]*each]})
			} else {
				v.Set(&samples[k], v.of(g, k, first))
			}
		}
		samples[k].Trajectory = t
	}
	var features []string
	if s.springs != nil {
		features = s.springs.Features()
	}
	r.Drive(samples, features)
}

// loadOf returns the array of the first load of a group that differs from frame to frame, or ""
// if none does.
func (s *source) loadOf(g *group) string {
	for _, v := range g.given {
		if v.per == ofFrame && slices.Contains([]*system.Field{system.Force, system.Torque, system.Thrust}, v.Field) {
			return s.arrayOf(v.Field)
		}
	}
	return ""
}

// mostSpaced is the greatest number of particles whose spacing is measured.
const mostSpaced = 200

// spacing returns the median distance of particles to their nearest neighbours in the first
// frame of a recording. For a single particle it returns a quarter of the extent of its path.
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
