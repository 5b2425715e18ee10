package jointlog

import (
	"fmt"
	"strings"
)

// ReadAll reads logs of the same joints as one log, which has the gain of the first log that has one.
// All recordings of the files in test are in the split of that name. A note that several files have
// is there once.
func ReadAll(paths, test []string, o Options) (*Log, error) {
	all := &Log{Splits: map[string][]Recording{}}
	var files []string
	var notes [][]string // of each file
	for k, own := range [][]string{paths, test} {
		for _, path := range own {
			log, err := Read(path, o)
			if err != nil {
				return nil, err
			}
			files, notes = append(files, path), append(notes, log.Notes)
			if all.Gain == nil {
				all.Gain = log.Gain
			}
			for split, recordings := range log.Splits {
				if k == 1 {
					split = "test"
				}
				all.Splits[split] = append(all.Splits[split], recordings...)
			}
		}
	}
	all.Notes = grouped(files, notes)
	return all, nil
}

// grouped returns the notes on files, of which each has its own, so that a note on several files is
// there once.
func grouped(paths []string, notes [][]string) (all []string) {
	var texts []string // without the names of files
	count, first := map[string]int{}, map[string]string{}
	for i, path := range paths {
		for _, note := range notes[i] {
			text := strings.TrimPrefix(note, path)
			if count[text]++; count[text] == 1 {
				texts, first[text] = append(texts, text), strings.TrimSuffix(note, text)
			}
		}
	}
	for _, text := range texts {
		files := first[text]
		if more := count[text] - 1; more > 0 {
			files += fmt.Sprintf(" and %d more", more)
		}
		all = append(all, files+text)
	}
	return all
}
