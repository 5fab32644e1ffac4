package dev.pawl.cli.setup;

import dev.pawl.cli.console.EnvironmentException;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.workflows.DiscoveredWorkflow;
import dev.pawl.cli.workflows.WorkflowDirectories;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.discovery.WorkflowDiscovery;
import dev.pawl.workflow.discovery.WorkflowProposal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl init`: proposes a first workflow, and writes it when told to.
@Command(
    name = "init",
    description = {
      "Propose a workflow for this project, and write it.",
      "The proposal has a job for each build system in the project's directory or right below it."
          + " If none is found, it is a commented example to edit. It is printed; with --write, or after"
          + " a question on a terminal, it is written."
    })
public final class InitCommand implements Callable<Integer> {

  private static final Path DEFAULT_FILE = Path.of(".pawl", "workflows", "ci.yml");

  @Mixin private ProjectOption projectOption = new ProjectOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "The file to write. Default: .pawl/workflows/ci.yml.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--write", description = "Write the file without a question.")
  private boolean write;

  @Option(names = "--force", description = "Replace an existing file.")
  private boolean force;

  @Override
  public Integer call() {
    Path directory = projectOption.project().directory();
    Path target = file.orElse(DEFAULT_FILE);
    rejectExisting(directory, target);
    Optional<DiscoveredWorkflow> found = DiscoveredWorkflow.in(directory);
    WorkflowProposal proposal =
        found.map(DiscoveredWorkflow::proposal).orElseGet(WorkflowDiscovery::starter);
    System.err.println(
        found.isPresent()
            ? "Proposed jobs:"
            : "No known build system found. This example is to be edited:");
    proposal.reasons().forEach(reason -> System.err.println("  " + PrintableText.line(reason)));
    System.out.print(proposal.yaml());
    System.out.flush();
    if (!write && !isConfirmed(target)) {
      System.err.println(
          "Nothing was written. Run `pawl init --write` to write '%s'.".formatted(target));
      return ExitCode.SUCCESS;
    }
    write(directory.resolve(target), target, proposal.yaml());
    System.err.println(
        "Wrote '%s'. Run `pawl plan %1$s` to see its jobs, `pawl run %1$s` to run them."
            .formatted(target));
    return ExitCode.SUCCESS;
  }

  /// Rejects to replace a file, and to propose a first workflow where there is one.
  private void rejectExisting(Path directory, Path target) {
    if (force) {
      return;
    }
    if (Files.exists(directory.resolve(target), LinkOption.NOFOLLOW_LINKS)) {
      throw projectOption.usageError(
          "'%s' exists already. Use --force to replace it, or name another FILE".formatted(target));
    }
    List<Path> existing = WorkflowDirectories.all(directory);
    if (file.isEmpty() && !existing.isEmpty()) {
      throw projectOption.usageError(
          "this project has a workflow already: '%s'. Run `pawl plan` to see its jobs, or name a FILE to write another one"
              .formatted(existing.getFirst()));
    }
  }

  private static boolean isConfirmed(Path target) {
    if (!TerminalInfo.isTerminal()) {
      return false;
    }
    System.err.print("Write '%s'? [y/N] ".formatted(target));
    System.err.flush();
    try {
      var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String answer = in.readLine();
      return answer != null
          && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
    } catch (IOException _) {
      return false; // the terminal is gone
    }
  }

  private void write(Path path, Path shown, String text) {
    try {
      Path parent = path.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      if (force) {
        Files.writeString(path, text);
      } else {
        Files.writeString(path, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "cannot write '%s': %s".formatted(shown, FileErrorMessages.describe(e)), e);
    }
  }
}
