package report

import (
	"encoding/json"
	"net/http"

	"gmnc/report/pictures"
)

// history describes the training of a run so far: its learning curve, and a line about its last
// epoch.
type history struct {
	figure
	Epochs int    `json:"epochs"`
	Text   string `json:"says"`
}

// newHistory reads the epochs of a subject's run again. It returns nil if the model is not a
// run.
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
