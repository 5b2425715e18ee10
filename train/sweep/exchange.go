package sweep

import (
	"encoding/json"
	"math"

	"gmnc/run"
	engine "gmnc/runtime"
	"gmnc/train"
)

// message is what a rank sends to the others about an outcome.
type message struct {
	Metrics map[string]string // metrics of the trained run
	Test    uint64            // the bits of the error, which may be NaN
	Failed  *train.NonFiniteError
}

// exchange completes the outcomes of the runs with those of other ranks. Runs that other ranks
// trained have metrics but no weights here.
func exchange(runs []Run, outcomes []Outcome, ranks engine.Ranks) error {
	own := make([]message, len(outcomes))
	for i, o := range outcomes {
		own[i].Test = math.Float64bits(o.Test)
		own[i].Failed, _ = o.Failed.(*train.NonFiniteError)
		if o.Trained != nil {
			own[i].Metrics = o.Trained.Metrics
		}
	}
	text, err := json.Marshal(own)
	if err := ranks.Agree(err); err != nil {
		return err
	}
	all, err := ranks.Share(text)
	if err != nil {
		return err
	}
	for i := range outcomes {
		rank := i % ranks.Size()
		if rank == ranks.Rank() {
			continue
		}
		var of []message
		if err := json.Unmarshal(all[rank], &of); err != nil {
			return err
		}
		outcomes[i] = of[i].outcome(runs[i])
	}
	return nil
}

func (t message) outcome(of Run) Outcome {
	o := Outcome{Run: of, Valid: math.NaN(), Test: math.NaN()}
	if t.Failed != nil {
		o.Failed = t.Failed
		return o
	}
	o.Trained = &run.Run{Config: of.Job.Config, Metrics: t.Metrics}
	o.Valid, o.Test = o.Trained.Valid(), math.Float64frombits(t.Test)
	return o
}
