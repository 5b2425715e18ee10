// Trains on with a file of gmnc export --train-step through onnxruntime's C API: ten
// steps on the systems of golden.txt.
#include "golden.h"

// Zeros in the shape of an input of the session.
static Tensor zeros(OrtSession* session, const std::string& name) {
  OrtAllocator* allocator;
  must(api->GetAllocatorWithDefaultOptions(&allocator));
  size_t count;
  must(api->SessionGetInputCount(session, &count));
  Tensor x;
  for (size_t i = 0; i < count; i++) {
    char* own;
    must(api->SessionGetInputName(session, i, allocator, &own));
    bool found = name == own;
    must(api->AllocatorFree(allocator, own));
    if (!found) continue;
    OrtTypeInfo* type;
    const OrtTensorTypeAndShapeInfo* info;
    must(api->SessionGetInputTypeInfo(session, i, &type));
    must(api->CastTypeInfoToTensorInfo(type, &info));
    x.shape.resize(1);
    must(api->GetDimensions(info, x.shape.data(), 1));
    x.floats.resize(x.shape[0]);
    api->ReleaseTypeInfo(type);
  }
  return x;
}

int main(int, char** args) {
  std::map<std::string, Tensor> tensors = read_golden(args[2]);
  Program program(args[1]);
  OrtSession* session = program.session;
  OrtMemoryInfo* memory = program.memory;

  const char* inputs[] = {"weights", "first_moment", "second_moment", "step", "learning_rate",
                          "position", "velocity", "charge", "sticks", "hinges", "target"};
  const char* outputs[] = {"next_weights", "next_first_moment", "next_second_moment", "next_step", "loss"};
  for (int k = 0; k < 3; k++) tensors[inputs[k]] = zeros(session, inputs[k]);
  tensors["step"].integers = {0};  // the first step takes the weights in the file
  tensors["learning_rate"].shape.clear();
  std::vector<OrtValue*> given;
  for (const char* name : inputs) given.push_back(value_of(tensors[name], memory));

  const std::vector<float>& wanted = tensors["finetuning_loss"].floats;
  for (size_t i = 0; i < wanted.size(); i++) {
    OrtValue* found[5] = {};
    must(api->Run(session, nullptr, inputs, given.data(), given.size(), outputs, 5, found));
    float* loss;
    must(api->GetTensorMutableData(found[4], (void**)&loss));
    if (!same("loss", i, *loss, wanted[i])) return 1;
    api->ReleaseValue(found[4]);
    for (int k = 0; k < 4; k++) {  // what comes after this step goes into the next
      api->ReleaseValue(given[k]);
      given[k] = found[k];
    }
  }
  for (OrtValue* value : given) api->ReleaseValue(value);
  std::cout << "cpp: fine-tuned to the losses of golden.txt\n";
}
