package kernels

import (
	"syscall"

	"golang.org/x/sys/cpu"
)

// amxAllowed reports whether the processor multiplies tiles of bfloat16 and Linux
// lets this process do so. A process must ask, since the state of its threads grows
// by 8 kB (Documentation/arch/x86/xstate.rst).
func amxAllowed() bool {
	const requestPermission, tileData = 0x1023, 18
	if !cpu.X86.HasAMXTile || !cpu.X86.HasAMXBF16 {
		return false
	}
	_, _, failed := syscall.Syscall(syscall.SYS_ARCH_PRCTL, requestPermission, tileData, 0)
	return failed == 0
}
