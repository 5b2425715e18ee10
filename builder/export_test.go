package builder

// Unregister takes a model out of the table again.
func Unregister(model string) {
	registering.Lock()
	defer registering.Unlock()
	delete(models, model)
}
