package pictures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/predict"
)

// OverEpochs reports whether a picture draws values over epochs. With a single epoch it shows
// only dots.
func (f Figure) OverEpochs() bool { return f.Name == learningCurve || f.Name == constants }

// Figure is a picture with the name of its file.
type Figure struct {
	Name    string
	Drawing *plot.Drawing
}

// These are the names of pictures.
const (
	learningCurve = "learning_curve"
	constants     = "constants"
	overParticles = "error_over_particles"
	overSamples   = "error_over_samples"
	overTime      = "error_over_time"
	overRadius    = "error_over_radius"
)

// Figures returns the learning curve of a run, the constants that it learns over epochs, and
// the errors over particles, over samples and, if it is known when samples begin, over time. A
// map of errors, displacements, changes of bars, and the forces that a gmn-ode has learned
// follow.
func (s *Subject) Figures() (figures []Figure) {
	add := func(name string, drawing *plot.Drawing) { figures = append(figures, Figure{name, drawing}) }
	if len(s.Epochs) > 0 {
		add(learningCurve, s.LearningCurve())
	}
	if drawing := s.constants(); drawing != nil {
		add(constants, drawing)
	}
	if s.Data == nil {
		return figures
	}
	rmse := plot.InUnit("RMSE", s.Unit())
	add(overParticles, plot.Bars(plot.Axes{Title: s.title("Errors of particles"), X: "particle", Y: rmse},
		particleKinds(), fromParticles(s.Samples, s.Data.About.ParticleNames(), s.Position, s.Line.Position)))
	model, line := fromErrors(s.Squared), fromErrors(s.Straight)
	model.Name, line.Name, model.Role, line.Role = "model", plot.StraightLine, plot.Prediction, plot.Straight
	add(overSamples, plot.Curves(plot.Axes{Title: s.title("Errors of samples"), X: rmse, Y: "samples of at most this error, %", LogX: true},
		[]plot.Series{model, line}))
	if origin := s.Data.Origins[s.Split]; len(origin.Starts) == len(s.Samples) && len(origin.Starts) > max(1, len(origin.Cases)) {
		add(overTime, s.overTime(origin, rmse))
	}
	if s.Radius != nil {
		add(overRadius, s.overRadius())
	}
	return slices.Concat(figures, s.where(), s.moved(), s.forces())
}

// overTime draws the errors of the model and of constant velocity over the frames in which
// samples begin, a panel for each recording.
func (s *Subject) overTime(origin datasets.Origin, rmse string) *plot.Drawing {
	models, lines := fromStarts(origin, s.Squared), fromStarts(origin, s.Straight)
	axes := plot.Axes{Title: s.title("Errors over time"), X: "frame at which a sample begins", Y: rmse, WholeX: true, LogY: true}
	var names []string
	var all [][]plot.Series
	for i, model := range models {
		names = append(names, model.Name)
		model.Name, model.Role, lines[i].Name, lines[i].Role = "model", plot.Prediction, plot.StraightLine, plot.Straight
		all = append(all, []plot.Series{model, lines[i]})
	}
	if len(all) == 1 {
		return plot.Curves(axes, all[0])
	}
	return plot.Multiples(axes, names, all)
}

// LearningCurve draws the training of a run.
func (s *Subject) LearningCurve() *plot.Drawing {
	data := ""
	if s.Model != nil && s.Model.Config().Data != nil {
		data = s.Model.Config().Data.File
	}
	return LearningCurve(Learning{
		Title: plot.Title("Learning curve", s.Title, data), Unit: s.Unit(), Epochs: s.Epochs, Loss: s.loss(), Straight: s.ValidStraight,
	})
}

// loss says what the run's training minimizes.
func (s *Subject) loss() string {
	if s.Model == nil || s.Model.Config().Training == nil {
		return ""
	}
	return LossOf(s.Model.Config().Training)
}

// Sample draws a sample of the split in space.
func (s *Subject) Sample(sample int, up string) *plot.Drawing {
	picture := s.picture(sample, up)
	picture.Title = plot.Title(fmt.Sprintf("%s, %s sample %d", s.Title, s.Split, sample), s.File,
		fmt.Sprintf("root mean squared error %s (%s: %.3g)", strings.TrimSpace(fmt.Sprintf("%.3g %s", s.rootError(s.Squared, sample), s.Unit())), plot.StraightLine, s.rootError(s.Straight, sample)))
	return plot.Trajectory(picture)
}

// picture returns a sample in space, without a title.
func (s *Subject) picture(sample int, up string) plot.Picture {
	picture := fromSample(s.Samples[sample], s.predicted(sample))
	picture.Up, picture.Unit = Upright(up, s.Data.About, &s.Samples[sample]), s.Unit()
	return picture
}

// predicted returns the predicted positions of a sample.
func (s *Subject) predicted(sample int) []float32 {
	return s.Position[s.Start(sample):][:len(s.Samples[sample].Position)]
}

// heading names the model for a comparison, with its error on the sample and the change of all
// lengths.
func (s *Subject) heading(sample int) (string, error) {
	changes, err := predict.ConstraintErrors(s.Samples[sample:sample+1], s.predicted(sample))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\nroot mean squared error %.3g\nchange of lengths %.2g", s.Title, s.rootError(s.Squared, sample), changes[0]), nil
}

// rootError returns the square root of a sample's squared error.
func (s *Subject) rootError(squared []float64, sample int) float64 { return math.Sqrt(squared[sample]) }

// title returns the title of a picture of predictions.
func (s *Subject) title(what string) string {
	return plot.Title(what, s.Title, fmt.Sprintf("%d %s samples of %s", len(s.Samples), s.Split, s.File))
}
