// Predicts with an exported model through onnxruntime's C API.
#include "golden.h"

int main(int, char** args) {
  std::map<std::string, Tensor> tensors = read_golden(args[2]);
  Program program(args[1]);
  OrtSession* session = program.session;
  OrtMemoryInfo* memory = program.memory;

  const char* inputs[] = {"position", "velocity", "charge", "sticks", "hinges"};
  const char* outputs[] = {"predicted_position", "predicted_velocity"};
  std::vector<OrtValue*> given;
  for (const char* name : inputs) given.push_back(value_of(tensors[name], memory));
  OrtValue* found[2] = {nullptr, nullptr};
  must(api->Run(session, nullptr, inputs, given.data(), given.size(), outputs, 2, found));

  for (int k = 0; k < 2; k++) {
    float* numbers;
    must(api->GetTensorMutableData(found[k], (void**)&numbers));
    const std::vector<float>& wanted = tensors[outputs[k]].floats;
    for (size_t i = 0; i < wanted.size(); i++)
      if (!same(outputs[k], i, numbers[i], wanted[i])) return 1;
    api->ReleaseValue(found[k]);
  }
  for (OrtValue* value : given) api->ReleaseValue(value);
  std::cout << "cpp: the numbers are those of golden.txt\n";
}
