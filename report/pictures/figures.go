package pictures

import (
	"fmt"
	"math"

	"gmnc/plot"
	"gmnc/predict"
)

// Figure is a picture, by the name of its file.
type Figure struct {
	Name    string
	Drawing *plot.Drawing
}

// The names of pictures.
const (
	learningCurve = "learning_curve"
	overParticles = "error_over_particles"
	overSamples   = "error_over_samples"
	overTime      = "error_over_time"
)

// Figures are the learning curve of a run, and the errors over particles, over
// samples and, where it is known when samples begin, over time.
func (s *Subject) Figures() (figures []Figure) {
	add := func(name string, drawing *plot.Drawing) { figures = append(figures, Figure{name, drawing}) }
	if len(s.Epochs) > 0 {
		add(learningCurve, s.LearningCurve())
	}
	if s.Data == nil {
		return figures
	}
	squared := plot.Squared("mean squared error x100", s.Unit())
	add(overParticles, plot.Bars(plot.Axes{Title: s.title("Errors of particles"), X: "particle", Y: squared},
		ParticleKinds(), FromParticles(s.Samples, s.Position, s.Line.Position)))
	model, line := FromErrors(s.Squared), FromErrors(s.Straight)
	model.Name, line.Name = "model", plot.StraightLine
	add(overSamples, plot.Curves(plot.Axes{Title: s.title("Errors of samples"), X: squared, Y: "samples of at most this error, %", LogX: true},
		[]plot.Series{model, line}))
	if origin := s.Data.Origins[s.Split]; len(origin.Starts) == len(s.Samples) {
		add(overTime, plot.Curves(plot.Axes{Title: s.title("Errors over time"), X: "frame at which a sample begins", Y: squared, WholeX: true, LogY: true},
			append(FromStarts(origin, s.Squared), straightStarts(FromStarts(origin, s.Straight))...)))
	}
	return figures
}

// LearningCurve draws the training of a run.
func (s *Subject) LearningCurve() *plot.Drawing {
	data := ""
	if s.Model != nil && s.Model.Config().Data != nil {
		data = s.Model.Config().Data.File
	}
	return LearningCurve(Learning{
		Title: plot.Title("Learning curve", s.Title, data), Unit: s.Unit(), Epochs: s.Epochs, Straight: s.ValidStraight,
	})
}

// straightStarts names the series of the straight line.
func straightStarts(all []plot.Series) []plot.Series {
	for i := range all {
		if len(all) == 1 {
			all[i].Name = plot.StraightLine
		} else {
			all[i].Name += ", straight"
		}
	}
	return all
}

// Sample draws a sample of the split in space.
func (s *Subject) Sample(sample int, up plot.Axis) *plot.Drawing {
	picture := s.picture(sample, up)
	picture.Title = plot.Title(fmt.Sprintf("%s, %s sample %d", s.Title, s.Split, sample), s.File,
		fmt.Sprintf("root mean squared error %.3g %s (%s: %.3g)", s.rootError(s.Squared, sample), s.Unit(), plot.StraightLine, s.rootError(s.Straight, sample)))
	return plot.Trajectory(picture)
}

// picture is a sample in space, without a title.
func (s *Subject) picture(sample int, up plot.Axis) plot.Picture {
	picture := FromSample(s.Samples[sample], s.predicted(sample))
	picture.Up, picture.Unit = up, s.Unit()
	return picture
}

// predicted are the positions of a sample.
func (s *Subject) predicted(sample int) []float32 {
	return s.Position[s.Start(sample):][:len(s.Samples[sample].Position)]
}

// heading names the model among others, its error on the sample, and the change of
// all lengths there.
func (s *Subject) heading(sample int) (string, error) {
	changes, err := predict.ConstraintErrors(s.Samples[sample:sample+1], s.predicted(sample))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\nroot mean squared error %.3g\nchange of lengths %.2g", s.Title, s.rootError(s.Squared, sample), changes[0]), nil
}

// rootError is that of a sample among squared errors.
func (s *Subject) rootError(squared []float64, sample int) float64 { return math.Sqrt(squared[sample]) }

// title is that of a picture of predictions.
func (s *Subject) title(what string) string {
	return plot.Title(what, s.Title, fmt.Sprintf("%d %s samples of %s", len(s.Samples), s.Split, s.File))
}
