package md17

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
	"gmnc/system"
)

// AsGiven in a data set's source says that its file had pairs that were split already. Prepare
// with another seed returns the same pairs.
const AsGiven = "pairs as given"

// Prepare makes a data set from the trajectory of a molecule, or of several molecules one after
// the other. All atoms are kept, with their masses. The graph has the bonds, which are shorter
// than 1.6 angstrom or by the radii of hydrogens, and pairs of bonds. Bonds that keep their
// lengths in the data are sticks. There are at most 500 pairs of frames for training and 2000
// for each other split, each from its own part of the time. Published returns the options of
// the paper.
//
// The file is a trajectory as XYZ or an .npz file. That has R [frames, atoms, 3] and z [atoms],
// or the names of the revised MD17, or ready-made pairs. The notes are what users should know
// about the data.
func Prepare(path string, o Options) (data *datasets.Data, notes []string, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	if o.Features == nil {
		o.Features = []string{NumberFeature, MassFeature}
	}
	types, err := parseTypes(o.Types)
	if err != nil {
		return nil, nil, err
	}
	all, err := read(path, types)
	if err != nil {
		return nil, nil, err
	}
	shortened := o.fitSpan(all)
	for _, s := range all {
		if err := s.setTime(&o); err != nil {
			return nil, nil, err
		}
		if err := s.checkOptions(o); err != nil {
			return nil, nil, err
		}
		if err := s.check(o); err != nil {
			return nil, nil, err
		}
	}
	notes = append(shortened, agree(all)...)
	var parts []*datasets.Data
	for _, s := range all {
		if o.Span == 1 && s.trajectory != nil && s.speeds == nil {
			return nil, nil, fields.Errorf("a {span} of 1 frame: the velocity is the step to the next frame, which would be the target; use 2 or more")
		}
		part, err := s.data(o, len(all))
		if err != nil {
			return nil, nil, err
		}
		if err := part.Check(checks.CheckRounding); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.path, err)
		}
		parts = append(parts, part)
		notes = append(notes, s.said()...)
	}
	return joined(parts, all), notes, nil
}

// check converts a source to angstrom, unwraps its molecules, drops hydrogens if the options say
// so, and finds the velocities. It reports distances, orders of rows and velocities that are
// not plausible.
func (s *source) check(o Options) error {
	if s.trajectory != nil {
		s.grid = gridOf(s.motion.Positions[:min(gridded, len(s.motion.Positions))])
	}
	named, err := s.convert(o.Unit)
	if err != nil {
		return err
	}
	if s.trajectory != nil && s.unwrap() {
		s.notes = append(s.notes, "positions are unwrapped by the boxes of the comments")
	}
	if !named {
		if err := s.checkDistances(); err != nil {
			return err
		}
	}
	if o.Heavy {
		if s.dropHydrogens(); len(s.numbers) == 0 {
			return fields.Errorf("%s: there are only hydrogens, which are dropped: keep them with {hydrogens} keep", s.path)
		}
	}
	if s.trajectory == nil {
		return s.checkPairs()
	}
	s.useSpeeds()
	if err := s.checkOrder(); err != nil {
		return err
	}
	if err := s.checkBonds(); err != nil {
		return err
	}
	s.watch()
	return nil
}

// atomNames returns a name for each atom: its element and its number among the atoms of that
// element, from 1.
func (s *source) atomNames() (names []string) {
	counts := map[int64]int{}
	for _, number := range s.numbers {
		counts[number]++
		name := fmt.Sprintf("type %d ", number)
		if number >= 1 && int(number) <= len(symbols) {
			name = symbols[number-1]
		}
		names = append(names, fmt.Sprintf("%s%d", name, counts[number]))
	}
	return names
}

// data returns the data set of this molecule, which is one of the given number of molecules.
func (s *source) data(o Options, molecules int) (*datasets.Data, error) {
	template, sticks, err := s.template(o)
	if err != nil {
		return nil, err
	}
	names, _ := s.features(o)
	data := &datasets.Data{NodeFeatures: names, EdgeFeatures: edgeFeatures}
	split := AsGiven
	if s.pairs != nil {
		data.Origins = s.pairs.Origins
		data.Train, data.Valid, data.Test = alike(s.pairs.Train, template), alike(s.pairs.Valid, template), alike(s.pairs.Test, template)
		s.keep(data, o)
	} else {
		if split, err = s.cut(data, template, o, molecules); err != nil {
			return nil, err
		}
	}
	if (s.pairs != nil || o.Split != "") && !s.chosen {
		s.notes = append(s.notes, datasets.Unseeded(o.Seed, "the split is given, and no sticks are chosen")...)
	}
	for name, samples := range data.Splits() {
		if o.Cutoff == 0 {
			break
		}
		if err := s.surround(*samples, data.Origins[name].Starts, o.Cutoff); err != nil {
			return nil, err
		}
	}
	if o.Cutoff > 0 {
		s.noteBoxes(o.Span)
	} else if s.inBox() {
		s.notes = append(s.notes, "the periodic box is not used without --cutoff: models see no images of atoms, and neighbors are by bonds alone")
	}
	hydrogens := "hydrogens kept"
	if o.Heavy {
		hydrogens = datasets.HydrogensDropped
	}
	data.About = datasets.About{
		Names:      datasets.Named(s.atomNames()),
		LengthUnit: "angstrom",
		Source:     fmt.Sprintf("%s, %s, %s, %s", filepath.Base(s.file), hydrogens, sticks, split),
	}
	if o.Cutoff > 0 {
		data.About.Source += fmt.Sprintf(", neighbors within %g angstrom", o.Cutoff)
	}
	if o.Molecule != "" {
		data.About.Source = o.Molecule + ": " + data.About.Source
	}
	s.giveTimes(data)
	return data, nil
}

