package deploy

import "context"

// inTurn makes one measurement after another until one returns an error, or until ctx has ended. Then
// it returns the cause of that.
func inTurn(ctx context.Context, measurements ...func() error) error {
	for _, measurement := range measurements {
		err := context.Cause(ctx)
		if err == nil {
			err = measurement()
		}
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		if err != nil {
			return err
		}
	}
	return nil
}
