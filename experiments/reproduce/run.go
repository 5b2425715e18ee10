package reproduce

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/namedlock"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/fields"
	"gmnc/internal/folderlock"
	engine "gmnc/runtime"
)

// Job says what to reproduce.
type Job struct {
	Tables []protocol.Table
	Seeds  []uint64
	Folder string        // of everything that is kept
	Source string        // folder of recorded data; may be empty
	Budget time.Duration // ends the work, if not 0; what is missing is blank
	Shard  Shard         // of the cells; ranks have a shard each of it
	// Ranks share the cells in one folder that all see; nil is one process. The
	// first has the report.
	Ranks engine.Ranks
	// Progress, unless nil, is called after every step of a training and
	// after every cell, from one goroutine at a time.
	Progress func(Progress)
	// Update, unless nil, is called after every cell with all that is known
	// then, from one goroutine at a time.
	Update func(*pages.Report) error
	// Flag, unless nil, is what the report calls an option by whose field
	// an error names it.
	Flag func(option string) string
}

// reason is an error as the report gives it.
func (j Job) reason(err error) string {
	if j.Flag == nil {
		return err.Error()
	}
	return fields.Translate(err, j.Flag)
}

// Folders in the folder of a job.
const (
	dataFolder  = "data"
	cellsFolder = "cells"
)

// concurrentCells is how many cells are done at a time: one a processor, each of
// which may use all. A training of small systems alone leaves processors
// waiting, between its steps and for its last shard; the others' work then
// fills them. Results do not depend on it.
func concurrentCells() int { return runtime.GOMAXPROCS(0) }

// runner does the cells of a job.
type runner struct {
	job        Job
	recordings corpus.Recordings
	data       *corpus.Store
	results    resultStore
	runs       namedlock.Locks
	ended      sync.Map // outcomes of this call's trainings, by folder
	progress   *progress
	lock       sync.Mutex
	blank      map[string]string // why, by cell
	failed     error             // the first cell that should have worked
}

func (r *runner) folder(name string) string { return filepath.Join(r.job.Folder, name) }

// Run does what of the job is not done yet, and reports all of it. When ctx
// ends, so does Run, with its error; finished cells are kept, and
// trainings go on where they were when Run is called again. When the budget
// ends, the report says what is missing.
func Run(ctx context.Context, job Job) (*pages.Report, error) {
	r := &runner{job: job, blank: map[string]string{}, recordings: corpus.NewRecordings(job.Source)}
	if err := r.recordings.Check(); err != nil {
		return nil, err
	}
	for _, name := range []string{dataFolder, pages.RunsFolder, cellsFolder} {
		if err := os.MkdirAll(r.folder(name), 0o755); err != nil {
			return nil, fmt.Errorf("cannot make the folder of the results: %w (choose one that you may write to)", err)
		}
	}
	ranks := engine.Together(job.Ranks)
	if ranks.Rank() == 0 {
		release, err := folderlock.Hold(job.Folder)
		if err := ranks.Agree(err); err != nil {
			return nil, err
		}
		defer release()
	} else if err := ranks.Agree(nil); err != nil {
		return nil, err
	}
	r.data = &corpus.Store{Folder: r.folder(dataFolder), Shared: ranks.Size() > 1}
	r.results = resultStore{r.folder(cellsFolder)}
	if err := ranks.Agree(r.takeOver()); err != nil {
		return nil, err
	}
	tasks, err := r.plan()
	if err != nil {
		return nil, err
	}
	open, err := r.open(tasks)
	if err != nil {
		return nil, err
	}
	for _, t := range open {
		r.leave(t, ofOthers)
	}
	tasks = job.Shard.within(tasks)
	if ranks.Size() > 1 {
		tasks = Shard{ranks.Rank() + 1, ranks.Size()}.within(tasks)
	}
	if open, err = r.open(tasks); err != nil {
		return nil, err
	}
	for _, t := range open {
		r.leave(t, "not done yet")
	}
	r.progress = newProgress(tasks, open, job.Progress)
	if err := ranks.Agree(r.all(ctx, open)); err != nil {
		return nil, err
	}
	if err := r.meet(tasks, ranks); err != nil {
		return nil, err
	}
	report, err := r.report()
	return report, errors.Join(err, r.failed)
}

// open are the tasks that are not done yet.
func (r *runner) open(tasks []task) ([]task, error) {
	var open []task
	for _, t := range tasks {
		result, err := r.results.get(t.cell)
		if err != nil {
			return nil, err
		}
		if result == nil {
			open = append(open, t)
		}
	}
	return open, nil
}

// all does the tasks, as long as the budget lasts.
func (r *runner) all(ctx context.Context, tasks []task) error {
	within := ctx
	if r.job.Budget > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, r.job.Budget)
		defer cancel()
	}
	var group errgroup.Group
	group.SetLimit(concurrentCells())
	// Tests of one training would, at the same time, wait for each other.
	for _, tests := range together(tasks, task.turnOfTraining) {
		group.Go(func() error {
			for _, t := range tests {
				r.one(within, t)
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// one does a task and keeps its result, or the reason why there is none.
func (r *runner) one(ctx context.Context, t task) {
	if ctx.Err() != nil {
		r.leave(t, "the time was over")
		return
	}
	result, err := r.do(ctx, t.cell, func(done float64) { r.progress.step(t, done) })
	if err == nil {
		err = r.results.put(result)
	}
	if err == nil {
		err = r.update()
	}
	if err != nil {
		result = nil
	}
	r.progress.finish(t, result)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		r.leave(t, "the time was over"+t.cell.AfterInterrupt())
	default:
		r.leave(t, r.job.reason(err))
		r.fail(fmt.Errorf("%s: %w", t.name, err))
	}
}

// update reports what is known so far.
func (r *runner) update() error {
	if r.job.Update == nil {
		return nil
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	report, err := r.report()
	if err != nil {
		return err
	}
	return r.job.Update(report)
}

// leave notes why a cell stays blank.
func (r *runner) leave(t task, reason string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.blank[protocol.Digest(t.cell)] = reason
}

// fail keeps the first error; the other cells go on.
func (r *runner) fail(err error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.failed == nil {
		r.failed = err
	}
}
