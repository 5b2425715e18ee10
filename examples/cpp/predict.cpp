// Predicts with any exported file through onnxruntime's C API: predict MODEL TENSORS.
// TENSORS is a text with the file's inputs, one a line: name, number of dimensions,
// these, numbers. It is held to the outputs that the text has, too; others are printed.
#include "golden.h"

// Refuses a tensor that is not what the file declares. An axis with a name has the same
// size in all inputs, which sizes holds.
static void check(const Declared& input, const Tensor& x, std::map<std::string, int64_t>& sizes) {
  bool fits = x.shape.size() == input.axes.size();
  for (size_t i = 0; fits && i < x.shape.size(); i++) {
    std::string axis = input.names[i];
    int64_t wanted = axis.empty() ? input.axes[i] : sizes.emplace(axis, x.shape[i]).first->second;
    fits = x.shape[i] == wanted || (axis == "batch" && x.shape[i] == 1);
  }
  if (!fits) fail(input.name + " has another shape than the file declares, or than the other inputs have");
  for (double n : x.numbers)
    if (input.whole && n != std::trunc(n))
      fail(input.name + " has a number that is not whole");
    else if (input.whole && !(std::fabs(n) < 2147483648.))
      fail(input.name + " has a number beyond 32 bits, to which OpenVINO and others cut it: it would name another particle");
  if (input.axes.empty()) sizes[input.name] = x.numbers[0];
}

int main(int count, char** args) {
  if (count != 3) fail("usage: predict MODEL TENSORS");
  Program program(args[1]);
  std::map<std::string, Tensor> tensors = read_tensors(args[2]);
  std::map<std::string, int64_t> sizes;
  std::vector<const char*> inputs, outputs;
  std::vector<OrtValue*> given;
  for (const Declared& input : program.inputs) {
    if (!tensors.count(input.name)) fail("the file takes " + input.name + ", which is not given");
    check(input, tensors[input.name], sizes);
    inputs.push_back(input.name.c_str());
    given.push_back(tensors[input.name].value(input.whole, program.memory));
  }
  size_t known = inputs.size();
  for (const Declared& output : program.outputs) {
    outputs.push_back(output.name.c_str());
    known += tensors.count(output.name);
  }
  if (known != tensors.size()) fail("the text has a tensor that is neither input nor output of the file");
  std::vector<OrtValue*> found(outputs.size());
  must(api->Run(program.session, nullptr, inputs.data(), given.data(), given.size(), outputs.data(), outputs.size(), found.data()));

  for (size_t k = 0; k < found.size(); k++) {
    OrtTensorTypeAndShapeInfo* info;
    size_t size;
    float* numbers;
    must(api->GetTensorTypeAndShape(found[k], &info));
    must(api->GetTensorShapeElementCount(info, &size));
    must(api->GetTensorMutableData(found[k], (void**)&numbers));
    auto wanted = tensors.find(outputs[k]);
    if (wanted == tensors.end()) {
      std::cout << outputs[k];
      for (size_t i = 0; i < size; i++) std::cout << " " << numbers[i];
      std::cout << "\n";
    } else {
      if (size != wanted->second.numbers.size()) fail(std::string(outputs[k]) + " has another size");
      for (size_t i = 0; i < size; i++)
        if (!same(outputs[k], i, numbers[i], wanted->second.numbers[i])) return 1;
      std::cout << "cpp: " << outputs[k] << " is what the text says\n";
    }
    api->ReleaseTensorTypeAndShapeInfo(info);
    api->ReleaseValue(found[k]);
  }
  for (OrtValue* value : given) api->ReleaseValue(value);
}
