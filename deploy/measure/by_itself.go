package measure

import "gmnc/predict/verify"

// ByItself reports what a model breaks of its description in the float64 interpreter, without a file:
// nil if nothing, or of files of gradients and of training, and of models that cannot be built.
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
