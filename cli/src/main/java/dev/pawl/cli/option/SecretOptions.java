package dev.pawl.cli.option;

import dev.pawl.cli.console.WorkingDirectory;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.workflows.InputFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that name a run's secrets. A value is never on the command line, which every process
/// of the machine can read.
public final class SecretOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  @Option(
      names = "--secret",
      paramLabel = "NAME",
      description = {
        "A secret with the value of the environment variable NAME. Steps do not see that"
            + " variable."
      })
  private List<String> names = List.of();

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "A file with one secret a line, as NAME=value.")
  private List<Path> files = List.of();

  /// The secrets by name. `--secret` overrides `--secret-file`.
  public SequencedMap<String, String> secrets() {
    SequencedMap<String, String> secrets = new LinkedHashMap<>();
    files.forEach(file -> secrets.putAll(in(file)));
    for (String name : names) {
      String value = System.getenv(name);
      if (value == null && !secrets.containsKey(name)) {
        throw usageError(
            "--secret '%s': the environment variable '%s' is not set. Set it, or give the secret with --secret-file."
                .formatted(name, name));
      }
      if (value != null) {
        secrets.put(name, value);
      }
    }
    return secrets;
  }

  /// These options after those of an earlier run.
  public SecretOptions after(List<String> variables, List<String> paths) {
    var both = new SecretOptions();
    both.command = command;
    both.names = Stream.concat(variables.stream(), names.stream()).distinct().toList();
    both.files =
        Stream.concat(paths.stream().map(Path::of), files.stream().map(this::resolved))
            .distinct()
            .toList();
    return both;
  }

  /// The environment variables that are secrets.
  public List<String> variables() {
    return names;
  }

  /// The files with secrets.
  public List<String> files() {
    return files.stream().map(file -> resolved(file).toString()).toList();
  }

  private Path resolved(Path file) {
    return WorkingDirectory.of(command()).resolve(file).toAbsolutePath();
  }

  private Map<String, String> in(Path file) {
    try {
      return DotEnvParser.parse(InputFileReader.text(resolved(file)));
    } catch (IOException e) {
      throw usageError("cannot read '%s': %s".formatted(file, FileErrorMessages.describe(e)));
    } catch (IllegalArgumentException e) {
      throw usageError("cannot read '%s': %s".formatted(file, e.getMessage()));
    }
  }

  private ParameterException usageError(String what) {
    return new ParameterException(command().commandLine(), what);
  }

  private CommandSpec command() {
    return Objects.requireNonNull(command, "picocli sets it");
  }
}
