// Trains on with a file of gmnc export --train-step through onnxruntime's C API: ten
// steps on the systems of golden.txt, to the losses of finetune.txt.
#include "golden.h"

int main(int count, char** args) {
  if (count != 4) fail("usage: finetune MODEL golden.txt finetune.txt");
  Program program(args[1]);
  std::map<std::string, Tensor> tensors = read_tensors(args[2]);
  tensors.merge(read_tensors(args[3]));

  const char* outputs[] = {"next_weights", "next_first_moment", "next_second_moment", "next_step", "loss"};
  const char* state[] = {"weights", "first_moment", "second_moment", "step"};
  tensors["step"].numbers = {0};  // the first step takes the weights in the file
  tensors["learning_rate"].shape.clear();
  std::vector<const char*> inputs;
  std::vector<OrtValue*> given;
  for (const char* name : state) inputs.push_back(name);
  for (const Declared& input : program.inputs)
    if (tensors.count(input.name) && input.name != "step") inputs.push_back(input.name.c_str());
  for (const char* name : inputs)
    for (const Declared& input : program.inputs)
      if (input.name == name) {
        Tensor& x = tensors[name];
        if (x.numbers.empty() && input.axes.size() == 1 && input.axes[0] > 0) {  // of the first step
          x.shape = input.axes;
          x.numbers.resize(x.shape[0]);
        }
        given.push_back(x.value(input.whole, program.memory));
      }

  const std::vector<double>& wanted = tensors["finetuning_loss"].numbers;
  for (size_t i = 0; i < wanted.size(); i++) {
    OrtValue* found[5] = {};
    must(api->Run(program.session, nullptr, inputs.data(), given.data(), given.size(), outputs, 5, found));
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
  std::cout << "cpp: fine-tuned to the losses of finetune.txt\n";
}
