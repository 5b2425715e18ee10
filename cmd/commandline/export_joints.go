package commandline

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"gmnc/datasets"
	"gmnc/run"
)

// jointsFlag is the flag --joints DATA.npz, or --joints for the robot in the run's own folder.
type jointsFlag struct {
	asked bool
	data  string
}

// IsBool lets the flag stand without a value.
func (j *jointsFlag) IsBool() bool { return true }

// Decode implements kong.MapperValue. A value after a space counts as one only if it ends in
// .npz: other words are arguments of the command.
func (j *jointsFlag) Decode(ctx *kong.DecodeContext) error {
	j.asked = true
	next := ctx.Scan.Peek()
	if text := fmt.Sprint(next.Value); next.Type == kong.FlagValueToken || next.IsValue() && strings.HasSuffix(text, ".npz") {
		j.data = text
		ctx.Scan.Pop()
	}
	return nil
}

// read reads the data set of the robot.
func (j *jointsFlag) read(folder string, config run.Config) (*datasets.Data, error) {
	if j.data != "" {
		return datasets.Read(j.data)
	}
	return run.ReadRobot(run.Folder(folder), config)
}
