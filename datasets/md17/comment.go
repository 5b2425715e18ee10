package md17

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/numeral"
	"gmnc/internal/periodic"
)

// header holds what the comment of a frame says.
type header struct {
	properties string
	cell       *periodic.Cell // nil if there is no cell
	energy     *float64       // nil if there is none
	time       *instant       // or step; nil if there is neither
	unit       string         // unit of length, as it is written
	timeUnit   string         // unit of time, as it is written
	speedUnit  string         // unit of velocities or momenta, as it is written
	unread     []string
}

var (
	// entry matches a key and its value in the comments of extended XYZ.
	entry = regexp.MustCompile(`([A-Za-z_][\w.-]*)\s*=\s*("(?:[^"\\]|\\.)*"|\{[^}]*\}|\[(?:[^\[\]]|\[[^\]]*\])*\]|'[^']*'|\S+)`)
	// cellParameters, unitInBraces and cellUnit match the cell and the units in comments of
	// i-PI.
	cellParameters = regexp.MustCompile(`(?i)\bCELL\(abcABC\):\s*((?:[-+.\deEdD]+\s*){6})`)
	unitInBraces   = regexp.MustCompile(`(?i)\bpositions\{(\w+)\}`)
	cellUnit       = regexp.MustCompile(`(?i)\bcell\{(\w+)\}`)
	// step matches a step in comments of LAMMPS, i-PI and extended XYZ. A number with a point
	// is a time step instead.
	step = regexp.MustCompile(`(?i)\b(?:time)?step\s*[:=]\s*(\d+)(?:[\s,]|$)`)
	// ofCP2K matches a comment of CP2K, whose times are in fs.
	ofCP2K = regexp.MustCompile(`^\s*i\s*=\s*\d+,\s*time\s*=\s*\S+,\s*E\s*=`)
	// box matches a word that names a cell in any form.
	box = regexp.MustCompile(`(?i)(^|[^a-z])(lattice|cell|box|pbc)([^a-z]|$)`)
)

// writtenBox holds what a comment says of the cell.
type writtenBox struct {
	text    string    // text that has the vectors
	vectors []float64 // nil if there are none
	axes    [3]bool   // whether each axis is periodic
}

// parseHeader reads a comment. A cell in an unknown form is an error, because positions may be
// wrapped by it.
func parseHeader(text string) (h header, err error) {
	b := writtenBox{axes: [3]bool{true, true, true}}
	for _, found := range entry.FindAllStringSubmatch(text, -1) {
		if err := h.take(found, &b); err != nil {
			return h, err
		}
	}
	if found := cellParameters.FindStringSubmatch(text); found != nil {
		numbers, err := numbersOf(found[1])
		if err != nil {
			return h, err
		}
		b.text, b.vectors = found[0], fromParameters([6]float64(numbers))
	}
	if found := step.FindStringSubmatch(text); found != nil && h.time == nil {
		h.time = parseInstant("step", found[1])
	}
	if ofCP2K.MatchString(text) {
		h.timeUnit = "fs"
	}
	if found := unitInBraces.FindStringSubmatch(text); found != nil {
		h.unit = found[1]
	}
	if found := cellUnit.FindStringSubmatch(text); found != nil {
		own, lengths := lengthUnits[unitNames[strings.ToLower(found[1])]], lengthUnits[unitNames[strings.ToLower(h.unit)]]
		if own > 0 && lengths > 0 {
			floats.Scale(own/lengths, b.vectors)
		}
	}
	switch {
	case b.vectors != nil && b.axes != [3]bool{}:
		if h.cell, err = newCell(b.vectors, b.axes); err != nil {
			return h, fmt.Errorf("%.80s %w", b.text, err)
		}
	case b.vectors == nil && b.axes != [3]bool{} && box.MatchString(text):
		return h, fmt.Errorf(`the comment %.80q names a box in a form that is not known here: write Lattice="ax ay az bx by bz cx cy cz", or pbc="F F F" if no position is wrapped`, text)
	}
	return h, nil
}

