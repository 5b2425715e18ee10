package md17

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/internal/fields"
	"gmnc/system"
)

// These are distances of neighbors relative to the sum of their covalent radii. Atoms are
// never nearer than nearestBond, and nearest neighbors are not farther apart than
// farthestBond. A bond is shorter than bonded.
const (
	nearestBond, farthestBond = 0.6, 1.5
	bonded                    = 1.25
)

// looked is the number of frames in which distances are checked.
const looked = 20

// noble holds the noble gases, whose atoms keep their distance.
var noble = []int64{2, 10, 18, 36, 54, 86}

// closeness holds the distance of an atom to its nearest neighbor.
type closeness struct {
	atom, other int
	distance    float64
	share       float64 // relative to the sum of their radii
}

// nearest returns the nearest neighbors of all atoms, by the distance relative to the sum of
// the radii.
func nearest[T float32 | float64](numbers []int64, positions []T) []closeness {
	all := make([]closeness, len(numbers))
	for i := range all {
		all[i] = closeness{share: math.Inf(1)}
		for j := range numbers {
			if i == j {
				continue
			}
			distance := system.Distance(positions, i, j)
			if share := distance / (radius(numbers[i]) + radius(numbers[j])); share < all[i].share {
				all[i] = closeness{i, j, distance, share}
			}
		}
	}
	return all
}

// frame returns the number in the file of a frame of the molecule.
func (s *source) frame(own int) int {
	if s.trajectory == nil {
		return own
	}
	return s.first + own
}

// checkDistances reports distances that do not occur in chemistry, and suggests the unit that
// they are probably in.
func (s *source) checkDistances() error {
	if len(s.numbers) < 2 {
		return nil
	}
	if s.trajectory == nil {
		sample := s.pairs.First()
		return checkFrame(s, 0, sample.Position)
	}
	frames := s.motion.Frames()
	for k := range min(looked, frames) {
		frame := k * frames / min(looked, frames)
		if err := checkFrame(s, frame, s.motion.Positions[3*len(s.numbers)*frame:3*len(s.numbers)*(frame+1)]); err != nil {
			return err
		}
	}
	return nil
}

func checkFrame[T float32 | float64](s *source, frame int, positions []T) error {
	all := nearest(s.numbers, positions)
	shares := make([]float64, len(all))
	closest := all[0]
	for i, own := range all {
		if shares[i] = own.share; own.share < closest.share {
			closest = own
		}
	}
	slices.Sort(shares)
	usual := shares[len(shares)/2]
	far := closest.share > farthestBond && !slices.ContainsFunc(s.numbers, func(number int64) bool { return slices.Contains(noble, number) })
	if closest.share >= nearestBond && !far {
		return nil
	}
	what := "nearer than atoms are"
	if far {
		what = "farther apart than the nearest atoms are"
	}
	advice := fields.Errorf("if they are right nevertheless, say {unit} angstrom")
	if frame > 0 { // frame 0 was checked before
		advice = fields.Errorf(`distances of frame %d are as in molecules: positions that are wrapped into a box have to be unwrapped, or the box be in the comments of XYZ, as Lattice="ax ay az bx by bz cx cy cz"; if they are right, say {unit} angstrom`, s.frame(0))
	} else if likely := likelyUnit(usual); likely != "" {
		advice = fields.Errorf("they are likely in %s: say {unit} %s, or {unit} angstrom if they are right", likely, likely)
	} else if !far && len(positions) > 3*fewOfBox && fractions(positions) {
		advice = fields.Errorf("no coordinate is beyond 1.5: if they are fractions of a box, multiply them by its vectors; if they are right, say {unit} angstrom")
	}
	return fmt.Errorf("%s: %s %d and %s %d have a distance of %.3g in frame %d, %s, by their radii about %.2g angstrom: %w", s.path,
		symbols[s.numbers[closest.atom]-1], closest.atom, symbols[s.numbers[closest.other]-1], closest.other, closest.distance, s.frame(frame), what, radius(s.numbers[closest.atom])+radius(s.numbers[closest.other]), advice)
}

// fewOfBox is the number of atoms up to which positions are hardly given as fractions of a box.
const fewOfBox = 8

// fractions reports whether positions may be fractions of the vectors of a periodic box, which some
// programs write from -0.5 on, and whose atoms may have moved on. They fill most of it.
func fractions[T float32 | float64](positions []T) bool {
	least, most := slices.Min(positions), slices.Max(positions)
	return least >= -0.5 && most <= 1.5 && most-least > 0.5
}

// likelyUnit returns the unit in which the typical relative distance of neighbors is nearest
// to 1. It returns "" if none is near, and never angstrom.
func likelyUnit(ratio float64) (unit string) {
	nearest := math.Log(1.4)
	for _, name := range knownUnits() {
		if off := math.Abs(math.Log(ratio * lengthUnits[name])); off < nearest && name != "angstrom" {
			unit, nearest = name, off
		}
	}
	return unit
}

