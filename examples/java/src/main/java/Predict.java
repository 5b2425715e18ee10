import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Predicts with an exported model in Java. */
public class Predict {
  /** One line of golden.txt: its numbers, and its extents. */
  record Golden(long[] shape, double[] numbers) {
    OnnxTensor tensor(OrtEnvironment environment, boolean whole) throws OrtException {
      if (whole) {
        long[] values = new long[numbers.length];
        for (int i = 0; i < values.length; i++) values[i] = (long) numbers[i];
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
      }
      float[] values = new float[numbers.length];
      for (int i = 0; i < values.length; i++) values[i] = (float) numbers[i];
      return OnnxTensor.createTensor(environment, FloatBuffer.wrap(values), shape);
    }
  }

  static Map<String, Golden> read(String path) throws IOException {
    Map<String, Golden> tensors = new HashMap<>();
    for (String line : Files.readAllLines(Path.of(path))) {
      String[] words = line.split(" ");
      int rank = Integer.parseInt(words[1]);
      long[] shape = new long[rank];
      for (int i = 0; i < rank; i++) shape[i] = Long.parseLong(words[2 + i]);
      double[] numbers = new double[words.length - 2 - rank];
      for (int i = 0; i < numbers.length; i++) numbers[i] = Double.parseDouble(words[2 + rank + i]);
      tensors.put(words[0], new Golden(shape, numbers));
    }
    return tensors;
  }

  public static void main(String[] args) throws Exception {
    Map<String, Golden> golden = read(args[1]);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(args[0])) {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      for (String name : session.getInputNames()) {
        inputs.put(name, golden.get(name).tensor(environment, name.equals("sticks") || name.equals("hinges")));
      }
      try (OrtSession.Result result = session.run(inputs)) {
        for (String name : session.getOutputNames()) {
          FloatBuffer found = ((OnnxTensor) result.get(name).get()).getFloatBuffer();
          for (double wanted : golden.get(name).numbers()) {
            float value = found.get();
            if (!(Math.abs(value - wanted) <= 1e-5 + 1e-4 * Math.abs(wanted))) {
              throw new AssertionError(name + " has " + value + ", expected " + wanted);
            }
          }
        }
      }
    }
    System.out.println("java: the numbers are those of golden.txt");
  }
}
