package commandline

import (
	"fmt"
	"os"
	"path/filepath"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/report/pictures"
	"gmnc/system"
)

// makePictures makes the folder of the pictures. It returns an error if one of them exists
// already or cannot be written.
func (c *rolloutCommand) makePictures() error {
	if c.Pictures == "" {
		return nil
	}
	if err := os.MkdirAll(c.Pictures, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of the pictures: %w (choose one that you may write to)", err)
	}
	return c.vacantIn(pictures.RolloutFiles(c.Pictures, c.Sample)...)
}

// title returns the title of the pictures.
func (c *rolloutCommand) title(model *artifact.Model) string {
	return fmt.Sprintf("%s: %s, %s split of %s", filepath.Base(c.Model), model.Title(), c.Split, filepath.Base(c.Data))
}

func (c *rolloutCommand) draw(t *terminal, model *artifact.Model, samples []system.Sample, rolled *kept, about datasets.About) error {
	if c.Pictures == "" {
		return nil
	}
	files, err := pictures.Rollout{
		Title:   c.title(model),
		Samples: samples,
		Drifts:  rolled.drifts,
		Sample:  c.Sample,
		Frames:  rolled.drawn,
		Up:      c.Up,
		About:   about,
		Unit:    about.LengthUnit,
		Speed:   about.VelocityUnit,
		Folder:  c.Pictures,
		Beside:  rolled.others,
	}.Draw()
	for _, file := range files {
		t.printf("%s\n", file)
	}
	return err
}
