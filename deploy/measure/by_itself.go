package measure

import "gmnc/predict/verify"

// ByItself returns an error that says how a model breaks its description in the float64
// interpreter, without a file. The error broken is nil if nothing is broken, and also for files
// of gradients and of training and for models that cannot be built.
func (m *Measurement) ByItself() (broken error, err error) {
	if m.trusted == nil {
		return nil, nil
	}
	model, err := m.trusted()
	if err != nil {
		return nil, err
	}
	defer model.Close()
	return verify.Symmetries(m.promised, m.Groups, model).Err(), nil
}
