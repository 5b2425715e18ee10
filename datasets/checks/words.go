package checks

import (
	"cmp"
	"fmt"
	"strings"
)

// Words holds the words with which a reader describes its file.
type Words struct {
	Positions, Rates, Loads string   // nouns in the plural, such as positions, velocities and forces
	Key, RateKey, LoadKey   string   // names of their arrays in the file, with the split; may be empty
	RateOption, LoadOption  string   // the names of rates and loads for --shift
	GearOption              string   // the option that multiplies the loads of joints; may be empty
	Unit                    string   // unit of lengths; may be empty
	Recording               string   // name of one of several recordings; "recording" if it is empty
	Names                   []string // the names of the file's recordings; nil if they have none
	Name                    func(element int) string
	First                   int // the number of the first frame in the file
	// Remedies holds the remedies of findings in the reader's own options, by the names of
	// rows.
	Remedies map[string]string
}

// at returns the text of a frame's position in the file, which precedes what was found there.
func (s *subject) at(frame int) string {
	r, w := s.recording, s.words
	if len(r.file()) == 2 && w.Recording == "" {
		return fmt.Sprintf("%sframe %d: ", key(w.Key), w.First+frame)
	}
	recording, first := r.holding(frame)
	if w.Names != nil {
		return fmt.Sprintf("%sframe %d: ", key(w.Names[recording]), w.First+frame-first)
	}
	return fmt.Sprintf("%s%s %d, frame %d: ", key(w.Key), cmp.Or(w.Recording, "recording"), recording, w.First+frame-first)
}

// key returns the name of an array before a sentence about it, or "" if there is none.
func key(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

// withUnit returns a length with its unit.
func (w *Words) withUnit(length float64) string {
	return strings.TrimSpace(fmt.Sprintf("%.4g %s", length, w.Unit))
}

// Among returns a text of which of several findings is reported, the first or the farthest.
func Among(which string, count int, noun string) string {
	if count == 1 {
		return "the only " + noun
	}
	return fmt.Sprintf("the %s of %d %ss", which, count, noun)
}
