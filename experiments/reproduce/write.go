package reproduce

import (
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
	for _, t := range r.Tables {
		for _, f := range []struct {
			extension string
			write     func(io.Writer) error
		}{
			{".csv", t.WriteCSV},
			{".md", func(w io.Writer) error { return t.WriteMarkdown(w, about) }},
		} {
			path := filepath.Join(folder, t.Name+f.extension)
			if err := atomicfile.Write(path, f.write); err != nil {
				return files, err
			}
			files = append(files, path)
		}
	}
	return files, nil
}
