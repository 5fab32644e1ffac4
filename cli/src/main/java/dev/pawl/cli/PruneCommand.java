package dev.pawl.cli;

import dev.pawl.core.run.RunId;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.Retention;
import dev.pawl.server.store.SqlStore;
import dev.pawl.server.store.SqliteStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
final class PruneCommand implements Callable<Integer> {

  private static final Duration FOR_EVER = Duration.ofDays(36_500);

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Option(
      names = "--keep-days",
      paramLabel = "N",
      description = "Keep the runs that ended within N days.")
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

  @Option(names = "--dry-run", description = "Only say how many would go.")
  private boolean isDry;

  @Override
  public Integer call() {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.misuse(problem.get());
    }
    boolean prunesLogs = logDays.isPresent() || logMebibytes.isPresent();
    if (days.isEmpty() && runs.isEmpty() && mebibytes.isEmpty() && !prunesLogs) {
      throw project.misuse(
          "say what to keep: --keep-days N, --keep-runs N, --keep-mib N, --keep-log-days N or"
              + " --keep-log-mib N");
    }
    if (prunesLogs && (store.isPostgres() || isDry)) {
      throw project.misuse("logs are pruned beside the local store, and not in a dry run");
    }
    if (Stream.of(days, runs, mebibytes, logDays, logMebibytes).anyMatch(it -> isNegative(it))) {
      throw project.misuse("what is kept cannot be less than nothing");
    }
    if (store.isPostgres()) {
      try (SqlStore open = store.openPostgres()) {
        prune(open, _ -> {});
      }
      return ExitCode.SUCCESS;
    }
    Optional<SqliteStore> found = project.project().openExistingStore();
    if (found.isEmpty()) {
      System.err.println("pawl: nothing has been run in " + project.project().directory());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = found.get()) {
      if (days.isPresent() || runs.isPresent() || mebibytes.isPresent()) {
        prune(open, project.project()::deleteOutput);
      }
      if (prunesLogs) {
        pruneLogs(open);
      }
    }
    return ExitCode.SUCCESS;
  }

  private void pruneLogs(SqlStore open) {
    var policy =
        new LogRetention(
            logDays.map(Duration::ofDays).orElse(FOR_EVER),
            logMebibytes.map(some -> Math.multiplyExact(some, 1 << 20)).orElse(Long.MAX_VALUE));
    LogRetention.Pruned pruned =
        policy.prune(project.project().logs(), open.retention()::over, open.now());
    System.out.println(
        "the logs of %d run(s) pruned, %d bytes.".formatted(pruned.runs(), pruned.bytes()));
  }

  private static boolean isNegative(Optional<Long> number) {
    return number.orElse(0L) < 0;
  }

  private void prune(SqlStore open, Consumer<RunId> deleteLogs) {
    var policy =
        new Retention.Policy(
            days.map(Duration::ofDays),
            runs,
            mebibytes.map(some -> Math.multiplyExact(some, 1 << 20)));
    Retention retention = open.retention();
    if (isDry) {
      System.out.println(
          "%d run(s) would be pruned.".formatted(retention.prunable(policy, open.now())));
    } else {
      long pruned = retention.prune(policy, open.now(), deleteLogs);
      System.out.println("%d run(s) pruned.".formatted(pruned));
    }
  }
}
