package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/alecthomas/kong"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/report"
)

type viewCommand struct {
	Model  string `arg:"" help:"Exported file, or run folder, of which a checked export is made first. With --fit a file of export --train-step, or a run, that learns constants."`
	Data   string `arg:"" help:"Data set that the page predicts; with --fit one whose first sample is the structure."`
	Fit    bool   `help:"Serve a page that learns the constants of the structure from recordings that you drop on it. The recordings do not leave the page. By default the page predicts."`
	Listen string `help:"Address and port to serve at; with port 0 a free port is chosen. By default other machines cannot reach the page." default:"127.0.0.1:0"`
	pageFlags
}

// AfterApply refuses a model and data in the wrong order, predictions in place of the model, a
// wrong address, and options that would have no effect.
func (c *viewCommand) AfterApply(parsed *kong.Context) error {
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		return fmt.Errorf("--listen %s: expected an address and a port, such as 127.0.0.1:8000", c.Listen)
	}
	if c.Fit {
		if err := needs(parsed, "a page that predicts, without --fit", "split", "robot", "units", "timeout"); err != nil {
			return err
		}
	}
	return cmp.Or(inOrder("view", c.Model, c.Data), ofModel(c.Model))
}

// These are limits on clients that speak slowly, or that are still loading at the end.
const (
	longestRequest = 10 * time.Second
	longestAnswer  = 5 * time.Minute
	longestGoodbye = time.Second
)

func (c *viewCommand) Run(ctx context.Context, t *terminal) error {
	runtime, err := report.FindRuntime()
	if err != nil {
		return err
	}
	handler, err := c.handler(ctx, t, runtime)
	if err != nil {
		return stopped(err, "no page was served")
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("cannot serve at %s: %w (choose another --listen)", c.Listen, err)
	}
	url := fmt.Sprintf("http://%s/", listener.Addr())
	t.report("page", pageReport{url}, "%s\n", url)
	if host, ok := listener.Addr().(*net.TCPAddr); ok && !host.IP.IsLoopback() {
		t.notice("note: every machine that reaches this one can read the model and the data there")
	}
	t.notice("Ctrl-C ends it")
	return serve(ctx, listener, handler)
}

// handler returns the handler of the page that predicts, or of the one that learns.
func (c *viewCommand) handler(ctx context.Context, t *terminal, runtime string) (http.Handler, error) {
	if c.Fit {
		return c.fit(ctx, runtime)
	}
	page, err := c.page(ctx, t, c.Model, c.Data, report.Options{Up: c.Up, Live: true, Robot: c.Robot})
	if err != nil {
		return nil, err
	}
	model, err := deploy.File(ctx, page.Subject.Model)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Model, err)
	}
	return page.Handler(model, runtime), nil
}

// fit returns the handler of the page that learns. Its file of training steps is the model
// itself, or is made from a run.
func (c *viewCommand) fit(ctx context.Context, runtime string) (http.Handler, error) {
	model, err := artifact.Load(c.Model)
	if err != nil {
		return nil, err
	}
	if model, err = deploy.StepFile(ctx, model); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Model, err)
	}
	data, err := datasets.Read(c.Data)
	if err != nil {
		return nil, err
	}
	page, err := report.NewFit(model, data, c.Up)
	if err != nil {
		return nil, fmt.Errorf("%s with %s: %w", c.Model, c.Data, err)
	}
	return page.Handler(model.Bytes(), runtime), nil
}

// pageReport is the JSON object of a page that is being served.
type pageReport struct {
	URL string `json:"url"`
}

// serve serves the page until ctx ends.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadTimeout: longestRequest, WriteTimeout: longestAnswer}
	context.AfterFunc(ctx, func() {
		goodbye, cancel := context.WithTimeout(context.Background(), longestGoodbye)
		defer cancel()
		if server.Shutdown(goodbye) != nil {
			server.Close()
		}
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