// keep removes all but the first ready-made pairs of each split, as many as the options ask
// for.
func (s *source) keep(data *datasets.Data, o Options) {
	data.Origins = maps.Clone(data.Origins)
	most := map[string]int{"train": o.Train, "valid": o.Valid, "test": o.Test}
	for split, samples := range data.Splits() {
		if most[split] == 0 || most[split] >= len(*samples) {
			continue
		}
		*samples = (*samples)[:most[split]]
		if origin, is := data.Origins[split]; is {
			origin.Starts = origin.Starts[:most[split]]
			data.Origins[split] = origin
		}
	}
}

// alike returns the pairs with the topology and features of the template.
func alike(pairs []system.Sample, template system.Sample) []system.Sample {
	samples := make([]system.Sample, len(pairs))
	for i, pair := range pairs {
		samples[i] = template
		samples[i].Position, samples[i].Velocity = pair.Position, pair.Velocity
		samples[i].TargetPosition, samples[i].TargetVelocity = pair.TargetPosition, pair.TargetVelocity
	}
	return samples
}

// cut cuts the pairs out of the trajectory, and returns a text of the split.
func (s *source) cut(data *datasets.Data, template system.Sample, o Options, molecules int) (split string, err error) {
	s.interval = int64(o.Span)
	if o.Split != "" {
		split = "split given"
		data.Origins, err = readSplit(o.Split, o.Molecule, s.motion.Frames(), o.Span)
	} else {
		draw, seed := drawSplit, datasets.Seed(o.Seed)
		if split = fmt.Sprintf("split drawn from seed %d", seed); !o.AtRandom {
			draw, split = splitByTime, fmt.Sprintf(datasets.ByTime+", drawn from seed %d", seed)
		}
		if data.Origins, err = draw(s.motion.Frames(), o.Span, seed, o.most(molecules), s.broken); err != nil {
			err = fmt.Errorf("%s: %w", s.path, err)
		}
	}
	if err != nil {
		return "", err
	}
	for name, samples := range data.Splits() {
		for _, start := range data.Origins[name].Starts {
			*samples = append(*samples, s.pair(int(start), o.Span, template))
		}
	}
	return split, nil
}

// watch runs the checks of recordings, and finds the jumps of atoms that no drawn pair may
// cross. It drops velocities that are late, or that explain too little of the motion.
func (s *source) watch() {
	const crossed, without = "no pair that is drawn crosses it", "no pair that is drawn has these frames"
	const together = "write energies and forces of the frames that they stand in"
	motion := s.moving
	if motion == nil {
		motion = s.recording()
	}
	late := ""
	for _, note := range motion.Check(&checks.Words{
		Positions: "atoms", Rates: "velocities", Loads: "forces", Unit: "angstrom", First: s.first,
		Name: func(atom int) string { return fmt.Sprint(symbols[s.numbers[atom]-1], " ", atom) },
		Remedies: map[string]string{
			checks.AJump: crossed, checks.ASeam: crossed, checks.ZeroPosition: "leave these frames out: " + without, checks.Exchanged: "exchange them back there: " + without, checks.LateLoads: together, checks.LateEnergies: together,
			checks.RepeatedFrames: "leave out the frames that repeat others, as after a restart",
		},
	}) {
		if note.Check == checks.LateRates {
			late = note.Found
		} else {
			s.notes = append(s.notes, note.Text())
		}
	}
	s.broken = motion.Broken()
	if s.speeds == nil {
		return
	}
	smooth := motion.Continuous()
	fits := smooth.RateScale().Explained() > agreeing
	switch {
	case late != "" && (fits || math.Abs(smooth.RateLag().Frames) < mostLate):
		s.dropSpeeds(late)
	case !fits:
		s.dropSpeeds("the velocities " + unrelated)
	}
}
