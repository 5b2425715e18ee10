package reproduce

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/folderlock"
	"gmnc/run"
)

// Merge copies the results of the job's shards, each of which has its own folder, into the
// job's folder, from which Run then makes the tables. A cell that no shard has finished, or
// that two have, is an error, and nothing is copied.
func Merge(job Job, shards []string) error {
	r := &runner{job: job, blank: map[string]string{}, recordings: corpus.NewRecordings(job.Source)}
	if err := r.recordings.Check(); err != nil {
		return err
	}
	tasks, err := r.plan()
	if err != nil {
		return err
	}
	from := make([]string, len(tasks)) // the shard of each task
	var missing, double []string
	for i, t := range tasks {
		for _, shard := range shards {
			result, err := resultStore{filepath.Join(shard, cellsFolder)}.get(t.cell)
			switch {
			case err != nil:
				return err
			case result != nil && from[i] != "":
				double = append(double, fmt.Sprintf("%s (in %s and %s)", t.name, from[i], shard))
			case result != nil:
				from[i] = shard
			}
		}
		if from[i] == "" {
			missing = append(missing, t.name)
		}
	}
	if missing != nil || double != nil {
		return fmt.Errorf("the shards do not make the whole: no shard has %s; two have %s", listed(missing), listed(double))
	}
	for _, name := range []string{pages.RunsFolder, cellsFolder} {
		if err := os.MkdirAll(r.folder(name), 0o755); err != nil {
			return fmt.Errorf("cannot make the folder of the results: %w (choose one that you may write to)", err)
		}
	}
	release, err := folderlock.Hold(job.Folder)
	if err != nil {
		return err
	}
	defer release()
	for i, t := range tasks {
		if err := r.take(t.cell, from[i]); err != nil {
			return fmt.Errorf("cannot copy %s: %w", t.name, err)
		}
	}
	return nil
}

// take copies a cell and, unless the shard took the cell from a table, its training before
// that.
func (r *runner) take(c protocol.Cell, shard string) error {
	result, err := resultStore{filepath.Join(shard, cellsFolder)}.get(c)
	if err != nil {
		return err
	}
	into := filepath.Join(r.folder(pages.RunsFolder), result.Run)
	trained := filepath.Join(shard, pages.RunsFolder, result.Run)
	if result.Run != "" && run.Started(run.Folder(trained)) && !run.Started(run.Folder(into)) {
		if err := copyFolder(into, trained); err != nil {
			return err
		}
	}
	return resultStore{r.folder(cellsFolder)}.put(result)
}

// copyFolder copies a folder, which appears only when it is complete. The next copy replaces
// what a kill leaves.
func copyFolder(into, from string) error {
	part := into + ".part"
	if err := errors.Join(os.RemoveAll(part), os.RemoveAll(into)); err != nil {
		return err
	}
	if err := os.CopyFS(part, os.DirFS(from)); err != nil {
		return err
	}
	return os.Rename(part, into)
}

// listed returns the first of some names as a list.
func listed(names []string) string {
	const most = 5
	switch {
	case names == nil:
		return "nothing"
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], "; "), len(names)-most)
	}
	return strings.Join(names, "; ")
}
