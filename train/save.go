package train

import "gmnc/run"

// save writes the state from which a training resumes. It writes the metrics first, because
// Resume takes as many rows as the state has epochs.
func (t *training) save() error { return save(t.job.Store, t.rows, t.state) }

func save(store run.Store, rows []run.Epoch, s *state) error {
	if err := run.WriteMetrics(store, rows); err != nil {
		return err
	}
	return s.write(store)
}

// saveMeanwhile starts to save while the next step is made. A disk takes 7 ms, most of it
// waiting, and an epoch of 400 systems (3,2,1) takes 80 ms. A call of saved ends it. Several
// ranks save together, and do nothing else meanwhile.
func (t *training) saveMeanwhile() {
	s := *t.state
	s.average = copied(s.average) // the next step changes it in place
	rows := t.rows
	t.saving = make(chan error, 1)
	if t.job.Ranks.Size() > 1 {
		t.saving <- save(t.job.Store, rows, &s)
		return
	}
	go func() { t.saving <- save(t.job.Store, rows, &s) }()
}

// saved waits for a save that is in progress, and then tells the observer.
func (t *training) saved() error {
	if t.saving == nil {
		return nil
	}
	err := <-t.saving
	t.saving = nil
	if err == nil && t.job.Observer.Epoch != nil {
		err = t.job.Observer.Epoch(t.rows)
	}
	return err
}
