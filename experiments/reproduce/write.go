package reproduce

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"gmnc/experiments/bench"
	"gmnc/internal/atomicfile"
)

// Write writes the files of all tables into a folder and returns their
// names. command is what made the report.
func (r *Report) Write(folder, command string) ([]string, error) {
	machine := bench.ThisMachine()
	about := []string{
		fmt.Sprintf("Made by `%s`, %s UTC, gmnc %s.", command, machine.Date, machine.Version),
		fmt.Sprintf("On %s, %d cores, %s, %s kernels.", machine.Processor, machine.Cores, machine.System, machine.Kernels),
	}
	var files []string
	var failed []error
	for _, t := range r.Tables {
		path := filepath.Join(folder, t.Name)
		if err := t.writeText(path, about); err != nil {
			return files, err
		}
		files = append(files, path+".csv", path+".md")
		for _, extension := range []string{".png", ".svg"} {
			err := t.Figure(t, filepath.Join(folder, runsFolder), path+extension)
			switch {
			case err == nil:
				files = append(files, path+extension)
			case !errors.Is(err, errNothing):
				failed = append(failed, err) // the other tables are written
			}
		}
	}
	return files, errors.Join(failed...)
}

// writeText writes the table as numbers and as a page.
func (t TableReport) writeText(path string, about []string) error {
	if err := atomicfile.Write(path+".csv", t.WriteCSV); err != nil {
		return err
	}
	return atomicfile.Write(path+".md", func(w io.Writer) error { return t.WriteMarkdown(w, about) })
}
