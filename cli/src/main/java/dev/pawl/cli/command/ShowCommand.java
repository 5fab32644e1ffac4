package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.report.JobRows;
import dev.pawl.cli.report.RunLogSnapshot;
import dev.pawl.cli.report.RunReport;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl show`: prints a run with its jobs and steps.
@Command(name = "show", description = "Print a run with its jobs and steps.")
public final class ShowCommand implements Callable<Integer> {

  /// The output of `--json`.
  record Shown(RunRow run, List<AttemptRow> attempts, List<StepRow> steps) {

    /// The same with one job only.
    private Shown of(String job) {
      List<AttemptRow> its =
          attempts.stream().filter(attempt -> attempt.jobId().equals(job)).toList();
      int index = its.getFirst().job();
      return new Shown(run, its, steps.stream().filter(step -> step.job() == index).toList());
    }
  }

  @Mixin private ProjectOption project = new ProjectOption();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's number, or the beginning of its id. Default: the latest run.")
  private Optional<String> run = Optional.empty();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Only this job: its id, its name, or the beginning of either.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    return project.inspect(run, System.err, this::show);
  }

  private int show(RunQueries reads, RunRow run) {
    var shown = new Shown(run, reads.attempts(run.id()), reads.steps(run.id()));
    if (job.isPresent()) {
      Optional<String> id = JobRows.find(run, shown.attempts(), job.get(), System.err);
      if (id.isEmpty()) {
        return ExitCode.INVALID;
      }
      shown = shown.of(id.get());
    }
    if (json) {
      System.out.println(JsonOutput.text(shown));
    } else {
      new RunReport(
              RunLogSnapshot.of(run, shown.attempts(), shown.steps(), Optional.empty()),
              Palette.forTerminal(TerminalInfo.isTerminal()))
          .print(System.out);
    }
    reads
        .journalProblem(run.id())
        .ifPresent(why ->
            System.err.println(
                "pawl: the run is quarantined: %s. Run `pawl doctor` for details."
                    .formatted(PrintableText.line(why))));
    return ExitCode.SUCCESS;
  }
}
