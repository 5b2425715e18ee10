package logs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"gmnc/run"
)

// TestRecords: a record has its content and its size, and one that is cut, or whose length is damaged, has none.
func TestRecords(t *testing.T) {
	for _, content := range []string{"", "a", "some text"} {
		whole := framed([]byte(content))
		require.Len(t, whole, len(content)+16)
		got, size := record(append(whole, "more"...))
		require.Equal(t, content, string(got))
		require.Equal(t, len(whole), size)
		for cut := range whole {
			_, size := record(whole[:cut])
			require.Zero(t, size, "%q, cut to %d bytes", content, cut)
		}
		whole[0]++
		_, size = record(append(whole, "more"...))
		require.Zero(t, size)
	}
}

// TestStepsOfEvents: the step of an event is a whole number in its second field, behind or before others, and is 0 without one.
func TestStepsOfEvents(t *testing.T) {
	other := protowire.AppendBytes(protowire.AppendTag(nil, summaryField, protowire.BytesType), []byte("abc"))
	wrong := protowire.AppendFixed32(protowire.AppendTag(nil, stepField, protowire.Fixed32Type), 9)
	of := protowire.AppendVarint(protowire.AppendTag(nil, stepField, protowire.VarintType), 7)
	first := protowire.AppendVarint(protowire.AppendTag(nil, wallTimeField, protowire.VarintType), 8)
	join := func(parts ...[]byte) (all []byte) {
		for _, part := range parts {
			all = append(all, part...)
		}
		return all
	}
	for want, events := range map[int][][]byte{
		7: {of, join(other, of), join(of, other), join(wrong, of), join(first, of)},
		0: {nil, other, wrong, first, {0xff}, join(other, []byte{0xff}), join(other[:len(other)-1])},
	} {
		for i, event := range events {
			require.Equal(t, want, step(event), "event %d of step %d", i, want)
		}
	}
}

// TestLogsGoOn: a log that is opened again begins behind its last epoch, and the event file has its version once.
func TestLogsGoOn(t *testing.T) {
	folder := run.Folder(t.TempDir())
	log, err := openEvents(folder)
	require.NoError(t, err)
	e := log.(*events)
	require.Zero(t, e.last)
	e.now = func() time.Time { return time.UnixMilli(0) }
	require.NoError(t, e.Add(rows))
	require.Equal(t, 3, e.last)
	require.NoError(t, e.Close())
	require.ErrorIs(t, e.Add([]run.Epoch{{Epoch: 4}}), os.ErrClosed)
	before, err := os.ReadFile(filepath.Join(folder.String(), run.EventsName))
	require.NoError(t, err)
	require.Equal(t, []int{1, 3, 1}, []int{strings.Count(string(before), "brain.Event:2"), strings.Count(string(before), "loss/train"), strings.Count(string(before), "mse/valid")})
	log, err = openEvents(folder)
	require.NoError(t, err)
	require.Equal(t, 3, log.(*events).last)
	require.NoError(t, log.Add(rows))
	require.NoError(t, log.Close())
	after, err := os.ReadFile(filepath.Join(folder.String(), run.EventsName))
	require.NoError(t, err)
	require.Equal(t, before, after)

	log, err = openLines(folder)
	require.NoError(t, err)
	require.NoError(t, log.Add(rows[:2]))
	require.Equal(t, 2, log.(*lines).last)
	require.NoError(t, log.Close())
	require.ErrorIs(t, log.Add(rows[2:]), os.ErrClosed)
	require.ErrorIs(t, log.Close(), os.ErrClosed)
	log, err = openLines(folder)
	require.NoError(t, err)
	require.Equal(t, 2, log.(*lines).last)
	require.NoError(t, log.Close())
}

// TestLogsOfOthers: a folder under the name of a log is an error, and so is a file that is closed.
func TestLogsOfOthers(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{run.LinesName, run.EventsName} {
		require.NoError(t, os.Mkdir(filepath.Join(folder, name), 0o755))
	}
	for _, format := range Formats() {
		_, err := Open(format, run.Folder(folder))
		require.ErrorContains(t, err, "cannot write the log")
	}
	file, err := os.Create(filepath.Join(folder, "closed"))
	require.NoError(t, err)
	require.NoError(t, file.Close())
	require.ErrorIs(t, cutTo(file, 0), os.ErrClosed)
	require.Equal(t, []string{"jsonl", "tensorboard"}, Formats())
}

// TestNumbersOfFields: events have the numbers of fields that TensorBoard reads: a time, a step, the version of the file and
// summaries of a tag and a value.
func TestNumbersOfFields(t *testing.T) {
	e := &events{now: func() time.Time { return time.UnixMilli(1500) }}
	begin := "\x09\x00\x00\x00\x00\x00\x00\xf8\x3f\x10" // 1.5 s, and the key of the step
	require.Equal(t, begin+"\x00\x1a\x0dbrain.Event:2", string(e.event(0, fileVersionField, []byte("brain.Event:2"))))
	summary := appendScalar(nil, "a", 0.5)
	require.Equal(t, "\x0a\x08\x0a\x01a\x15\x00\x00\x00\x3f", string(summary))
	require.Equal(t, begin+"\x07\x2a\x0a"+string(summary), string(e.event(7, summaryField, summary)))
}
