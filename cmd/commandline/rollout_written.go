package commandline

import (
	"bytes"
	"fmt"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/internal/atomicfile"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/report/pictures"
	"gmnc/system"
)

// write writes all frames as arrays.
func (c *rolloutCommand) write(samples []system.Sample, rolled *kept) error {
	if c.Output == "" {
		return nil
	}
	var positions, velocities [][]float32
	for _, frame := range rolled.written {
		positions, velocities = append(positions, frame.Position), append(velocities, frame.Velocity)
	}
	return datasets.WriteRollout(string(c.Output), positions, velocities, rolled.radii, datasets.Sizes(samples))
}

// writeXYZ writes the frames of the chosen sample as extended XYZ.
func (c *rolloutCommand) writeXYZ(t *terminal, data *datasets.Data, samples []system.Sample, frames []predict.Frame) error {
	if c.XYZ == "" {
		return nil
	}
	var text bytes.Buffer
	now := samples[c.Sample]
	for _, frame := range frames {
		now.Position, now.Velocity = frame.Position, frame.Velocity
		datasets.WriteXYZ(&text, commentOf(frame.Step, data.About), data.About, &now)
	}
	return writeFile(t, c.XYZ, text.Bytes())
}

// commentOf returns the number of a step and, if the data set has an interval in a unit of time,
// the time since the first state, as fields of extended XYZ.
func commentOf(step int, about datasets.About) string {
	comment := fmt.Sprintf("step=%d", step)
	interval, known, err := about.Time()
	if unit := about.TimeUnit(); known && err == nil && unit != "" && unit != "frame" {
		comment += fmt.Sprintf(" Time=%.9g time_unit=%q", float64(step)*interval, unit)
	}
	return comment
}

// writeGLB writes the frames of the chosen sample as an animated scene.
func (c *rolloutCommand) writeGLB(t *terminal, model *artifact.Model, data *datasets.Data, samples []system.Sample, frames []predict.Frame) error {
	if c.GLB == "" {
		return nil
	}
	sample := samples[c.Sample]
	film := pictures.FromRollout(sample, frames)
	film.Title, film.Unit, film.Up = c.title(model), data.About.LengthUnit, pictures.Upright(c.Up, data.About, &sample)
	scene, err := plot.GLB(film, pictures.Parts(sample, data.About.ParticleNames()))
	if err != nil {
		return err
	}
	return writeFile(t, c.GLB, scene)
}

// writeFile writes a file and prints its name.
func writeFile(t *terminal, path string, content []byte) error {
	if err := atomicfile.WriteBytes(path, content); err != nil {
		return err
	}
	t.report("file", fileReport{path}, "%s\n", path)
	return nil
}
