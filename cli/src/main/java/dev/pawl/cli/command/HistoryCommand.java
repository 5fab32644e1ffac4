package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.report.HistoryReport;
import dev.pawl.cli.report.JobRows;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.server.store.sql.RunQueries.TransitionRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl history`: prints the journal of a run.
@Command(
    name = "history",
    description =
        "Print every state change of a run, its attempts, steps and leases, with time, actor and reason.")
public final class HistoryCommand implements Callable<Integer> {

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
      description =
          "Only the attempts, steps and leases of this job: its id, its name, or the beginning of"
              + " either.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--verify", description = "Verify the journal's hash chain.")
  private boolean verify;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    return json || verify
        ? project.inspect(run, System.err, this::show)
        : project.inspect(run, System.err, this::show, HistoryCommand::printPruned);
  }

  private int show(RunQueries reads, RunRow run) {
    if (job.isPresent()) {
      job = JobRows.find(run, reads.attempts(run.id()), job.get(), System.err);
      if (job.isEmpty()) {
        return ExitCode.INVALID;
      }
    }
    List<TransitionRow> lines =
        reads.transitions(run.id()).stream().filter(this::isWanted).toList();
    if (json) {
      System.out.println(JsonOutput.text(lines));
    } else {
      new HistoryReport(run, lines, Palette.forTerminal(TerminalInfo.isTerminal()))
          .print(System.out);
    }
    return verify ? verified(reads, run) : ExitCode.SUCCESS;
  }

  private static int printPruned(String facts) {
    System.out.println(facts);
    return ExitCode.SUCCESS;
  }

  private boolean isWanted(TransitionRow line) {
    return job.isEmpty()
        || line.entity().equals(job.get())
        || line.entity().startsWith(job.get() + "/");
  }

  private static int verified(RunQueries reads, RunRow run) {
    Optional<Long> broken = reads.firstBrokenEntry(run.id());
    if (broken.isPresent()) {
      System.err.println(
          "pawl: the journal of run #%d is corrupt: the hash chain breaks at entry %d. Run `pawl doctor` for details."
              .formatted(run.number(), broken.get()));
      return ExitCode.RUN_FAILED;
    }
    System.err.println("The hash chain is intact.");
    return ExitCode.SUCCESS;
  }
}
