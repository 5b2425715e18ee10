package arrays

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/datasets/arrays/motion"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/checks"
	"gmnc/system"
)

// examine runs the checks of recordings on a group with the velocities that the file has. It
// stores jumps, which no sample crosses and which explain why velocities do not follow from the
// positions. No sample has frames in which particles are misplaced.
func (s *source) examine(g *recordings.Group) {
	if s.o.Checked {
		g.Jump = s.o.Jump
		g.Break(s.o.Breaks[g.Split]...)
		return
	}
	r, key := s.recording(g), g.Key("positions")
	r.LeftOut = g.Breaks
	r.JumpLength = func(t system.Trajectory) float64 { return motion.Spacing(t.Positions, s.particles) / 2 }
	if s.time == 0 {
		r.Time = 0 // no rate is compared
	}
	s.drive(g, r)
	load := s.loadOf(g)
	order := ""
	if frames, size := g.Equal(), 3*s.particles; frames >= 3 && g.Recordings() > 2 && checks.Roughness(g.Positions, len(g.Positions), frames*size) < checks.Rough/4 {
		order = "they do from recording to recording: expected [recordings, frames, particles, 3]"
	}
	for _, note := range r.Check(&checks.Words{
		Positions: "positions", Key: key, Rates: "velocities", RateKey: g.Key(velocitiesKey), RateOption: velocitiesKey, Unit: s.about.LengthUnit,
		Loads: load + "s", LoadKey: g.Key(load), LoadOption: load,
		Name: func(i int) string { return fmt.Sprint("particle ", i) },
		Remedies: map[string]string{
			checks.AJump: fmt.Sprintf("no sample crosses it; unwrap positions or give %s, %s and %s, write particles in one order, leave out frames in another pose, begin recordings there (start)",
				system.CellA.Array(), system.CellB.Array(), system.CellC.Array()),
			checks.ASeam:          "no sample crosses it; begin a recording after it (start)",
			checks.Missing:        "write all frames, or begin a recording there (start)",
			checks.RepeatedFrames: "leave out the frames that repeat others, or that fill recordings up to one length (start has recordings of any lengths)",
			checks.ZeroPosition:   "no sample has these frames; leave them out (start), or write NaN",
			checks.Exchanged:      "no sample has these frames; exchange the two back there, with their velocities if these follow",
			checks.FrozenPosition: "leave these frames out, and begin a recording after them (start)",
			checks.StraightLine:   "leave these frames out, and begin a recording after them (start), or write NaN",
			checks.OutOfOrder:     order,
			checks.OtherRates:     "recordings, frames, particles or axes are in another order, dt is not exact, or frames are far apart",
			checks.LateRates:      "leave them out for central differences (--ignore velocities)",
			checks.NoLoads:        fmt.Sprintf("leave them out (--ignore %s)", load),
			checks.LostLoads:      fmt.Sprintf("leave them out (--ignore %s), or cut the recordings there (start)", load),
			checks.LateLoads:      fmt.Sprintf("leave them out (--ignore %s)", load),
		},
	}) {
		if note.Breaks() {
			g.Jump = cmp.Or(g.Jump, note.Text())
		}
		s.Note("%s", note.Text())
	}
	g.Break(r.Broken()...)
}

// drive sets the forces, torques and thrusts of a group in a recording, if they differ from
// frame to frame.
func (s *source) drive(g *recordings.Group, r *checks.Recording) {
	template, err := s.template()
	if err != nil || s.loadOf(g) == "" {
		return // the samples will be refused with the same error
	}
	samples := make([]system.Sample, g.Recordings())
	for k := range samples {
		samples[k] = template
		first, size := g.Starts[k], 3*s.particles
		t := &system.Trajectory{Particles: s.particles, Positions: g.Positions[first*size : g.Starts[k+1]*size]}
		samples[k].Position = make([]float32, size)
		for _, v := range g.Given {
			if v.Per == recordings.OfFrame {
				each := len(v.Values) / g.Frames()
				t.Given = append(t.Given, system.Values{Field: v.Field, Values: v.Values[first*each : g.Starts[k+1]*each]})
			} else {
				v.Set(&samples[k], v.In(g, k, first))
			}
		}
		samples[k].Trajectory = t
	}
	var features []string
	if s.Springs != nil {
		features = s.Springs.Features()
	}
	r.Drive(samples, features)
}

// loadOf returns the array of the first load of a group that differs from frame to frame, or ""
// if none does.
func (s *source) loadOf(g *recordings.Group) string {
	for _, v := range g.Given {
		if v.Per == recordings.OfFrame && slices.Contains([]*system.Field{system.Force, system.Torque, system.Thrust}, v.Field) {
			return s.arrayOf(v.Field)
		}
	}
	return ""
}

// useCells reduces the cells of a group, and unwraps its positions by them.
func (s *source) useCells(g *recordings.Group) {
	if array := motion.ReduceCells(g); array != "" {
		s.Note("%s has skewed cells, which are written by their shortest vectors", array)
	}
	key := g.Key("positions")
	unwrapped, crossed := motion.Unwrap(g, s.particles, s.Objects)
	if crossed != "" {
		s.Note("%s: %s, and one is what wrapped positions go: give the cell in the unit of positions", key, crossed)
	}
	if unwrapped {
		s.Note("%s are unwrapped by the cell", key)
	}
}
