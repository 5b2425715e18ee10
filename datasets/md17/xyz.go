package md17

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/lines"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
)

// readXYZ reads a trajectory in the XYZ format. Each frame has a line with the number of atoms,
// a line of comment, and for each atom a line with its element and three coordinates. The
// Properties in an extended XYZ comment may say which columns these are, and may name an id by
// which atoms are sorted. The cell, the energy and the unit of length are read from comments,
// too. A frame of other atoms begins the trajectory of another molecule.
func readXYZ(path string, types typeNames) ([]*trajectory, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the trajectory: %w", err)
	}
	defer file.Close()
	return parseXYZ(path, file, types)
}

func parseXYZ(path string, text io.Reader, types typeNames) ([]*trajectory, error) {
	p := &xyzParser{Reader: lines.New(path, text, numeral.XYZ), types: types}
	p.begin()
	for p.Next() {
		if len(p.Words) == 0 {
			continue
		}
		if err := p.frame(); err != nil {
			return nil, err
		}
		p.frames++
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	if p.frames == 0 {
		return nil, p.Errorf("there is no frame: expected the number of atoms")
	}
	p.finish()
	return p.molecules, nil
}

type xyzParser struct {
	*lines.Reader
	*trajectory // of the current molecule
	molecules   []*trajectory
	types       typeNames
	frames      int // number of frames of the file up to now
	columns     columns
	ids         []int64 // sorted ids of the molecule's first frame
	unread      map[string]bool
	clock       clock // times of the molecule's frames
	// timeUnit and namedSpeed are the units of time and of velocities, as they are written.
	timeUnit, namedSpeed string
}

// begin begins the trajectory of a molecule.
func (p *xyzParser) begin() {
	p.trajectory, p.ids, p.unread, p.clock = &trajectory{first: p.frames}, nil, map[string]bool{}, clock{}
	p.molecules = append(p.molecules, p.trajectory)
}

// finish ends the trajectory of a molecule. It removes what only some of its frames have, and
// adds a note on what was not read.
func (p *xyzParser) finish() {
	p.motion.Particles = len(p.numbers)
	p.frameTime = p.clock.frameTime(p.frames-p.first, p.timeUnit)
	if _, known := femtoseconds(p.timeUnit); !known && p.timeUnit != "" && p.clock.what == "time" {
		p.notes = append(p.notes, fmt.Sprintf("the unit of time %.40q is not known here, so the times of frames are not used: --dt gives the time from frame to frame in fs", p.timeUnit))
	}
	if p.speedUnit == nil && p.namedSpeed != "" && (p.speeds != nil || p.momenta != nil) {
		p.notes = append(p.notes, fmt.Sprintf("the unit of velocities %.40q is not known here, so it is not used: write it as a length by a time, such as velocity_unit=angstrom/fs", p.namedSpeed))
	}
	frames := p.frames - p.first
	if len(p.energy) < frames && len(p.energy) > 0 {
		p.energy, p.unread["energy (not in all frames)"] = nil, true
	}
	atoms := frames * len(p.numbers)
	for name, values := range map[string]*[]float64{"forces": &p.forces, "momenta": &p.momenta, "velocities": &p.speeds} {
		if len(*values) < 3*atoms && len(*values) > 0 {
			*values, p.unread[name+" (not in all frames)"] = nil, true
		}
	}
	if len(p.charges) < atoms && len(p.charges) > 0 {
		p.charges, p.unread["charges (not in all frames)"] = nil, true
	}
	if len(p.unread) > 0 {
		p.notes = append(p.notes, "not read: "+strings.Join(slices.Sorted(maps.Keys(p.unread)), ", "))
	}
}

func (p *xyzParser) frame() error {
	atoms, err := strconv.Atoi(p.Words[0])
	if err != nil || len(p.Words) != 1 || atoms < 1 {
		return p.Errorf("%.40q is not a number of atoms", p.Text)
	}
	if !p.Next() {
		return p.cutShort()
	}
	header, err := p.comment()
	if err != nil {
		return err
	}
	rows := make([]row, 0, min(atoms, 1000))
	for atom := range atoms {
		if !p.Next() {
			return p.cutShort()
		}
		row, err := p.row(atom)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if p.columns.id >= 0 {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.id, b.id) })
	}
	if p.frames > 0 && p.another(rows) {
		p.finish()
		p.begin()
	}
	if err := p.add(rows); err != nil {
		return err
	}
	if err := p.clock.tick(header.time); err != nil {
		return p.Errorf("frame %d of the file: %w", p.frames, err)
	}
	p.addHeader(header)
	return nil
}

