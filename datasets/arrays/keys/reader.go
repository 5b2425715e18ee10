// Package keys reads the arrays of a file by their keys, and reports keys that nothing reads.
package keys

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// Reader reads the arrays of a file except ignored ones. It records the keys that it was asked
// for.
type Reader struct {
	*npz.Archive
	Notes  []string        // what is told of the file
	ignore []string        // names of arrays that are not read
	known  map[string]bool // keys that were read, or may be in such a file
}

// New returns a Reader of a file that does not read the arrays of these names.
func New(a *npz.Archive, ignore []string) *Reader {
	return &Reader{Archive: a, ignore: ignore, known: map[string]bool{}}
}

// Note adds a note.
func (r *Reader) Note(format string, arguments ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, arguments...))
}

// Take reports whether the file has the key and it is not ignored. It marks the key as known.
func (r *Reader) Take(key string) bool {
	r.known[key] = true
	return r.Has(key) && !r.Ignores(key)
}

// Known reports whether the key was read or may be in such a file.
func (r *Reader) Known(key string) bool { return r.known[key] }

// Ignores reports whether a key is ignored, by its name or by its name without the split.
func (r *Reader) Ignores(key string) bool {
	return slices.Contains(r.ignore, key) || slices.Contains(r.ignore, CutSplit(key))
}

// TakesAny reports whether the file has an array that is not ignored, by itself or in splits.
func (r *Reader) TakesAny(array string) bool {
	return slices.ContainsFunc(r.Keys, func(key string) bool {
		return CutSplit(key) == array && !r.Ignores(key)
	})
}

// Time reads dt, the time from frame to frame. option is the time of a file that lacks it. It
// is 0 if there is none.
func (r *Reader) Time(option float64) (float64, error) {
	const key = "dt"
	if !r.Take(key) {
		return decimal(option), nil
	}
	values, _, err := r.Numbers(key)
	switch {
	case err != nil:
		return 0, err
	case len(values) != 1:
		return 0, r.Errorf(key, "has %d numbers, expected one above 0, the time from each frame to the next", len(values))
	case !(values[0] > 0 && values[0] < 1e300):
		return 0, r.Errorf(key, "is %v, expected the time from frame to frame, a number above 0", values[0])
	case option != 0 && float32(option) != float32(values[0]):
		return 0, fields.Errorf("%s: dt is %g, and {dt} %g: leave the option out", r.Path, values[0], option)
	}
	return decimal(values[0]), nil
}

// decimal returns the shortest decimal number of a time that is a float32, since the time may
// have been stored as one. It returns any other time unchanged.
func decimal(time float64) float64 {
	if float64(float32(time)) != time {
		return time
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(time, 'g', -1, 32), 64)
	return short
}

// CheckKeys reports keys of the file that were neither read nor ignored, and advises to rename
// them to instead. It also reports ignored keys that the file lacks.
func (r *Reader) CheckKeys(instead string) error {
	for _, name := range r.ignore {
		if !slices.ContainsFunc(r.Keys, func(key string) bool { return name == key || name == CutSplit(key) }) {
			return fields.Errorf("%s has no %.40q, which {ignore} names: it has %s", r.Path, name, Shortened(r.Keys))
		}
	}
	var unread []string
	for _, key := range r.Keys {
		if !r.known[key] && !r.Ignores(key) {
			unread = append(unread, key)
		}
	}
	if unread == nil {
		return nil
	}
	slices.Sort(unread)
	if slices.Contains(names(unread), "forces") {
		instead += "; forces between particles are found from motions, and the field force is of known ones from outside"
	} else if name, meant := r.misspelled(unread); meant != "" {
		instead += fmt.Sprintf(", such as %s in place of %.40s", meant, name)
	}
	return fields.Errorf("%s has %s, which nothing here reads: give {ignore} %s, or %s", r.Path, Shortened(unread), strings.Join(names(unread), ","), instead)
}

// misspelled returns the first of the keys that nearly is a known key which the file lacks, and
// that known key. They begin alike and differ in a few last letters, as masses and mass do.
func (r *Reader) misspelled(unread []string) (name, meant string) {
	const ending, beginning = 3, 4 // at most and at least so many letters
	for _, name := range names(unread) {
		for _, known := range slices.Sorted(maps.Keys(r.known)) {
			alike := 0
			for alike < min(len(name), len(known)) && strings.EqualFold(name[:alike+1], known[:alike+1]) {
				alike++
			}
			if !r.Has(known) && alike >= beginning && max(len(name), len(known)) <= alike+ending {
				return name, known
			}
		}
	}
	return "", ""
}
