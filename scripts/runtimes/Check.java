import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** As check.py, for onnxruntime in Java: Check.java FOLDER. */
public class Check {
  /** Of the largest entry, as in predict/verify. */
  static final double TOLERANCE = 1e-4;

  /** One tensor, little-endian in the file of that name. */
  record Array(String type, long[] shape, Path path) {
    ByteBuffer bytes() throws IOException {
      return ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
    }

    OnnxTensor tensor(OrtEnvironment environment) throws IOException, OrtException {
      if (type.equals("int64")) return OnnxTensor.createTensor(environment, bytes().asLongBuffer(), shape);
      return OnnxTensor.createTensor(environment, bytes().asFloatBuffer(), shape);
    }
  }

  record Case(String name, Map<String, Array> inputs, Map<String, Array> outputs) {}

  record Model(String file, List<Case> cases) {}

  static List<Model> read(Path folder) throws IOException {
    List<Model> models = new ArrayList<>();
    Case last = null;
    for (String line : Files.readAllLines(folder.resolve("cases.txt"))) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "file" -> models.add(new Model(words[1], new ArrayList<>()));
        case "case" -> {
          last = new Case(words[1], new HashMap<>(), new HashMap<>());
          models.get(models.size() - 1).cases().add(last);
        }
        default -> {
          long[] shape = Arrays.stream(words[3].split(",")).filter(n -> !n.equals("-")).mapToLong(Long::parseLong).toArray();
          Array array = new Array(words[2], shape, folder.resolve(words[4]));
          (words[0].equals("input") ? last.inputs() : last.outputs()).put(words[1], array);
        }
      }
    }
    return models;
  }

  /** Returns how far a result is from what is wanted, of the largest entry. */
  static double difference(OnnxTensor got, Array want) throws IOException {
    long[] shape = got.getInfo().getShape();
    if (!Arrays.equals(shape, want.shape())) {
      throw new IOException("the result is " + Arrays.toString(shape) + " and should be " + Arrays.toString(want.shape()));
    }
    FloatBuffer found = got.getFloatBuffer(), wanted = want.bytes().asFloatBuffer();
    double largest = 0, scale = 1e-30;
    while (wanted.hasRemaining()) {
      double value = wanted.get();
      scale = Math.max(scale, Math.abs(value));
      largest = Math.max(largest, Math.abs(found.get() - value)); // NaN is kept
    }
    if (!(largest / scale <= TOLERANCE)) throw new IOException("off by " + largest / scale + " of the largest entry");
    return largest / scale;
  }

  /** Fails if there is a number where there should be none. */
  static void none(OnnxTensor got, Array want) throws IOException {
    FloatBuffer found = got.getFloatBuffer(), wanted = want.bytes().asFloatBuffer();
    while (wanted.hasRemaining()) {
      boolean number = !Float.isNaN(found.get());
      if (Float.isNaN(wanted.get()) && number) throw new IOException("a wrong system has numbers");
    }
  }

  /** Returns the worst difference of one case. One with a fault may be refused. */
  static double run(OrtEnvironment environment, OrtSession session, Case c) throws IOException, OrtException {
    Map<String, OnnxTensor> inputs = new HashMap<>();
    for (String name : session.getInputNames()) inputs.put(name, c.inputs().get(name).tensor(environment));
    double worst = 0;
    boolean faulty = c.name().startsWith("wrong:");
    try (OrtSession.Result result = session.run(inputs)) {
      for (String name : c.outputs().keySet()) {
        OnnxTensor got = (OnnxTensor) result.get(name).get();
        if (faulty) none(got, c.outputs().get(name));
        else worst = Math.max(worst, difference(got, c.outputs().get(name)));
      }
    } catch (OrtException e) {
      if (!faulty) throw e;
    }
    return worst;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    List<Model> models = read(folder);
    List<String> wrong = new ArrayList<>();
    double worst = 0;
    for (Model model : models) {
      String at = "loading";
      try (OrtSession session = environment.createSession(folder.resolve(model.file()).toString())) {
        for (Case c : model.cases()) {
          at = c.name();
          worst = Math.max(worst, run(environment, session, c));
        }
      } catch (Exception e) {
        wrong.add("  " + model.file() + ": " + at + ": " + e.getMessage());
      }
    }
    System.out.printf(Locale.ROOT, "onnxruntime-java %s: %d of %d files, off by %.1e of the largest entry%n",
        environment.getVersion(), models.size() - wrong.size(), models.size(), worst);
    wrong.forEach(System.out::println);
    System.exit(wrong.isEmpty() && !models.isEmpty() ? 0 : 1);
  }
}