// checkOrder reports atoms of one element that trade positions from a frame to the next, as
// atoms in rows that are out of order do. Hydrogens may trade positions between frames that are
// far apart, so they are only a note.
func (s *source) checkOrder() error {
	noted := false
	for frame := range s.motion.Frames() - 1 {
		i, j := s.trade(frame, noted)
		if j < 0 {
			continue
		}
		what := fmt.Sprintf("atom %d is where atom %d was, both %s, from frame %d to the next", i, j, symbols[s.numbers[i]-1], s.frame(frame))
		if s.numbers[i] > 1 {
			return fmt.Errorf("%s: %s: the rows are out of order; sort them, or tell the atoms apart by an id in extended XYZ (Properties=species:S:1:pos:R:3:id:I:1)", s.path, what)
		}
		s.notes, noted = append(s.notes, what+": the rows are out of order, or the frames far apart"), true
	}
	return nil
}

// trade finds two atoms that take the positions of other atoms of their element from one frame
// to the next, apart from the common motion of all. Atom i moves to the position of atom j, and
// j to another's. If positions are wrapped into a cell, only one of the two does. Hydrogens are
// skipped if withoutHydrogens is true. j is -1 if there is no such pair.
func (s *source) trade(frame int, withoutHydrogens bool) (i, j int) {
	atoms := len(s.numbers)
	now := s.motion.Positions[3*atoms*frame : 3*atoms*(frame+1)]
	next := s.motion.Positions[3*atoms*(frame+1) : 3*atoms*(frame+2)]
	drift := drift(now, next)
	comes := func(i int) int {
		position := []float64{next[3*i] - drift[0], next[3*i+1] - drift[1], next[3*i+2] - drift[2]}
		own := square(position, now[3*i:])
		if own < 0.25*bondLength*bondLength || withoutHydrogens && s.numbers[i] == 1 {
			return -1
		}
		for j := range atoms {
			if j != i && s.numbers[j] == s.numbers[i] && square(position, now[3*j:]) < own/25 {
				return j
			}
		}
		return -1
	}
	for i := range atoms {
		if j := comes(i); j >= 0 && comes(j) >= 0 {
			return i, j
		}
	}
	return 0, -1
}

// drift returns the mean displacement of all atoms from one frame to another.
func drift(now, next []float64) (displacement [3]float64) {
	for i := range now {
		displacement[i%3] += (next[i] - now[i]) * 3 / float64(len(now))
	}
	return displacement
}

// checkBonds reports two atoms whose distance changes by more than a bond's length from a frame
// to the next, as that of wrapped ones does. The atoms are bonded in one of the frames that are
// checked.
func (s *source) checkBonds() error {
	size, frames := 3*len(s.numbers), s.motion.Frames()
	bonds := map[[2]int]bool{}
	for k := range min(looked, frames) {
		for _, bond := range s.bondsIn(k * frames / min(looked, frames)) {
			bonds[bond] = true
		}
	}
	for _, bond := range slices.SortedFunc(maps.Keys(bonds), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		before := system.Distance(s.motion.Positions, bond[0], bond[1])
		for frame := 1; frame < frames; frame++ {
			distance := system.Distance(s.motion.Positions[size*frame:], bond[0], bond[1])
			if math.Abs(distance-before) > bondLength {
				return fmt.Errorf(`%s: %s %d and %s %d, which are bonded, have a distance of %.3g angstrom in frame %d and of %.3g in the next: positions that are wrapped into a box have to be unwrapped, or the box be in the comments, as Lattice="ax ay az bx by bz cx cy cz"`,
					s.path, symbols[s.numbers[bond[0]]-1], bond[0], symbols[s.numbers[bond[1]]-1], bond[1], before, s.frame(frame-1), distance)
			}
			before = distance
		}
	}
	return nil
}

// checkPairs reports ready-made pairs whose velocities are a multiple of the displacement to
// the target.
func (s *source) checkPairs() error {
	for split, samples := range s.pairs.Splits() {
		var displacements, speeds, both float64
		for _, sample := range *samples {
			for i, v := range sample.Velocity {
				displacement := float64(sample.TargetPosition[i] - sample.Position[i])
				displacements, speeds, both = displacements+float64(displacement*displacement), speeds+float64(v*v), both+float64(displacement*float64(v))
			}
		}
		const exact = 1e-6 // relative to the sum of squares, in float32
		if len(*samples) > 1 && displacements > 0 && speeds > 0 && displacements-both*both/speeds < exact*displacements {
			return fmt.Errorf("%s: %s_v0 is %.4g of the way from %[2]s_x0 to %[2]s_xT, in all pairs: the velocity contains the target; take it from the frames before", s.path, split, speeds/both)
		}
	}
	return nil
}