// comment reads the second line of a frame.
func (p *xyzParser) comment() (header, error) {
	h, err := parseHeader(p.Text)
	if err == nil {
		p.columns, err = columnsOf(h.properties)
	}
	first := p.molecules[0]
	switch {
	case err != nil:
		return h, p.Errorf("%w", err)
	case p.frames == 0:
		first.unit = h.unit
	case h.unit != first.unit:
		return h, p.Errorf("frame %d is in %.40q and frame 0 in %.40q: expected one unit of length", p.frames, h.unit, first.unit)
	}
	return h, nil
}

// addHeader adds what the comment of a frame says to the trajectory.
func (p *xyzParser) addHeader(h header) {
	for _, name := range append(h.unread, p.columns.unread...) {
		if len(p.unread) < maxUnread {
			p.unread[name] = true
		}
	}
	p.unit, p.timeUnit, p.namedSpeed, p.speedUnit = h.unit, h.timeUnit, h.speedUnit, parseSpeedUnit(h.speedUnit)
	p.cells = append(p.cells, h.cell)
	if h.energy != nil {
		p.energy = append(p.energy, *h.energy)
	}
}

// another reports whether the atoms of a frame are those of another molecule, rather than the
// same atoms in another order.
func (p *xyzParser) another(rows []row) bool {
	elements := make([]int64, len(rows))
	for i, row := range rows {
		elements[i] = row.element
	}
	return !slices.Equal(slices.Sorted(slices.Values(elements)), slices.Sorted(slices.Values(p.numbers)))
}

// maxUnread is the greatest number of names of unread quantities that are kept.
const maxUnread = 30

func (p *xyzParser) cutShort() error {
	if err := p.Err(); err != nil {
		return err
	}
	return p.Errorf("the file ends within frame %d: it is cut short", p.frames)
}

// row holds an atom of a frame.
type row struct {
	line                              int
	element                           int64
	id                                int64
	position, forces, momenta, speeds []float64 // nil if the file lacks them
	charge                            []float64 // one number, or nil
}

// row reads the line of an atom.
func (p *xyzParser) row(atom int) (row row, err error) {
	c := p.columns
	if len(p.Words) < c.needed() {
		return row, p.Errorf("atom %d of frame %d has %d columns, expected an element and three coordinates", atom, p.frames, len(p.Words))
	}
	if len(p.Words) > c.named {
		p.unread[fmt.Sprintf("columns after the first %d (Properties names columns)", c.named)] = true
	}
	word := p.Words[c.element]
	row.line = p.Number
	if row.element, err = p.types.number(word, c.atomic); err != nil {
		return row, p.Errorf("%w", err)
	}
	if row.element == 1 && (word == "D" || word == "T") {
		p.unread["the isotope "+word+" (read as H)"] = true
	}
	if c.id >= 0 {
		if row.id, err = strconv.ParseInt(p.Words[c.id], 10, 64); err != nil {
			return row, p.Errorf("the id of atom %d is %.40q, expected a whole number", atom, p.Words[c.id])
		}
	}
	for _, column := range []struct {
		first, width int
		values       *[]float64
	}{{c.x, 3, &row.position}, {c.forces, 3, &row.forces}, {c.momenta, 3, &row.momenta}, {c.speeds, 3, &row.speeds}, {c.charge, 1, &row.charge}} {
		if column.first < 0 {
			continue
		}
		for _, number := range p.Words[column.first : column.first+column.width] {
			value, err := p.Float(number, word)
			if err != nil {
				return row, err
			}
			*column.values = append(*column.values, value)
		}
	}
	return row, nil
}

// add adds a frame, whose atoms must be those of the molecule's first frame. If the atoms have
// ids, they are in the order of these.
func (p *xyzParser) add(rows []row) error {
	begins := p.numbers == nil
	for atom, row := range rows {
		p.Number = row.line
		switch {
		case p.columns.id >= 0 && atom > 0 && row.id == rows[atom-1].id:
			return p.Errorf("frame %d has the id %d twice", p.frames, row.id)
		case p.columns.id >= 0 && begins:
			p.ids = append(p.ids, row.id)
		case (p.columns.id >= 0) != (p.ids != nil) && !begins:
			return p.Errorf("only one of the frames %d and %d has ids of atoms", p.first, p.frames)
		case p.columns.id >= 0 && row.id != p.ids[atom]:
			return p.Errorf("frame %d has the id %d, which frame %d does not have", p.frames, row.id, p.first)
		}
		if begins {
			p.numbers = append(p.numbers, row.element)
		} else if p.numbers[atom] != row.element {
			return p.Errorf("atom %d is %s in frame %d, but %s in frame %d", atom, symbols[row.element-1], p.frames, symbols[p.numbers[atom]-1], p.first)
		}
		p.motion.Positions = append(p.motion.Positions, row.position...)
		p.forces = append(p.forces, row.forces...)
		p.momenta = append(p.momenta, row.momenta...)
		p.speeds = append(p.speeds, row.speeds...)
		p.charges = append(p.charges, row.charge...)
	}
	return nil
}
