// Command joints runs a control loop on a robot, which a file of gmnc export --joints moves. It says
// how far the joints are after each interval.
//
//	go run ./joints arm.onnx 100
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"gmnc/artifact"
)

// control holds the robot's joints by springs and dampers for some intervals.
func control(robot *artifact.Robot, intervals int) error {
	for range intervals {
		torque := make([]float32, len(robot.Joints))
		for joint := range torque {
			torque[joint] = -2*robot.Q[joint] - 0.5*robot.Rate[joint]
		}
		if err := robot.Step(torque); err != nil {
			return err
		}
		log.Println(robot.Joints, robot.Q)
	}
	return nil
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: joints MODEL INTERVALS")
	}
	intervals, err := strconv.Atoi(args[1])
	if err != nil {
		return fmt.Errorf("%q is not a number of intervals", args[1])
	}
	robot, err := artifact.OpenRobot(args[0])
	if err != nil {
		return err
	}
	defer robot.Close()
	return control(robot, intervals)
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
