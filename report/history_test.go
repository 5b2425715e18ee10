package report

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/plot"
	"gmnc/report/pictures"
	"gmnc/run"
)

// TestHistoryOfARun: what is served grows with the run's metrics; a file has none.
func TestHistoryOfARun(t *testing.T) {
	folder := t.TempDir()
	ask := func(path string) (h *struct {
		Title  string
		Charts []plot.Chart
		Epochs int
		Says   string
	}, code int) {
		answer := httptest.NewRecorder()
		serveHistory(&pictures.Subject{Path: path, Title: "run"})(answer, httptest.NewRequest("GET", "/history.json", nil))
		if answer.Code == 200 {
			require.NoError(t, json.Unmarshal(answer.Body.Bytes(), &h))
		}
		return h, answer.Code
	}
	h, _ := ask(folder)
	require.Nil(t, h, "no epoch yet")
	epochs := []run.Epoch{{Epoch: 1, Train: 1, Valid: 0.04}, {Epoch: 2, Train: 0.5, Valid: 0.01}, {Epoch: 3, Train: 0.4, Valid: 0.09}}
	for count := 1; count <= len(epochs); count++ {
		require.NoError(t, run.WriteMetrics(run.Folder(folder), epochs[:count]))
		h, _ = ask(folder)
		require.Equal(t, count, h.Epochs)
		require.NotEmpty(t, h.Charts)
	}
	require.Contains(t, h.Says, "has finished epoch 3; its validation error is lowest in epoch 2: root mean squared error 0.1.")
	require.NoError(t, os.WriteFile(filepath.Join(folder, run.MetricsName), []byte("x"), 0o644))
	_, code := ask(folder)
	require.Equal(t, 500, code)
	file := filepath.Join(folder, "model.onnx")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	h, code = ask(file)
	require.Nil(t, h)
	require.Equal(t, 200, code)
}
