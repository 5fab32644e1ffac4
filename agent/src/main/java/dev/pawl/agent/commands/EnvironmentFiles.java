package dev.pawl.agent.commands;

import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.process.UntrustedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The environment files of one step, by which it sets outputs, variables, paths and its summary.
public final class EnvironmentFiles {

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
  /// @param breach the first limit that a file exceeds, for which the step fails; empty if none
  ///   does
  public record Contents(
      Map<String, String> outputs,
      Map<String, String> env,
      List<String> paths,
      String summary,
      List<String> warnings,
      String breach) {}

  private final Map<File, Path> files = new LinkedHashMap<>();
  private final JobMemoryLimits limits;
  private final List<String> warnings = new ArrayList<>();
  private String breach = "";

  /// The directory of the files, without links, at the present reading.
  private @Nullable Path place;

  private EnvironmentFiles(JobMemoryLimits limits) {
    this.limits = limits;
  }

  /// Makes empty files for a step.
  ///
  /// @param step the name of the step, unique in the job
  public static EnvironmentFiles make(Path directory, String step, JobMemoryLimits limits)
      throws IOException {
    var made = new EnvironmentFiles(limits);
    for (File file : File.values()) {
      Path path = directory.resolve(file.name().toLowerCase(Locale.ROOT) + "-of-" + step);
      made.files.put(file, makeEmpty(path));
    }
    return made;
  }

  private static Path makeEmpty(Path path) throws IOException {
    try {
      return Files.createFile(path, PRIVATE);
    } catch (FileAlreadyExistsException _) { // of an earlier try, or made by the job
      Files.delete(path);
      return Files.createFile(path, PRIVATE);
    }
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

  /// Reads the files. Invalid contents only lead to warnings; a file that exceeds a limit is
  /// ignored, and the step fails.
  public Contents read() {
    warnings.clear();
    breach = "";
    place = null;
    var outputs = new StepOutputs(limits);
    Map<String, String> env = new LinkedHashMap<>();
    named(File.OUTPUT, outputs::put);
    exceeded(File.OUTPUT, outputs.breach());
    named(
        File.ENV,
        (name, value) -> {
          String problem = ReservedVariables.problem(name, value);
          if (problem.isEmpty()) {
            env.put(name, value);
          } else {
            warnings.add(problem);
          }
        });
    named(File.STATE, (_, _) -> {}); // for the `post` part of a step, which does not exist here
    List<String> paths = addedPaths();
    String summary = text(File.STEP_SUMMARY);
    return new Contents(outputs.all(), env, paths, summary, List.copyOf(warnings), breach);
  }

  private List<String> addedPaths() {
    String text = text(File.PATH);
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> paths =
        text.lines().filter(line -> !line.isEmpty()).limit(limits.fileEntries() + 1L).toList();
    if (paths.size() > limits.fileEntries()) {
      exceeded(File.PATH, tooManyEntries());
      return List.of();
    }
    return paths;
  }

  private String tooManyEntries() {
    return "more than %,d entries. Write fewer".formatted(limits.fileEntries());
  }

  /// Records the first limit that was exceeded.
  private void exceeded(File file, String limit) {
    if (breach.isEmpty() && !limit.isEmpty()) {
      breach = "$%s rejected: %s".formatted(file.variable(), limit);
    }
  }

  private void named(File file, BiConsumer<String, String> taker) {
    String text = text(file);
    if (text.isEmpty()) {
      return;
    }
    KeyValueText values = KeyValueText.parse(text, limits.fileEntries());
    if (values.isTooMany()) {
      exceeded(file, tooManyEntries());
      return;
    }
    values.entries().forEach(entry -> taker.accept(entry.name(), entry.value()));
    if (!values.problem().isEmpty()) {
      warnings.add("$%s, %s".formatted(file.variable(), values.problem()));
    }
  }

  /// Opens a file, if it is still the one that was made.
  private @Nullable InputStream open(Path path) throws IOException {
    if (place == null) {
      place = path.resolveSibling("").toRealPath();
    }
    return UntrustedFile.open(path, place.resolve(path.getFileName())).orElse(null);
  }

  /// Whether nothing was written to a file, as to most: then it need not be opened.
  private static boolean isUnwritten(Path path) {
    try {
      BasicFileAttributes file =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return file.isRegularFile() && file.size() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private String text(File file) {
    Path path = files.getOrDefault(file, Path.of(""));
    if (isUnwritten(path)) {
      return "";
    }
    try (InputStream in = open(path)) {
      if (in == null) {
        warnings.add("$%s ignored: it is not a file any more".formatted(file.variable()));
        return "";
      }
      byte[] bytes = in.readNBytes(limits.fileBytes() + 1);
      if (bytes.length > limits.fileBytes()) {
        exceeded(
            file,
            "it has more than %s. Pass large data in files of your own"
                .formatted(JobMemoryLimits.size(limits.fileBytes())));
        return "";
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      warnings.add("$%s cannot be read: %s".formatted(file.variable(), e.getMessage()));
      return "";
    }
  }
}
