package pages

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"gmnc/experiments/bench"
	"gmnc/internal/atomicfile"
)

// RunsFolder is the name of the folder of run folders in the folder of a job.
const RunsFolder = "runs"

// Write writes the tables, and then their figures, into a folder and returns the files' names.
// command is the command that made the report.
func (r *Report) Write(folder, command string) ([]string, error) {
	files, err := r.WriteText(folder, command)
	if err != nil {
		return files, err
	}
	var failed []error
	for _, t := range r.Tables {
		for _, extension := range []string{".png", ".svg"} {
			path := filepath.Join(folder, t.Name+extension)
			err := t.draw(filepath.Join(folder, RunsFolder), path)
			switch {
			case err == nil:
				files = append(files, path)
			case !errors.Is(err, errNothing):
				failed = append(failed, err) // the other figures are still drawn
			}
		}
	}
	return files, errors.Join(failed...)
}

// WriteText writes the tables, as numbers and as a page for each, without figures. Cells from
// earlier calls in the folder's tables are kept unless this report has them. A table of which
// nothing is known, as after a call without the recorded data, is not changed.
func (r *Report) WriteText(folder, command string) (files []string, err error) {
	machine := bench.ThisMachine()
	about := []string{
		fmt.Sprintf("Made by `%s`, %s UTC, gmnc %s.", command, machine.Date, machine.Version),
		fmt.Sprintf("On %s, %s, %s, %s kernels.", machine.Processor, machine.CoreCount(), machine.System, machine.Kernels),
	}
	for i, t := range r.Tables {
		path := filepath.Join(folder, t.Name)
		before, err := ReadEarlier(path + ".csv")
		if err != nil {
			return files, err
		}
		measured := t.measured()
		t = t.With(before)
		r.Tables[i] = t
		if measured == 0 && before != nil {
			continue
		}
		about := about
		if t.measured() > measured {
			about = append(slices.Clone(about), "Other cells are of earlier calls.")
		}
		if err := atomicfile.Write(path+".csv", t.WriteCSV); err != nil {
			return files, err
		}
		if err := atomicfile.Write(path+".md", func(w io.Writer) error { return t.WriteMarkdown(w, about) }); err != nil {
			return files, err
		}
		files = append(files, path+".csv", path+".md")
	}
	return files, nil
}