// take reads an entry, whose match has the text, the key and the value.
func (h *header) take(found []string, b *writtenBox) (err error) {
	key, value := strings.ToLower(found[1]), strings.Trim(found[2], `"'{}[]`)
	switch key {
	case "properties":
		h.properties = value
	case "lattice", "cell", "box":
		b.text = found[0]
		if b.vectors, err = numbersOf(value); err != nil || len(b.vectors) != 9 && len(b.vectors) != 3 {
			return fmt.Errorf("%.80s is no box: expected three vectors of three numbers, or three lengths", found[0])
		}
	case "pbc":
		b.axes, err = axesOf(value)
	case "energy":
		energy, ok := numeral.XYZ.Parse(value)
		if !ok {
			return fmt.Errorf("the energy is %.40q, expected a finite number", value)
		}
		h.energy = &energy
	case "unit", "units", "length_unit", "length_units", "lengthunit", "pos_unit":
		h.unit = value
		if _, rest, is := strings.Cut(found[2], "{"); is {
			table := unitsOf("{" + rest)
			h.unit, h.timeUnit = table.first(lengthKeys), cmp.Or(h.timeUnit, table.first(timeKeys))
			h.speedUnit = cmp.Or(h.speedUnit, table.first(speedUnitKeys))
		}
	case "velocity_unit", "velocity_units", "velocities_unit", "velo_unit", "vel_unit":
		h.speedUnit = value
	case "time_unit", "time_units", "timeunit":
		h.timeUnit = value
	case "time_fs", "time_ps":
		h.timeUnit = cmp.Or(h.timeUnit, strings.TrimPrefix(key, "time_"))
		fallthrough
	case "time":
		// CP2K writes a comma after the time.
		if h.time = parseInstant("time", strings.TrimSuffix(value, ",")); h.time == nil {
			h.unread = append(h.unread, found[1])
		}
	default:
		if !step.MatchString(found[0]) {
			h.unread = append(h.unread, found[1])
		}
	}
	return err
}

// unitTable holds units by the names of quantities.
type unitTable map[string]any

// unitsOf reads a table of units. ASE writes it as a dictionary that is quoted within quotes,
// and Python shows it with single quotes. A table that cannot be read has no units.
func unitsOf(text string) (table unitTable) {
	text = strings.NewReplacer(`\"`, `"`, `'`, `"`).Replace(text)
	text = text[:1+strings.LastIndex(text, "}")]
	if json.Unmarshal([]byte(text), &table) != nil {
		return nil
	}
	return table
}

// first returns the unit of the first of the names that the table has, or "" if it has none.
func (t unitTable) first(names []string) string {
	for _, name := range names {
		for _, key := range slices.Sorted(maps.Keys(t)) {
			if unit, is := t[key].(string); is && strings.EqualFold(key, name) {
				return unit
			}
		}
	}
	return ""
}

// lengthKeys, timeKeys and speedUnitKeys hold the names of lengths, times and velocities in
// tables of units.
var (
	lengthKeys = []string{"length", "lengths", "distance", "distances", "position", "positions", "pos"}
	timeKeys   = []string{"time", "times"}

	speedUnitKeys = []string{"velocity", "velocities", "velo", "vel", "momenta", "momentum"}
)

func numbersOf(text string) (numbers []float64, err error) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		value, ok := numeral.XYZ.Parse(strings.Trim(word, "[]()"))
		if !ok || !(math.Abs(value) < math.MaxFloat32) {
			return nil, fmt.Errorf("%.40q is not a finite number", word)
		}
		numbers = append(numbers, value)
	}
	return numbers, nil
}

// axesOf reads whether each axis of a cell is periodic.
func axesOf(text string) (axes [3]bool, err error) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == ',' || r == '[' || r == ']' })
	if len(words) == 1 {
		words = slices.Repeat(words, 3)
	}
	if len(words) != 3 {
		return axes, fmt.Errorf("pbc is %.40q, expected T or F for each of three axes", text)
	}
	for i, word := range words {
		if axes[i], err = strconv.ParseBool(word); err != nil {
			return axes, fmt.Errorf("pbc is %.40q, expected T or F for each of three axes", text)
		}
	}
	return axes, nil
}
