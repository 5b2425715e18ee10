package report

import (
	"encoding/json"
	"net/http"

	"gmnc/report/pictures"
)

// history is how a run has learned so far: its learning curve, and a line on its last epoch.
type history struct {
	figure
	Epochs int    `json:"epochs"`
	Text   string `json:"says"`
}

// newHistory reads the epochs of a subject's run anew; nil of a model that is no run.
func newHistory(s *pictures.Subject) (*history, error) {
	again, err := s.Again()
	if err != nil || len(again.Epochs) == 0 {
		return nil, err
	}
	last := again.Epochs[len(again.Epochs)-1]
	h := &history{Epochs: last.Epoch, Text: again.Progress()}
	h.Title, h.Charts = again.LearningCurve().Charts()
	return h, nil
}

// serveHistory answers with the history, or null.
func serveHistory(s *pictures.Subject) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		found, err := newHistory(s)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(found)
	}
}
