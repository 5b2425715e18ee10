package deploy

import "gmnc/run"

// Unmeasured returns the file that an export would measure before it writes it.
func Unmeasured(trained *run.Run, options Options) ([]byte, error) {
	e, err := prepare(trained, options)
	if err != nil {
		return nil, err
	}
	return e.encode()
}
