package train

import (
	"fmt"

	"gmnc/internal/fields"
	"gmnc/run"
)

// checkSteps compares the number of steps that the solver made with the number of steps in the
// epochs.
func (t *training) checkSteps() error {
	var steps int
	for epoch := range t.state.epoch {
		inEpoch, err := batches(t.samplesIn(epoch+1), t.options.Batch, t.options.KeepLast)
		if err != nil {
			return err
		}
		steps += inEpoch
	}
	if t.state.adam.Step != steps {
		return t.damaged(fmt.Errorf("it made %d steps in %d epochs, expected %d", t.state.adam.Step, t.state.epoch, steps))
	}
	return nil
}

// checkBest compares the best weights of a resumed run with what its state says of them.
// Weights are written before the state, so after a kill they may be of the epoch that is
// repeated, or of the one that finish validated. Any others were removed, or belong to another
// run.
func (t *training) checkBest() error {
	best := &run.Run{}
	if run.HasWeights(t.job.Store) {
		var err error
		if best, err = run.ReadUnbuilt(t.job.Store); err != nil {
			return err
		}
	}
	s, epoch, valid := t.state, best.Epoch(), best.Valid()
	switch {
	case epoch == s.bestEpoch && (epoch == 0 || valid == s.bestValid):
	case epoch == s.epoch+1 && epoch > t.options.Epochs:
		return fields.Errorf("its weights are of epoch %d already: {epochs} is %d or more", epoch, epoch)
	case epoch == s.epoch+1 && valid < s.bestValid:
	case epoch == s.epoch && epoch > s.bestEpoch && valid < s.bestValid:
		s.bestEpoch, s.bestValid = epoch, valid
	case epoch == 0:
		return fmt.Errorf("its best weights, of epoch %d, were removed or changed: put them back, or train anew in another folder", s.bestEpoch)
	default:
		return fmt.Errorf("its weights are of epoch %d with the validation error %g, and its lowest was %g in epoch %d: put those back, or train anew in another folder",
			epoch, valid, s.bestValid, s.bestEpoch)
	}
	return nil
}

// result returns the run after its last epoch. Its weights must be the best ones that the state
// knows. They are not if the run was resumed and did not reach those weights again, or reached
// others with other kernels.
func (t *training) result() (*run.Run, error) {
	trained, err := run.Read(t.job.Store)
	if err != nil {
		return nil, err
	}
	if epoch := trained.Epoch(); epoch != t.state.bestEpoch {
		return nil, fmt.Errorf("%s holds the weights of epoch %d of a training that was interrupted then, and the lowest validation error of this one was in epoch %d: train anew in another folder",
			t.job.Store, epoch, t.state.bestEpoch)
	}
	return trained, nil
}
