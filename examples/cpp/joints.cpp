// Runs a control loop on a robot, which a file of gmnc export --joints moves: joints MODEL TENSORS.
// It begins where the text says, and is held to where the text says that the loop leads.
#include "golden.h"
#include "robot.h"

static void control(Robot& robot, int intervals) {
  for (int i = 0; i < intervals; i++) {
    std::vector<float> torque(robot.torques.size());
    for (size_t j = 0; j < torque.size(); j++) torque[j] = -2 * robot.q[j] - 0.5f * robot.rate[j];
    robot.step(torque);
  }
}

int main(int count, char** args) {
  if (count != 3) fail("usage: joints MODEL TENSORS");
  Robot robot(args[1]);
  std::map<std::string, Tensor> tensors = read_tensors(args[2]);
  robot.reset(tensors["q"].numbers, tensors["rate"].numbers);
  control(robot, 40);
  for (size_t j = 0; j < robot.joints.size(); j++)
    if (!same("q", j, robot.q[j], tensors["last_q"].numbers[j]) || !same("rate", j, robot.rate[j], tensors["last_rate"].numbers[j])) return 1;
  std::cout << "cpp: the loop moves";
  for (const std::string& name : robot.joints) std::cout << " " << name;
  std::cout << " as the simulator does\n";
}
