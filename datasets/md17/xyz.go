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
	"gmnc/internal/plainfile"
)

// readXYZ reads a trajectory in the XYZ format: for each frame a line with
// the number of atoms, a line of comment, and for each atom a line with its
// element and three coordinates. An extended XYZ comment may say in its
// Properties which columns these are, and an id by which atoms are sorted; a
// box, the energy and the unit of length are read from comments, too. All frames
// must have the same atoms in the same order, or by the same id.
func readXYZ(path string, types typeNames) (*trajectory, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the trajectory: %w", err)
	}
	defer file.Close()
	return parseXYZ(path, file, types)
}

func parseXYZ(path string, text io.Reader, types typeNames) (*trajectory, error) {
	p := &xyzParser{Reader: lines.New(path, text), types: types, unread: map[string]bool{}}
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
	p.motion.Particles = len(p.numbers)
	p.finish()
	return &p.trajectory, nil
}

type xyzParser struct {
	*lines.Reader
	trajectory
	types   typeNames
	frames  int
	columns columns
	ids     []int64 // of frame 0, sorted
	unread  map[string]bool
}

// finish leaves out what only some frames have, and says what was not read.
func (p *xyzParser) finish() {
	if len(p.energy) < p.frames && len(p.energy) > 0 {
		p.energy, p.unread["energy (not in all frames)"] = nil, true
	}
	for name, values := range map[string]*[]float64{"forces": &p.forces, "momenta": &p.momenta, "velocities": &p.speeds} {
		if len(*values) < len(p.motion.Positions) && len(*values) > 0 {
			*values, p.unread[name+" (not in all frames)"] = nil, true
		}
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
	if p.frames > 0 && atoms != len(p.numbers) {
		return p.Errorf("frame %d has %d atoms, frame 0 has %d", p.frames, atoms, len(p.numbers))
	}
	if !p.Next() {
		return p.cutShort()
	}
	if err := p.comment(); err != nil {
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
	return p.add(rows)
}

// comment reads the second line of a frame.
func (p *xyzParser) comment() error {
	header, err := parseHeader(p.Text)
	if err == nil {
		p.columns, err = columnsOf(header.properties)
	}
	switch {
	case err != nil:
		return p.Errorf("%w", err)
	case p.frames == 0:
		p.unit = header.unit
	case header.unit != p.unit:
		return p.Errorf("frame %d is in %.40q and frame 0 in %.40q: expected one unit of length", p.frames, header.unit, p.unit)
	}
	for _, name := range append(header.unread, p.columns.unread...) {
		if len(p.unread) < maxUnread {
			p.unread[name] = true
		}
	}
	p.cells = append(p.cells, header.cell)
	if header.energy != nil {
		p.energy = append(p.energy, *header.energy)
	}
	return nil
}

// maxUnread is how many names of what is not read are kept.
const maxUnread = 30

func (p *xyzParser) cutShort() error {
	if err := p.Err(); err != nil {
		return err
	}
	return p.Errorf("the file ends within frame %d: it is cut short", p.frames)
}

// row is an atom of a frame.
type row struct {
	line                              int
	element                           int64
	id                                int64
	position, forces, momenta, speeds []float64 // nil if they are not there
}

// row reads the line of an atom.
func (p *xyzParser) row(atom int) (row row, err error) {
	c := p.columns
	if len(p.Words) < c.needed() {
		return row, p.Errorf("atom %d of frame %d has %d columns, expected an element and three coordinates", atom, p.frames, len(p.Words))
	}
	word := p.Words[c.element]
	row.line = p.Number
	if row.element, err = p.types.number(word, c.atomic); err != nil {
		return row, p.Errorf("%w", err)
	}
	if c.id >= 0 {
		if row.id, err = strconv.ParseInt(p.Words[c.id], 10, 64); err != nil {
			return row, p.Errorf("the id of atom %d is %.40q, expected a whole number", atom, p.Words[c.id])
		}
	}
	for place, values := range map[int]*[]float64{c.x: &row.position, c.forces: &row.forces, c.momenta: &row.momenta, c.speeds: &row.speeds} {
		if place < 0 {
			continue
		}
		for _, number := range p.Words[place : place+3] {
			value, err := p.Float(number, word)
			if err != nil {
				return row, err
			}
			*values = append(*values, value)
		}
	}
	return row, nil
}

// add adds a frame, whose atoms come in the order of their ids where they have
// any, and are those of frame 0.
func (p *xyzParser) add(rows []row) error {
	if p.columns.id >= 0 {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.id, b.id) })
	}
	for atom, row := range rows {
		p.Number = row.line
		switch {
		case p.columns.id >= 0 && atom > 0 && row.id == rows[atom-1].id:
			return p.Errorf("frame %d has the id %d twice", p.frames, row.id)
		case p.columns.id >= 0 && p.frames == 0:
			p.ids = append(p.ids, row.id)
		case (p.columns.id >= 0) != (p.ids != nil) && p.frames > 0:
			return p.Errorf("only one of the frames 0 and %d has ids of atoms", p.frames)
		case p.columns.id >= 0 && row.id != p.ids[atom]:
			return p.Errorf("frame %d has the id %d, which frame 0 does not have", p.frames, row.id)
		}
		if p.frames == 0 {
			p.numbers = append(p.numbers, row.element)
		} else if p.numbers[atom] != row.element {
			return p.Errorf("atom %d is %s in frame %d, but %s in frame 0", atom, symbols[row.element-1], p.frames, symbols[p.numbers[atom]-1])
		}
		p.motion.Positions = append(p.motion.Positions, row.position...)
		p.forces = append(p.forces, row.forces...)
		p.momenta = append(p.momenta, row.momenta...)
		p.speeds = append(p.speeds, row.speeds...)
	}
	return nil
}
