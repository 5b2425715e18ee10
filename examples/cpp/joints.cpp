// Moves a robot with a file of gmnc export --joints: joints MODEL TENSORS. TENSORS is a text with the
// state in which the robot begins, q and rate. If the text has torque, [steps,columns], the program
// prints q after each step. Otherwise it runs a control loop, and compares its end with last_q and
// last_rate of the text.
#include "golden.h"
#include "robot.h"

static void control(Robot& robot, int intervals) {
  for (int i = 0; i < intervals; i++) {
    std::vector<float> torque(robot.torques.size());
    for (size_t j = 0; j < torque.size(); j++) torque[j] = -2 * robot.q[j] - 0.5f * robot.rate[j];
    robot.step(torque);
  }
}

// The q after each of the steps with these torques, a line each.
static void print(Robot& robot, const Tensor& torque) {
  if (torque.shape.size() != 2) fail("torque: expected 2 dimensions, steps and columns");
  std::vector<std::vector<float>> rows(torque.shape[0]);
  for (size_t i = 0; i < rows.size(); i++) {
    const auto row = torque.numbers.begin() + i * torque.shape[1];
    rows[i].assign(row, row + torque.shape[1]);
  }
  for (const std::vector<float>& q : robot.rollout(rows)) {
    for (float x : q) std::cout << x << " ";
    std::cout << "\n";
  }
}

int main(int count, char** args) {
  if (count != 3) fail("usage: joints MODEL TENSORS");
  Robot robot(args[1]);
  std::map<std::string, Tensor> tensors = read_tensors(args[2]);
  robot.reset(tensors["q"].numbers, tensors["rate"].numbers);
  if (tensors.count("torque")) {
    print(robot, tensors["torque"]);
    return 0;
  }
  control(robot, 40);
  for (size_t j = 0; j < robot.joints.size(); j++)
    if (!same("q", j, robot.q[j], tensors["last_q"].numbers[j]) || !same("rate", j, robot.rate[j], tensors["last_rate"].numbers[j])) return 1;
  std::cout << "cpp: the loop moves";
  for (const std::string& name : robot.joints) std::cout << " " << name;
  std::cout << " as the simulator does\n";
}
