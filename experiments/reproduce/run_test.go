package reproduce

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/fields"
	"gmnc/run"
)

// small is a row of a small model, trained for two epochs.
func small(name, form string) protocol.Row {
	return protocol.Row{
		Name: name, Model: config.Config{Model: "gmn", Form: form, Layers: 1, Hidden: 4},
		Training: run.Options{Epochs: 2, Batch: 4, LearningRate: 1e-3, ValidEvery: 1, Level: 2},
	}
}

// TestReasonsNameFlags: an error names an option as the report does, if that has names of its own.
func TestReasonsNameFlags(t *testing.T) {
	err := fmt.Errorf("a cell: %w", fields.Errorf("{hidden} %d is too small", 1))
	require.Equal(t, err.Error(), Job{}.reason(err))
	require.Equal(t, "a cell: --hidden 1 is too small", Job{Flag: func(option string) string { return "--" + option }}.reason(err))
}

func smallData(system string) corpus.DataSet {
	return corpus.DataSet{Kind: "n-body", System: system, Train: 8, Valid: 4, Test: 4}
}

// smallTable has two models on two systems, one of them at two training
// sizes, and a model that there is not.
func smallTable() protocol.Table {
	absent := small("Transformer", config.Published)
	absent.Model.Model = "transformer"
	return protocol.Table{
		Name: "small", Title: "two models", Metric: protocol.PositionError, Figure: protocol.OverSizes,
		Rows: []protocol.Row{small("A", config.Published), small("B", config.Paper), absent},
		Columns: []protocol.Column{
			{System: "1,1,0", TrainSize: 4, Data: smallData("1,1,0")},
			{System: "1,1,0", TrainSize: 8, Data: smallData("1,1,0")},
			{System: "2,0,0", TrainSize: 8, Data: smallData("2,0,0")},
		},
	}
}

// oneCellTable is the first cell of smallTable.
func oneCellTable() protocol.Table {
	table := smallTable()
	table.Rows, table.Columns = table.Rows[:1], table.Columns[:1]
	return table
}

func smallJob(t *testing.T, tables ...protocol.Table) Job {
	return Job{Tables: tables, Seeds: []uint64{1, 2}, Folder: filepath.Join(t.TempDir(), "out")}
}

// text is the first table of a report as CSV.
func text(t *testing.T, report *pages.Report) string {
	t.Helper()
	var text strings.Builder
	require.NoError(t, report.Tables[0].WriteCSV(&text))
	return text.String()
}

func reproduced(t *testing.T, job Job) *pages.Report {
	t.Helper()
	report, err := Run(t.Context(), job)
	require.NoError(t, err)
	return report
}

// trained counts the steps of trainings that a job makes.
func trained(job *Job) *int {
	steps := new(int)
	job.Progress = func(p Progress) {
		if p.Result == nil {
			*steps++
		}
	}
	return steps
}

func TestTable(t *testing.T) {
	job := smallJob(t, smallTable())
	var last Progress
	job.Progress = func(p Progress) { last = p }
	report := reproduced(t, job)
	require.Equal(t, 12, last.Cells)
	require.Equal(t, 12, last.Done)
	require.InDelta(t, 1, last.Fraction, 1e-9)
	table := report.Tables[0]
	blank, all := table.Missing()
	require.Equal(t, []int{6, 18}, []int{blank, all})
	for _, p := range table.Comparisons {
		for _, m := range p.Measured {
			if p.Row.Name == "Transformer" {
				require.Contains(t, m.Blank, `there is no model "transformer"`)
				continue
			}
			require.Empty(t, m.Blank)
			require.Greater(t, m.Errors.Mean, 0.0)
			require.Less(t, m.Errors.Constraint, 1e-5)
		}
	}
	first := table.Comparisons[0].Measured
	require.NotEqual(t, first[0].Errors, first[1].Errors, "a seed draws everything anew")

	steps := trained(&job)
	require.Equal(t, text(t, report), text(t, reproduced(t, job)), "done cells are read")
	require.Zero(t, *steps)
}

