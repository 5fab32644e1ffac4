package dev.pawl.agent.commands;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;

/// The environment files of one step, by which it sets outputs, variables, paths and its summary.
public final class EnvironmentFiles {

  private static final int MOST_BYTES = 1024 * 1024;
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private enum File {
    OUTPUT,
    ENV,
    PATH,
    STATE,
    STEP_SUMMARY;

    String variable() {
      return "GITHUB_" + name();
    }
  }

  /// The contents that a step has written.
  ///
  /// @param paths in the order in which they were added
  /// @param warnings the reasons why parts were ignored
  public record Contents(
      Map<String, String> outputs,
      Map<String, String> env,
      List<String> paths,
      String summary,
      List<String> warnings) {}

  private final Map<File, Path> files = new LinkedHashMap<>();

  private EnvironmentFiles() {}

  /// Makes empty files for a step.
  ///
  /// @param step the name of the step, unique in the job
  public static EnvironmentFiles make(Path directory, String step) throws IOException {
    var made = new EnvironmentFiles();
    for (File file : File.values()) {
      Path path = directory.resolve(file.name().toLowerCase(Locale.ROOT) + "-of-" + step);
      Files.deleteIfExists(path);
      made.files.put(file, Files.createFile(path, PRIVATE));
    }
    return made;
  }

  public Collection<Path> paths() {
    return List.copyOf(files.values());
  }

  /// The variables with the paths of the files.
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    files.forEach((file, path) -> variables.put(file.variable(), path.toString()));
    return variables;
  }

  /// Reads the files. Invalid contents only lead to warnings.
  public Contents read() {
    var outputs = new StepOutputs();
    Map<String, String> env = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    named(File.OUTPUT, warnings, outputs::put);
    named(
        File.ENV,
        warnings,
        (name, value) -> {
          String problem = ReservedVariables.problem(name, value);
          if (problem.isEmpty()) {
            env.put(name, value);
          } else {
            warnings.add(problem);
          }
        });
    named(
        File.STATE,
        warnings,
        (_, _) -> {}); // for the `post` part of a step, which does not exist here
    List<String> paths = text(File.PATH, warnings).lines().filter(line -> !line.isEmpty()).toList();
    return new Contents(outputs.all(), env, paths, text(File.STEP_SUMMARY, warnings), warnings);
  }

  private void named(File file, List<String> warnings, BiConsumer<String, String> taker) {
    KeyValueText values = KeyValueText.parse(text(file, warnings));
    values.entries().forEach(entry -> taker.accept(entry.name(), entry.value()));
    if (!values.problem().isEmpty()) {
      warnings.add("$%s, %s".formatted(file.variable(), values.problem()));
    }
  }

  private String text(File file, List<String> warnings) {
    Path path = files.getOrDefault(file, Path.of(""));
    // A link may lead to a file that the agent may read and the step may not.
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      warnings.add("$%s ignored: it is not a file any more".formatted(file.variable()));
      return "";
    }
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        warnings.add("$%s ignored: it is larger than 1 MiB".formatted(file.variable()));
        return "";
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      warnings.add("$%s cannot be read: %s".formatted(file.variable(), e.getMessage()));
      return "";
    }
  }
}
