package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.report.HistoryReport;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Palette;
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

  @Mixin private RunSelector selector = new RunSelector();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = RunSelector.RUN + " Default: the latest run.")
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
  public Integer call() throws InterruptedException {
    return json || verify
        ? selector.with(run, this::show)
        : selector.with(run, this::show, HistoryCommand::printPruned);
  }

  private int show(RunClient runs, RunRow run) {
    if (verify && runs instanceof RemoteRunClient) {
      throw selector.usageError(
          "--verify works on the local store; on a server `pawl doctor` verifies the journals");
    }
    List<String> wanted =
        job.map(reference -> selector.jobIds(run, runs.attempts(run.id()), reference))
            .orElse(List.of());
    List<TransitionRow> lines =
        runs.transitions(run.id(), 0).stream().filter(line -> isOf(line, wanted)).toList();
    if (json) {
      System.out.println(JsonOutput.text(lines));
    } else {
      new HistoryReport(run, lines, Palette.forTerminal(TerminalInfo.isTerminal()))
          .print(System.out);
    }
    return verify ? verified(runs, run) : ExitCode.SUCCESS;
  }

  private static int printPruned(String facts) {
    System.out.println(facts);
    return ExitCode.SUCCESS;
  }

  private static boolean isOf(TransitionRow line, List<String> jobs) {
    return jobs.isEmpty()
        || jobs.stream()
            .anyMatch(job -> line.entity().equals(job) || line.entity().startsWith(job + "/"));
  }

  private static int verified(RunClient runs, RunRow run) {
    Optional<Long> broken = runs.firstBrokenEntry(run.id());
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