// TestUpdate: the table is known after every cell, and after the last it is
// what Run returns.
func TestUpdate(t *testing.T) {
	job := smallJob(t, smallTable())
	var tables []string
	var missing []int
	job.Update = func(report *pages.Report) error {
		blank, _ := report.Tables[0].Missing()
		tables, missing = append(tables, text(t, report)), append(missing, blank)
		return nil
	}
	report := reproduced(t, job)
	require.Len(t, missing, 12)
	require.Equal(t, 6, missing[11])
	require.Less(t, missing[0], 18)
	require.IsNonIncreasing(t, missing)
	require.Contains(t, tables[0], "not done yet")
	require.Equal(t, text(t, report), tables[11])

	full := errors.New("the disk is full")
	job = smallJob(t, oneCellTable())
	job.Update = func(*pages.Report) error { return full }
	report, err := Run(t.Context(), job)
	require.ErrorIs(t, err, full)
	blank, _ := report.Tables[0].Missing()
	require.Zero(t, blank, "the cells are done all the same")
}

func TestTablesShareCells(t *testing.T) {
	job := smallJob(t, smallTable())
	reproduced(t, job)
	other := smallTable()
	other.Name, other.Metric = "other", protocol.ConstraintError
	other.Columns = other.Columns[:1]
	job.Tables = []protocol.Table{other}
	steps := trained(&job)
	report := reproduced(t, job)
	require.Zero(t, *steps)
	require.Empty(t, report.Tables[0].Comparisons[0].Measured[0].Blank)
}

func TestAverageOfATransfer(t *testing.T) {
	trainedOn := smallData("1,1,0")
	table := protocol.Table{Name: "transfer", Metric: protocol.PositionError, Rows: []protocol.Row{small("A", config.Published), protocol.Own("own", small("A", config.Published))}}
	for _, system := range []string{"1,1,0", "2,0,0"} {
		table.Columns = append(table.Columns, protocol.Column{System: system, TrainSize: 8, Data: smallData(system), Trained: &trainedOn})
	}
	table.Columns = append(table.Columns, protocol.Column{System: "average", TrainSize: 8, Average: true})
	job := smallJob(t, table)
	job.Seeds = job.Seeds[:1]
	places := reproduced(t, job).Tables[0].Comparisons
	errors := func(place int) protocol.Errors { return *places[place].Measured[0].Errors }
	require.Equal(t, errors(0), errors(3), "where it is tested on the same system")
	require.NotEqual(t, errors(1), errors(4))
	require.InDelta(t, (errors(0).Mean+errors(1).Mean)/2, errors(2).Mean, 1e-12)
	folders, err := os.ReadDir(filepath.Join(job.Folder, "runs"))
	require.NoError(t, err)
	require.Len(t, folders, 2, "one training, tested on two systems; another on its own")
}

func TestBudget(t *testing.T) {
	job := smallJob(t, smallTable())
	job.Budget = time.Nanosecond
	report := reproduced(t, job)
	blank, all := report.Tables[0].Missing()
	require.Equal(t, all, blank)
	require.Contains(t, report.Tables[0].Comparisons[0].Measured[0].Blank, "the time was over")
	job.Budget = time.Hour
	blank, _ = reproduced(t, job).Tables[0].Missing()
	require.Equal(t, 6, blank, "of the model that there is not")
}

