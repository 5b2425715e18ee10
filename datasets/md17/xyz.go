package md17

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/lines"
	"gmnc/internal/plainfile"
)

// readXYZ reads a trajectory in the XYZ format: for each frame a line with
// the number of atoms, a line of comment, and for each atom a line with its
// element and three coordinates. An extended XYZ comment may say in its
// Properties which columns these are. All frames must have the same atoms in
// the same order.
func readXYZ(path string) (*trajectory, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the trajectory: %w", err)
	}
	defer file.Close()
	return parseXYZ(path, file)
}

func parseXYZ(path string, text io.Reader) (*trajectory, error) {
	p := &xyzParser{Reader: lines.New(path, text)}
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
	return &p.trajectory, nil
}

type xyzParser struct {
	*lines.Reader
	trajectory
	frames     int
	element, x int // columns; those of y and z follow
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
	if err := p.columns(); err != nil {
		return err
	}
	for atom := range atoms {
		if !p.Next() {
			return p.cutShort()
		}
		if err := p.atom(atom); err != nil {
			return err
		}
	}
	return nil
}

func (p *xyzParser) cutShort() error {
	if err := p.Err(); err != nil {
		return err
	}
	return p.Errorf("the file ends within frame %d: it is cut short", p.frames)
}

var properties = regexp.MustCompile(`(?i)\bproperties="?([^"\s]+)`)

// columns finds the columns of the element and the coordinates.
func (p *xyzParser) columns() error {
	p.element, p.x = 0, 1
	found := properties.FindStringSubmatch(p.Text)
	if found == nil {
		return nil
	}
	p.element, p.x = -1, -1
	column, parts := 0, strings.Split(found[1], ":")
	for property := range slices.Chunk(parts, 3) {
		if len(property) < 3 {
			return p.Errorf("the Properties %.60q are not triples of name, type and columns", found[1])
		}
		width, err := strconv.Atoi(property[2])
		if err != nil || width < 1 || width > 1000 {
			return p.Errorf("the Properties %.60q are not triples of name, type and columns", found[1])
		}
		switch strings.ToLower(property[0]) {
		case "species", "z":
			p.element = column
		case "pos":
			p.x = column
		}
		column += width
	}
	if p.element < 0 || p.x < 0 {
		return p.Errorf("the Properties %.60q have no species or no pos", found[1])
	}
	return nil
}

func (p *xyzParser) atom(atom int) error {
	if needed := max(p.element, p.x+2) + 1; len(p.Words) < needed {
		return p.Errorf("atom %d of frame %d has %d columns, expected an element and three coordinates", atom, p.frames, len(p.Words))
	}
	word := p.Words[p.element]
	number := atomicNumber(word)
	switch {
	case number == 0:
		return p.Errorf("%.40q is no element", word)
	case p.frames == 0:
		p.numbers = append(p.numbers, number)
	case p.numbers[atom] != number:
		return p.Errorf("atom %d is %s in frame %d, but %s in frame 0", atom, word, p.frames, symbols[p.numbers[atom]-1])
	}
	for _, word := range p.Words[p.x : p.x+3] {
		coordinate, err := p.Float(word, p.Words[p.element])
		if err != nil {
			return err
		}
		p.motion.Positions = append(p.motion.Positions, coordinate)
	}
	return nil
}
