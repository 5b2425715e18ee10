package train

import "fmt"

// noteKernels adds the engine's kernels to those with which the run was trained. If the kernels
// change, it tells the Observer.
func (j *Job) noteKernels() {
	if j.Engine.Kernels == nil {
		return
	}
	now, before := j.Engine.Kernels(), j.Config.Kernels
	if len(before) > 0 && before[len(before)-1] == now {
		return
	}
	j.Config.Kernels = append(before[:len(before):len(before)], now)
	if len(before) > 0 && j.Observer.Notice != nil {
		j.Observer.Notice(fmt.Sprintf("the run %s was trained with %s kernels and goes on with %s ones: from here on its bits are others than without the change",
			j.Store, before[len(before)-1], now))
	}
}
