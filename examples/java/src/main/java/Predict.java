import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Predicts with any exported file in Java. */
public class Predict {
  /** One line of a text: name, number of dimensions, these, numbers. */
  record Given(long[] shape, double[] numbers) {
    OnnxTensor tensor(OrtEnvironment environment, OnnxJavaType type) throws OrtException {
      if (type == OnnxJavaType.INT64) {
        long[] values = new long[numbers.length];
        for (int i = 0; i < values.length; i++) values[i] = (long) numbers[i];
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
      }
      float[] values = new float[numbers.length];
      for (int i = 0; i < values.length; i++) values[i] = (float) numbers[i];
      return OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape);
    }
  }

  static Map<String, Given> read(String path) throws IOException {
    Map<String, Given> tensors = new HashMap<>();
    for (String line : Files.readAllLines(Path.of(path))) {
      String[] words = line.split(" ");
      int rank = Integer.parseInt(words[1]);
      long[] shape = new long[rank];
      for (int i = 0; i < rank; i++) shape[i] = Long.parseLong(words[2 + i]);
      double[] numbers = new double[words.length - 2 - rank];
      for (int i = 0; i < numbers.length; i++) numbers[i] = Double.parseDouble(words[2 + rank + i]);
      tensors.put(words[0], new Given(shape, numbers));
    }
    return tensors;
  }

  /** Refuses what the file does not declare, lacks, or declares in another shape. */
  static void check(OrtSession session, Map<String, Given> tensors) throws OrtException {
    List<String> names = new ArrayList<>(session.getInputNames());
    names.sort((a, b) -> tensors.containsKey(a) && tensors.containsKey(b) ? tensors.get(a).shape.length - tensors.get(b).shape.length : 0);
    Map<String, Long> sizes = new HashMap<>(); // of axes, which are the same in all inputs
    for (String name : session.getInputNames()) {
      if (!tensors.containsKey(name)) throw new IllegalArgumentException("the file takes " + name + ", which is not given");
    }
    for (String name : names) {
      Given given = tensors.get(name);
      TensorInfo info = (TensorInfo) session.getInputInfo().get(name).getInfo();
      boolean fits = info.getShape().length == given.shape.length;
      for (int i = 0; fits && i < given.shape.length; i++) {
        String axis = info.getDimensionNames()[i];
        if (!axis.isEmpty()) sizes.putIfAbsent(axis, given.shape[i]);
        fits = given.shape[i] == (axis.isEmpty() ? info.getShape()[i] : sizes.get(axis));
      }
      if (!fits) throw new IllegalArgumentException(name + " has another shape than the file declares, or than the other inputs have");
      if (given.shape.length == 0) sizes.put(name, (long) given.numbers[0]);
    }
    for (String name : tensors.keySet()) {
      if (!names.contains(name) && !session.getOutputNames().contains(name)) {
        throw new IllegalArgumentException("the file takes no " + name);
      }
    }
  }

  static void predict(OrtEnvironment environment, OrtSession session, Map<String, Given> tensors) throws OrtException {
    check(session, tensors);
    Map<String, OnnxTensor> inputs = new HashMap<>();
    for (String name : session.getInputNames()) {
      TensorInfo info = (TensorInfo) session.getInputInfo().get(name).getInfo();
      inputs.put(name, tensors.get(name).tensor(environment, info.type));
    }
    try (OrtSession.Result result = session.run(inputs)) {
      for (String name : session.getOutputNames()) {
        FloatBuffer found = ((OnnxTensor) result.get(name).get()).getFloatBuffer();
        for (double wanted : tensors.get(name).numbers()) {
          float value = found.get();
          if (!(Math.abs(value - wanted) <= 1e-5 + 1e-4 * Math.abs(wanted))) {
            throw new AssertionError(name + " has " + value + ", expected " + wanted);
          }
        }
      }
    }
  }

  /** Holds what does not fit to being refused: each input missing, misspelt, and of another shape. */
  static void refuse(OrtSession session, Map<String, Given> tensors) throws OrtException {
    for (String name : session.getInputNames()) {
      Given given = tensors.get(name);
      Map<String, Given> missing = new HashMap<>(tensors), unknown = new HashMap<>(tensors), other = new HashMap<>(tensors);
      missing.remove(name);
      unknown.put("mas", given);
      other.put(name, new Given(new long[] {given.numbers.length, 1, 1, 1, 1}, given.numbers));
      for (Map<String, Given> wrong : List.of(missing, unknown, other)) {
        try {
          check(session, wrong);
        } catch (IllegalArgumentException refused) {
          continue;
        }
        throw new AssertionError(name + ": nothing was refused");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    options.setIntraOpNumThreads(1); // others would wait for the small operators
    for (int i = 0; i + 1 < args.length; i += 2) {
      try (OrtSession session = environment.createSession(args[i], options)) {
        Map<String, Given> tensors = read(args[i + 1]);
        predict(environment, session, tensors);
        refuse(session, tensors);
      }
    }
    System.out.println("java: the numbers are those of golden.txt, mechanics.txt and bodies.txt");
  }
}
