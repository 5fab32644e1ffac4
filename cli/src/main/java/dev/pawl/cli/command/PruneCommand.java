package dev.pawl.cli.command;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StoreOption;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.retention.RunRetention;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl prune`: forgets runs that are over.
@Command(
    name = "prune",
    description = {
      "Delete runs that ended long ago, with their journals and logs, oldest first.",
      "Kept is what is not over, or still asked for: by a concurrency group, a lease, a deadline, an"
          + " effect to deliver, a later attempt that is not over, or a trigger that may come again."
          + " Of each run that goes, its number, its result and its journal's last hash stay:"
          + " `pawl history RUN` says so."
    })
public final class PruneCommand implements Callable<Integer> {

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Option(
      names = "--keep-days",
      paramLabel = "N",
      description =
          "Keep the runs that ended within N days, agents that were there within N days, and what"
              + " happened to groups and breakers within N days.")
  private Optional<Long> days = Optional.empty();

  @Option(names = "--keep-runs", paramLabel = "N", description = "Keep the N runs that ended last.")
  private Optional<Long> runs = Optional.empty();

  @Option(
      names = "--keep-mib",
      paramLabel = "N",
      description = "Keep the runs that ended last whose journals have N MiB together.")
  private Optional<Long> mebibytes = Optional.empty();

  @Option(
      names = "--keep-log-days",
      paramLabel = "N",
      description = "Of the runs that stay, keep the logs of those that ended within N days.")
  private Optional<Long> logDays = Optional.empty();

  @Option(
      names = "--keep-log-mib",
      paramLabel = "N",
      description = "Of the runs that stay, keep the latest logs, N MiB together.")
  private Optional<Long> logMebibytes = Optional.empty();

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description =
          "With --store: where its orchestrators keep logs, to prune those of the runs that go, and"
              + " as --keep-log-days and --keep-log-mib say.")
  private Optional<Path> logs = Optional.empty();

  @Option(names = "--dry-run", description = "Only say how many runs would go.")
  private boolean isDry;

  @Override
  public Integer call() {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.usageError(problem.get());
    }
    boolean prunesLogs = logDays.isPresent() || logMebibytes.isPresent();
    if (days.isEmpty() && runs.isEmpty() && mebibytes.isEmpty() && !prunesLogs) {
      throw project.usageError(
          "say what to keep: --keep-days N, --keep-runs N, --keep-mib N, --keep-log-days N or"
              + " --keep-log-mib N");
    }
    if (prunesLogs && isDry) {
      throw project.usageError("logs are not pruned in a dry run");
    }
    if (store.isPostgres() && prunesLogs && logs.isEmpty()) {
      throw project.usageError(
          "say where the orchestrators of that store keep its logs: --logs DIR");
    }
    if (logs.isPresent() && (!store.isPostgres() || !Files.isDirectory(logs.get()))) {
      throw project.usageError("--logs is the directory of the logs of a --store");
    }
    if (Stream.of(days, runs, mebibytes, logDays, logMebibytes).anyMatch(it -> isNegative(it))) {
      throw project.usageError("what is kept cannot be less than nothing");
    }
    if (store.isPostgres()) {
      try (SqlStore open = store.openPostgres()) {
        Consumer<RunId> delete =
            run -> logs.ifPresent(its -> DirectoryDeletion.delete(its.resolve(run.value())));
        prune(open, delete, _ -> false);
        if (prunesLogs) {
          pruneLogs(open, new LogFiles(logs.orElseThrow()));
        }
      }
      return ExitCode.SUCCESS;
    }
    Optional<SqliteStore> found = project.project().openExistingStore();
    if (found.isEmpty()) {
      System.err.println("pawl: nothing has been run in " + project.project().directory());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = found.get()) {
      prune(open, project.project()::deleteOutput, project.project()::isAgentGone);
      if (prunesLogs) {
        pruneLogs(open, project.project().logs());
      }
    }
    return ExitCode.SUCCESS;
  }

  private void pruneLogs(SqlStore open, LogFiles files) {
    var policy =
        new LogRetention(
            logDays.map(Duration::ofDays).orElse(FOR_EVER),
            logMebibytes.map(some -> Math.multiplyExact(some, 1 << 20)).orElse(Long.MAX_VALUE));
    LogRetention.Pruned pruned = policy.prune(files, open.retention()::endedAt, open.now());
    System.out.println(
        "the logs of %d run(s) pruned, %d bytes.".formatted(pruned.runs(), pruned.bytes()));
  }

  private static void pruneAgents(SqlStore open, Duration age, Predicate<String> isGone) {
    long pruned = open.agentRetention().prune(age, open.now(), isGone);
    if (pruned > 0) {
      System.out.println("%d agent(s) pruned.".formatted(pruned));
    }
  }

  private static void pruneJournals(SqlStore open, Duration age) {
    long pruned = open.journalRetention().prune(age, open.now());
    if (pruned > 0) {
      System.out.println("%d entries of groups and breakers pruned.".formatted(pruned));
    }
  }

  private static boolean isNegative(Optional<Long> number) {
    return number.orElse(0L) < 0;
  }

  private void prune(SqlStore open, Consumer<RunId> deleteLogs, Predicate<String> isGone) {
    if (days.isEmpty() && runs.isEmpty() && mebibytes.isEmpty()) {
      return;
    }
    var policy =
        new RunRetention.RetentionPolicy(
            days.map(Duration::ofDays),
            runs,
            mebibytes.map(some -> Math.multiplyExact(some, 1 << 20)));
    RunRetention retention = open.retention();
    if (isDry) {
      System.out.println(
          "%d run(s) would be pruned.".formatted(retention.prunable(policy, open.now())));
    } else {
      long pruned = retention.prune(policy, open.now(), deleteLogs);
      System.out.println("%d run(s) pruned.".formatted(pruned));
      days.map(Duration::ofDays)
          .ifPresent(age -> {
            pruneAgents(open, age, isGone);
            pruneJournals(open, age);
          });
    }
  }
}
