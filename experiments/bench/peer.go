package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// peer is a process that runs a script of bench/peers, to which it sends requests.
type peer struct {
	process  *exec.Cmd
	requests io.WriteCloser
	answers  *json.Decoder
	said     bytes.Buffer  // what it wrote to standard error
	patience time.Duration // the longest time for an answer
	over     bool          // whether it ended, or did not answer in time
}

// answerWithin is the time that a runtime has for an answer, in which it compiles or makes a
// turn.
const answerWithin = 3 * time.Minute

// peerAnswer is the answer to a request.
type peerAnswer struct {
	Error     string               `json:"error"`
	Number    int                  `json:"number"`
	Runtime   string               `json:"runtime"`
	Arrays    map[string][]float64 `json:"arrays"`
	Seconds   float64              `json:"seconds"`
	Processor float64              `json:"processor_seconds"`
}

// openRequest asks to open a case: what the model runs on, in which variant, and for training,
// prediction or gradients.
type openRequest struct {
	Open    *peerCase `json:"open"`
	Variant string    `json:"variant"`
	Use     string    `json:"use"`
}

// runRequest asks for a number of calls of the case with the given number.
type runRequest struct {
	Run   int `json:"run"`
	Calls int `json:"calls"`
}

// startPeer starts the script for a library, on the given number of cores.
func startPeer(ctx context.Context, python PeerEnvironment, library string, cores int) (*peer, error) {
	p := &peer{process: exec.CommandContext(ctx, python.Command, "peer.py", library, strconv.Itoa(cores)), patience: answerWithin}
	p.process.WaitDelay = time.Second // for its child processes, and output that is still written
	p.process.Dir, p.process.Env, p.process.Stderr = python.Scripts, python.environment(), &p.said
	var err error
	if p.requests, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	answers, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.answers = json.NewDecoder(answers)
	return p, p.process.Start()
}

// ask sends a request and waits for its answer, but no longer than patience.
func (p *peer) ask(request any) (answer peerAnswer, err error) {
	late := p.killLate()
	if err = json.NewEncoder(p.requests).Encode(request); err == nil {
		err = p.answers.Decode(&answer)
	}
	inTime := late.Stop()
	if err != nil || !inTime {
		err = p.ended(err)
	}
	switch {
	case !inTime:
		return answer, fmt.Errorf("it gave no answer within %s", p.patience)
	case err != nil:
		return answer, err
	case answer.Error != "":
		return answer, errors.New(answer.Error)
	}
	return answer, nil
}

// killLate kills the process after that time, unless the timer is stopped.
func (p *peer) killLate() *time.Timer {
	return time.AfterFunc(p.patience, func() { p.process.Process.Kill() })
}

// ended ends a process that no longer answers. It returns an error with the process's status
// and the last line that it wrote.
func (p *peer) ended(err error) error {
	p.over = true
	p.requests.Close()
	if status := p.process.Wait(); status != nil {
		err = status
	}
	lines := strings.Split(strings.TrimSpace(p.said.String()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return fmt.Errorf("its process ended (%w): %s", err, last)
	}
	return fmt.Errorf("its process ended without an answer: %w", err)
}

// close ends the process.
func (p *peer) close() {
	defer p.killLate().Stop()
	p.requests.Close()
	p.process.Wait()
}
