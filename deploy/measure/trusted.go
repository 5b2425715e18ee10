package measure

import (
	"errors"

	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/system"
)

// trust opens the model with which files are compared, if it is known. Its twin in another
// precision is opened when it is first used. The function closed closes both.
func trust(limited verify.Limited, own []system.Sample, model, twin func() (predict.Predictor, error)) (trusted verify.Trusted, closed func() error, err error) {
	trusted = verify.Trusted{Limited: limited}
	if model == nil {
		return trusted, func() error { return nil }, nil
	}
	if trusted.Predictor, err = model(); err != nil {
		return trusted, nil, err
	}
	trusted = trusted.WithOwn(own)
	if twin == nil {
		return trusted, trusted.Predictor.Close, nil
	}
	trusted.Twin = &asked{open: twin}
	return trusted, func() error { return errors.Join(trusted.Predictor.Close(), trusted.Twin.Close()) }, nil
}

// asked is a predictor that is opened when it is first used.
type asked struct {
	open   func() (predict.Predictor, error)
	opened predict.Predictor
}

// Outputs implements predict.Predictor.
func (a *asked) Outputs(samples []system.Sample) (outputs map[string][]float32, err error) {
	if a.opened == nil {
		opened, err := a.open()
		if err != nil {
			return nil, err
		}
		a.opened = opened
	}
	return a.opened.Outputs(samples)
}

// Predict implements predict.Predictor.
func (a *asked) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return predict.PositionsBy(a.Outputs, samples)
}

// Close implements predict.Predictor.
func (a *asked) Close() error {
	if a.opened == nil {
		return nil
	}
	return a.opened.Close()
}