func TestAnOverflowIsAResult(t *testing.T) {
	table := oneCellTable()
	table.Rows[0].Training.LearningRate = 1e30
	job := smallJob(t, table)
	report := reproduced(t, job)
	m := report.Tables[0].Comparisons[0].Measured[0]
	require.Nil(t, m.Errors)
	require.Contains(t, m.Overflow, "not finite")
	require.Equal(t, 2, report.Tables[0].Comparisons[0].Overflows())

	cells, err := filepath.Glob(filepath.Join(job.Folder, "cells", "*.json"))
	require.NoError(t, err)
	for _, path := range cells {
		require.NoError(t, os.Remove(path))
	}
	steps := trained(&job)
	require.Equal(t, m.Overflow, reproduced(t, job).Tables[0].Comparisons[0].Measured[0].Overflow)
	require.Zero(t, *steps, "the run folder knows that it overflowed")

	var text bytes.Buffer
	require.NoError(t, report.Tables[0].WriteMarkdown(&text, nil))
	require.Contains(t, text.String(), "| A | O.F. |")
}

// TestALaterOverflow: of runs side by side any that overflows is the cell's result.
func TestALaterOverflow(t *testing.T) {
	table := oneCellTable()
	table.Rows[0].Runs = 2
	job := smallJob(t, table)
	job.Seeds = job.Seeds[:1]
	later := table.Cell(table.Rows[0], table.Columns[0], 1).TrainingKey()
	later.Options.Seed++
	folder := (&runner{job: job}).runFolder(later)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	const note = "the loss is not finite in epoch 1"
	require.NoError(t, run.WriteMetrics(run.Folder(folder), []run.Epoch{{Epoch: 1, Train: math.Inf(1), Time: 1000, Note: note}}))
	m := reproduced(t, job).Tables[0].Comparisons[0].Measured[0]
	require.Nil(t, m.Errors)
	require.Equal(t, note, m.Overflow)
	require.Greater(t, m.Result.Seconds, 1000.0, "of both")
}

// TestAFailedCell does not keep the others from being done.
func TestAFailedCell(t *testing.T) {
	table := smallTable()
	table.Rows = table.Rows[:1]
	table.Columns[1].Data.Kind, table.Columns[1].Data.System = "n-body", "1,1"
	job := smallJob(t, table)
	report, err := Run(t.Context(), job)
	require.ErrorContains(t, err, `A on 1,1,0, 8 samples, seed 1: system "1,1"`)
	require.Empty(t, report.Tables[0].Comparisons[2].Measured[0].Blank)
	require.Contains(t, report.Tables[0].Comparisons[1].Measured[0].Blank, `system "1,1"`)
}

func TestWrite(t *testing.T) {
	table := smallTable()
	table.Rows = table.Rows[:1]
	job := smallJob(t, table)
	report := reproduced(t, job)
	for _, figure := range []protocol.Figure{protocol.OverSizes, protocol.TrainingAndTest} {
		report.Tables[0].Figure = figure
		files, err := report.Write(job.Folder, "gmnc reproduce small")
		require.NoError(t, err)
		require.Len(t, files, 4)
		for _, file := range files {
			require.FileExists(t, file)
		}
	}
	require.NoError(t, os.RemoveAll(filepath.Join(job.Folder, pages.RunsFolder)))
	files, err := report.Write(job.Folder, "gmnc reproduce small")
	require.NoError(t, err, "finished cells do not need their runs")
	require.Len(t, files, 2)

	report.Tables[0].Figure = protocol.OverSizes
	report.Tables = append(report.Tables, report.Tables[0])
	report.Tables[1].Name = "second"
	folder := t.TempDir()
	for _, figure := range []string{"small.png", "small.svg", "second.png", "second.svg"} {
		require.NoError(t, os.MkdirAll(filepath.Join(folder, figure, "in the way"), 0o755))
	}
	files, err = report.Write(folder, "gmnc reproduce small second")
	require.ErrorContains(t, err, "small.png")
	require.ErrorContains(t, err, "second.svg")
	require.Len(t, files, 4, "the texts of both tables")
	report.Tables = report.Tables[:1]
	report.Tables[0].Figure = protocol.DotPlots // also where the paper has nothing
	files, err = report.Write(t.TempDir(), "gmnc reproduce small")
	require.NoError(t, err)
	require.Len(t, files, 4)
	rows, err := csv.NewReader(strings.NewReader(text(t, report))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+6)
}
