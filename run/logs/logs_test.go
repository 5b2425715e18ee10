package logs

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
	"gmnc/run"
)

// rows are of three epochs, of which the second was validated and the third
// left the float range.
var rows = []run.Epoch{
	{Epoch: 1, Train: 0.5, Valid: math.NaN(), Time: 1},
	{Epoch: 2, Train: 0.25, Valid: 0.125, Time: 2},
	{Epoch: 3, Train: math.Inf(1), Valid: math.NaN(), Time: 3},
}

// logged writes the rows in two parts, with half a record between them as a
// kill leaves it, and returns the file's path.
func logged(t *testing.T, format, name string) (path string) {
	t.Helper()
	folder := run.Folder(t.TempDir())
	path = filepath.Join(folder.String(), name)
	add := func(rows []run.Epoch) {
		log, err := Open(format, folder)
		require.NoError(t, err)
		require.NoError(t, log.Add(rows))
		require.NoError(t, log.Add(rows), "what is there is not added again")
		require.NoError(t, log.Close())
	}
	add(rows[:1])
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	add(rows[:2])
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, after[:(len(before)+len(after))/2], 0o600))
	add(rows)
	return path
}

func TestLines(t *testing.T) {
	content, err := os.ReadFile(logged(t, "jsonl", run.LinesName))
	require.NoError(t, err)
	require.Equal(t, `{"epoch":1,"train_loss":0.5,"valid_mse":null,"seconds":1}
{"epoch":2,"train_loss":0.25,"valid_mse":0.125,"seconds":2}
{"epoch":3,"train_loss":null,"valid_mse":null,"seconds":3}
`, string(content))
}

func TestEventsAreWhole(t *testing.T) {
	content, err := os.ReadFile(logged(t, "tensorboard", run.EventsName))
	require.NoError(t, err)
	var steps []int
	for len(content) > 0 {
		event, size := record(content)
		require.NotZero(t, size)
		steps, content = append(steps, step(event)), content[size:]
	}
	require.Equal(t, []int{0, 1, 2, 3}, steps)
}

// TestEventsByHand writes the bytes out that protobuf prescribes for the fields of TensorFlow's
// event.proto and summary.proto: the time is field 1, the step 2, the version 3, the summary 5.
func TestEventsByHand(t *testing.T) {
	e := &events{now: func() time.Time { return time.UnixMilli(1500) }}
	const seconds = "\x09\x00\x00\x00\x00\x00\x00\xf8\x3f" // 1.5 as float64
	require.Equal(t, seconds+"\x10\x00\x1a\x02v2", string(e.event(0, fileVersionField, []byte("v2"))))

	value := "\x0a\x03tag" + "\x15\x00\x00\x00\x3f" // 0.5 as float32
	summary := appendScalar(nil, "tag", 0.5)
	require.Equal(t, "\x0a\x0a"+value, string(summary))
	event := e.event(3, summaryField, summary)
	require.Equal(t, seconds+"\x10\x03\x2a\x0c"+string(summary), string(event))
	require.Equal(t, 3, step(event))
	for cut := range len(event) {
		require.Contains(t, []int{0, 3}, step(event[:cut]), "a broken event has its step or none")
	}
}

// TestNoNumbersOfJSON: what JSON has no number for is null.
func TestNoNumbersOfJSON(t *testing.T) {
	for _, value := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		require.Nil(t, known(value))
	}
	require.Equal(t, 0.5, *known(0.5))
}

// TestChecksum has the example of RFC 3720, B.4, for 32 bytes of zeros, whose
// CRC-32C is 8a9136aa, masked as TensorFlow does.
func TestChecksum(t *testing.T) {
	crc := uint32(0x8a9136aa)
	require.Equal(t, (crc>>15|crc<<17)+0xa282ead8, checksum(make([]byte, 32)))
}

// tensorBoard reads a folder as TensorBoard does.
const tensorBoard = `
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1])
events.Reload()
print(json.dumps({tag: [(e.step, str(e.value)) for e in events.Scalars(tag)] for tag in events.Tags()["scalars"]}))
`

// TestTensorBoardReadsTheEvents by its own reader, of the Python package
// tensorboard, if GMNC_TENSORBOARD names a Python that has it, or python3 does.
func TestTensorBoardReadsTheEvents(t *testing.T) {
	python := os.Getenv("GMNC_TENSORBOARD")
	if python == "" {
		python = "python3"
	}
	if exec.Command(python, "-c", "import tensorboard").Run() != nil {
		testenv.Missing(t, "tensorboard", "no Python with the package tensorboard; GMNC_TENSORBOARD may name one")
	}
	folder := filepath.Dir(logged(t, "tensorboard", run.EventsName))
	command := exec.Command(python, "-c", tensorBoard, folder)
	var complaints strings.Builder
	command.Stderr = &complaints
	output, err := command.Output()
	require.NoError(t, err, complaints.String())
	var read map[string][][2]any
	require.NoError(t, json.Unmarshal(output, &read), string(output))
	require.Equal(t, map[string][][2]any{
		"loss/train": {{1.0, "0.5"}, {2.0, "0.25"}, {3.0, "inf"}},
		"mse/valid":  {{2.0, "0.125"}},
	}, read)
}

func TestLogsThatCannotBe(t *testing.T) {
	_, err := Open("wandb", run.Folder(t.TempDir()))
	require.EqualError(t, err, `there is no log of the format "wandb"; known: jsonl, tensorboard`)
	_, err = Open("jsonl", run.Folder(filepath.Join(t.TempDir(), "absent")))
	require.ErrorContains(t, err, "cannot write the log")
	for format, name := range map[string]string{"jsonl": run.LinesName, "tensorboard": run.EventsName} {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("a text of somebody else's\n"), 0o600))
		_, err := Open(format, run.Folder(folder))
		require.ErrorContains(t, err, "move it away")
	}
}
