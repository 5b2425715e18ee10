package main

import (
	"runtime"

	"gmnc/deploy"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/onnxruntime"
)

type doctorCommand struct{}

func (c *doctorCommand) Run(t *terminal) error {
	t.printf("gmnc %s, %s, %s/%s, %d processors\n", deploy.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	t.printf("  interpreter  built in (float64, the reference)\n")
	t.printf("  gorgonia     built in (trains; -O0, -O1 and -O2)\n")
	t.printf("  native       built in (%s kernels; runs models, and -O1 and -O2 of training)\n", kernels.Level())
	t.printf("  onnx-go      built in (runs exported files)\n")
	t.printf("  onnxruntime  %s\n", onnxruntime.Doctor())
	return nil
}
