package looks

import (
	"cmp"
	"fmt"
	"strings"
)

// Words are how a reader speaks of its file.
type Words struct {
	Places, Rates, Loads   string // nouns in the plural, such as positions, velocities and forces
	Key, RateKey, LoadKey  string // where they are in the file: names of arrays with their split; may be empty
	RateOption, LoadOption string // the names that --shift has for rates and loads
	Unit                   string // of lengths; may be empty
	Recording              string // what one of several recordings is called; empty for recording
	Thing                  func(thing int) string
	First                  int // the number of the first frame in the file
	// Remedies are what to do about findings, in the reader's own options, by the names of rows.
	Remedies map[string]string
}

// at is the place of a frame in the file, before what was found there.
func (s *seen) at(frame int) string {
	r, w := s.recording, s.words
	starts := r.file()
	if len(starts) == 2 && w.Recording == "" {
		return fmt.Sprintf("%sframe %d: ", key(w.Key), w.First+frame)
	}
	recording := 0
	for starts[recording+1] <= frame {
		recording++
	}
	return fmt.Sprintf("%s%s %d, frame %d: ", key(w.Key), cmp.Or(w.Recording, "recording"), recording, w.First+frame-starts[recording])
}

// key is the name of an array before a sentence about it; empty without one.
func key(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

// far is a length with its unit.
func (w *Words) far(length float64) string {
	return strings.TrimSpace(fmt.Sprintf("%.4g %s", length, w.Unit))
}

// among says which of several findings is told: the first or the farthest.
func among(which string, count int, noun string) string {
	if count == 1 {
		return "the only " + noun
	}
	return fmt.Sprintf("the %s of %d %ss", which, count, noun)
}
