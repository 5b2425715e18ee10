package commandline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gmnc/experiments/reproduce"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

type reproduceCommand struct {
	Tables []string `arg:"" name:"table" help:"Tables and figures of the paper: ${tables}, or all."`

	Seeds   []uint64      `help:"Seeds; each draws data, weights and order of its own." default:"1"`
	Models  []string      `help:"Models, by their names in gmnc train or in the table, with ';' between them." sep:";" default:"all"`
	Systems []string      `help:"Systems, with ';' between them, such as '3,2,1; 5,3,3'." sep:";" default:"all"`
	Data    string        `help:"Folder with recorded data: cmu_35/ with the ASF and AMC files, md17_NAME.npz of molecules, trees/ with data sets of trees, ur10e/ with logs of an arm. None by default, and their tables stay blank." placeholder:"DIR"`
	Budget  time.Duration `help:"Time after which to stop, such as 30m; 0 sets no limit. The most informative cells come first, and the tables say what is missing." default:"0s"`
	Shard   string        `help:"Compute only one part of the cells, such as part 3 of 8 in a job array, in a folder of its own. --merge collects the parts. By default all cells are computed." placeholder:"3/8"`
	Merge   []string      `help:"Collect the cells that shards have computed in these folders. A shard that is missing, or given twice, is an error. None by default." placeholder:"FOLDER"`
	Output  string        `short:"o" type:"folder" help:"Folder of data, runs, finished cells and tables; with the same folder the command continues where it stopped." default:"reproduced"`
}

// Validate refuses flags that make no sense, before anything is done.
func (c *reproduceCommand) Validate() error {
	switch {
	case len(c.Tables) == 0:
		return nil // which is the parser's to refuse
	case len(c.Seeds) == 0:
		return errors.New("--seeds has no seed, expected one or more")
	case c.Budget < 0:
		return fmt.Errorf("a --budget of %v: expected a time, or 0 for none", c.Budget)
	}
	for i, seed := range c.Seeds {
		if slices.Contains(c.Seeds[:i], seed) {
			return fmt.Errorf("--seeds has the seed %d twice, which would count as two", seed)
		}
	}
	_, shardErr := c.shard()
	_, err := c.tables()
	return errors.Join(shardErr, err)
}

// shard returns the part of the cells that --shard names.
func (c *reproduceCommand) shard() (s reproduce.Shard, err error) {
	if c.Shard != "" {
		err = s.UnmarshalText([]byte(c.Shard))
	}
	return s, err
}

func (c *reproduceCommand) Run(ctx context.Context, t *terminal) error {
	tables, err := c.tables()
	if err != nil {
		return err
	}
	shard, err := c.shard()
	if err != nil {
		return err
	}
	if version := run.Version(); !strings.Contains(version, "+") && t.ranks.Rank() == 0 {
		t.notice("gmnc %s does not know the commit that it was built from, so the tables will not name it: go build ./cmd/gmnc in a clone stamps it, in a worktree it does not", version)
	}
	progress := t.progress()
	job := reproduce.Job{
		Tables: tables, Seeds: c.Seeds, Folder: c.Output, Source: c.Data, Budget: c.Budget, Shard: shard, Ranks: t.ranks,
		Progress: showProgress(t, progress), Flag: flagOf,
	}
	if t.ranks.Rank() == 0 {
		job.Update = func(report *pages.Report) error {
			_, err := report.WriteText(c.Output, c.command())
			return err
		}
		if len(c.Merge) > 0 {
			err = reproduce.Merge(job, c.Merge)
		}
	}
	if err := t.ranks.Agree(err); err != nil {
		return err
	}
	report, err := reproduce.Run(ctx, job)
	progress.clear()
	if t.ranks.Rank() > 0 {
		return err
	}
	if report == nil {
		return stopped(err, fmt.Sprintf("finished cells are kept in %s; the same command continues", c.Output))
	}
	unknown := map[string]string{} // why, by table
	for _, table := range report.Tables {
		if blank, all := table.Missing(); blank == all {
			unknown[table.Name] = table.Comparisons[0].Measured[0].Blank
		}
	}
	files, writeErr := report.Write(c.Output, c.command())
	for _, file := range files {
		t.printf("%s\n", file)
	}
	for _, table := range report.Tables {
		blank, all := table.Missing()
		switch {
		case unknown[table.Name] != "" && !slices.Contains(files, filepath.Join(c.Output, table.Name+".csv")):
			t.printf("%s: nothing was measured (%s); the table of an earlier call stays\n", table.Name, unknown[table.Name])
		case blank > 0:
			t.printf("%s: %d of %d cells are blank; the table says why\n", table.Name, blank, all)
		}
	}
	return errors.Join(err, writeErr)
}

// tables returns the tables that were asked for, each once, with the rows and columns that were
// asked for.
func (c *reproduceCommand) tables() ([]protocol.Table, error) {
	var tables []protocol.Table
	chosen := map[string]bool{}
	for _, name := range c.Tables {
		for _, table := range protocol.Tables {
			if !chosen[table.Name] && (name == table.Name || name == protocol.All) {
				tables, chosen[table.Name] = append(tables, table), true
			}
		}
		if name != protocol.All && !chosen[name] {
			return nil, fmt.Errorf("there is no table %q; known: %s, all", name, tableNames())
		}
	}
	return protocol.Select(tables, c.Models, c.Systems)
}

func tableNames() string {
	var names []string
	for _, table := range protocol.Tables {
		names = append(names, table.Name)
	}
	return strings.Join(names, ", ")
}

// command returns the command line that makes these tables.
func (c *reproduceCommand) command() string {
	text := "gmnc reproduce " + strings.Join(c.Tables, " ")
	for i, seed := range c.Seeds {
		separator := ","
		if i == 0 {
			separator = " --seeds "
		}
		text += fmt.Sprint(separator, seed)
	}
	for _, f := range []struct {
		flag  string
		names []string
	}{{"models", c.Models}, {"systems", c.Systems}} {
		if !slices.Equal(f.names, []string{protocol.All}) {
			text += fmt.Sprintf(" --%s %q", f.flag, strings.Join(f.names, ";"))
		}
	}
	if c.Data != "" {
		text += " --data DIR"
	}
	if c.Shard != "" {
		text += " --shard " + c.Shard
	}
	if c.Budget > 0 {
		text += fmt.Sprintf(" --budget %v", c.Budget)
	}
	return text
}

// showProgress returns a function that shows the progress of a reproduction: as a changing line
// at a terminal, elsewhere as a line for each finished cell.
func showProgress(t *terminal, progress *progress) func(reproduce.Progress) {
	return func(p reproduce.Progress) {
		left := ""
		if p.Left > 0 || p.Done == p.Cells {
			left = fmt.Sprintf(", %v left", p.Left.Round(time.Second))
		}
		cells := fmt.Sprintf("%d/%d cells", p.Done, p.Cells)
		progress.show(p.Fraction, item{cells + left, cells}, item{p.Now, p.Now})
		if p.Result != nil && !t.interactive() {
			t.notice("%s%s; %s: %v", cells, left, p.Now, p.Result)
		}
	}
}
