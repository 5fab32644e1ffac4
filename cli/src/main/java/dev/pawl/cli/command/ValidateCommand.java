package dev.pawl.cli.command;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.workflows.InputFileReader;
import dev.pawl.cli.workflows.RepositoryLibrary;
import dev.pawl.cli.workflows.WorkflowDirectories;
import dev.pawl.server.CountFormat;
import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.diagnostics.Diagnostics;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl validate`: reports errors and warnings in workflow files.
@Command(
    name = "validate",
    description = {
      "Check workflow files and composite actions (action.yml).",
      "Exit code 2 if a file has an error or cannot be read; 0 if there are only warnings."
    })
public final class ValidateCommand implements Callable<Integer> {

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE|DIR",
      description = {
        "Files, directories with such files, or project directories; `-` for standard"
            + " input. Default: the directories .pawl/workflows/ and .github/workflows/."
      })
  private List<Path> places = List.of();

  @Option(names = "--json", description = "Print JSON, for editors.")
  private boolean json;

  /// A finding in the output of `--json`. Lines and columns count from 1.
  record Finding(String file, int line, int column, String severity, String message, String hint) {}

  /// The output of `--json`.
  ///
  /// @param errors the number of all errors, listed or not
  /// @param warnings the number of all warnings, listed or not
  /// @param omitted the number of errors and warnings that are not listed
  record Report(int files, int errors, int warnings, int omitted, List<Finding> findings) {}

  /// A finding that has been reported, by the absolute path of its file.
  private record ReportedFinding(Path file, int line, int column, String message) {}

  private final List<Finding> findings = new ArrayList<>();
  private final Set<ReportedFinding> reported = new HashSet<>();
  private int omittedErrors;
  private int omittedWarnings;

  @Override
  public Integer call() {
    List<Path> files = files();
    if (files.isEmpty()) {
      throw projectOption.usageError(
          "no workflow found in " + (places.isEmpty() ? WorkflowDirectories.names() : named()));
    }
    files.forEach(this::check);
    int errors = count("error") + omittedErrors;
    int warnings = count("warning") + omittedWarnings;
    int omitted = omittedErrors + omittedWarnings;
    System.out.println(
        json
            ? JsonOutput.text(new Report(files.size(), errors, warnings, omitted, findings))
            : summary(files.size(), errors, warnings, omitted));
    return errors > 0 ? ExitCode.INVALID : ExitCode.SUCCESS;
  }

  private List<Path> files() {
    try {
      return places.isEmpty()
          ? WorkflowDirectories.all(projectOption.project().directory())
          : places.stream().flatMap(this::filesAt).distinct().toList();
    } catch (EnvironmentException e) {
      throw projectOption.usageError(String.valueOf(e.getMessage()));
    }
  }

  private Stream<Path> filesAt(Path given) {
    Path directory = projectOption.project().directory();
    Path place = directory.resolve(given);
    if (!Files.isDirectory(place)) {
      return Stream.of(given);
    }
    List<Path> workflows = WorkflowDirectories.all(place, directory);
    return (workflows.isEmpty() ? WorkflowDirectories.files(place, directory) : workflows).stream();
  }

  private String named() {
    return String.join(" or ", places.stream().map(Path::toString).toList());
  }

  private void check(Path file) {
    try {
      Path project = projectOption.project().directory();
      Diagnostics diagnostics =
          InputFileReader.diagnose(file, project).without(reported(file, project));
      if (!json) {
        System.out.print(diagnostics.render());
      }
      diagnostics.all().forEach(this::add);
      omittedErrors += diagnostics.omitted().errors();
      omittedWarnings += diagnostics.omitted().warnings();
    } catch (IOException e) {
      String problem = "cannot be read: " + FileErrorMessages.describe(e);
      findings.add(new Finding(file.toString(), 1, 1, "error", problem, ""));
      if (!json) {
        System.err.println("pawl: '%s' %s".formatted(PrintableText.line(file.toString()), problem));
      }
    }
  }

  /// Whether a finding has been reported before: several files may use the same file.
  private Predicate<Diagnostic> reported(Path file, Path project) {
    Path root = RepositoryLibrary.of(file, project).root();
    return found -> {
      Path place = Path.of(found.position().file());
      boolean isOwn = place.equals(file);
      Path absolute = (isOwn ? project.resolve(file) : root.resolve(place)).normalize();
      Position at = found.position();
      return !reported.add(new ReportedFinding(absolute, at.line(), at.column(), found.message()));
    };
  }

  private void add(Diagnostic diagnostic) {
    var position = diagnostic.position();
    findings.add(
        new Finding(
            position.file(),
            position.line(),
            position.column(),
            diagnostic.severity().label(),
            diagnostic.message(),
            diagnostic.hint()));
  }

  private int count(String severity) {
    return (int) findings.stream().filter(found -> found.severity().equals(severity)).count();
  }

  private static String summary(int files, int errors, int warnings, int omitted) {
    String checked = CountFormat.text(files, "file");
    if (errors == 0 && warnings == 0) {
      return checked + ": no problems found";
    }
    String more = omitted == 0 ? "" : " (%d of them not shown)".formatted(omitted);
    return "%s: %s, %s%s"
        .formatted(
            checked,
            CountFormat.text(errors, "error"),
            CountFormat.text(warnings, "warning"),
            more);
  }
}
