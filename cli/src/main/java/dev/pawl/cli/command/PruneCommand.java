package dev.pawl.cli.command;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StorePlace;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.CountFormat;
import dev.pawl.server.api.document.Maintenance.PruneDocument;
import dev.pawl.server.api.document.Maintenance.PruneRequest;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.retention.RunRetention;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl prune`: deletes old runs by a retention policy.
@Command(
    name = "prune",
    description = {
      "Delete old runs with their journals and logs, oldest first.",
      "A run is kept while it is open or referenced by a concurrency group, a lease, a deadline, an"
          + " undelivered effect, a later attempt that is open, or a trigger that may be repeated."
          + " The number, result and last journal hash of a deleted run are kept:"
          + " `pawl history RUN` prints them."
    })
public final class PruneCommand implements Callable<Integer> {

  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StorePlace place = new StorePlace();

  @Option(
      names = "--keep-days",
      paramLabel = "N",
      description =
          "Keep runs that ended, agents that were connected, and journal entries of groups and"
              + " breakers that were written within N days.")
  private Optional<Long> days = Optional.empty();

  @Option(names = "--keep-runs", paramLabel = "N", description = "Keep the N latest runs.")
  private Optional<Long> runs = Optional.empty();

  @Option(
      names = "--keep-mib",
      paramLabel = "N",
      description = "Keep the latest runs whose journals have N MiB in total.")
  private Optional<Long> mebibytes = Optional.empty();

  @Option(
      names = "--keep-log-days",
      paramLabel = "N",
      description = "Of the remaining runs, keep the logs of those that ended within N days.")
  private Optional<Long> logDays = Optional.empty();

  @Option(
      names = "--keep-log-mib",
      paramLabel = "N",
      description = "Of the remaining runs, keep the latest logs, N MiB in total.")
  private Optional<Long> logMebibytes = Optional.empty();

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description =
          "With --store: the servers' log directory. Its logs are pruned with their runs, and"
              + " by --keep-log-days and --keep-log-mib.")
  private Optional<Path> logs = Optional.empty();

  @Option(
      names = "--dry-run",
      description = "Print how many runs would be deleted, and delete none.")
  private boolean isDry;

  @Override
  public Integer call() {
    place.check();
    boolean prunesLogs = logDays.isPresent() || logMebibytes.isPresent();
    if (days.isEmpty() && runs.isEmpty() && mebibytes.isEmpty() && !prunesLogs) {
      throw project.usageError(
          "no limit given; use --keep-days N, --keep-runs N, --keep-mib N, --keep-log-days N or"
              + " --keep-log-mib N");
    }
    if (prunesLogs && isDry) {
      throw project.usageError("--dry-run does not support --keep-log-days and --keep-log-mib");
    }
    if (place.isPostgres() && prunesLogs && logs.isEmpty()) {
      throw project.usageError(
          "--logs DIR is missing: with --store, pruning logs needs the servers' log directory");
    }
    if (logs.isPresent()
        && (!place.isPostgres() || !Files.isDirectory(project.resolve(logs.get())))) {
      throw project.usageError("--logs must be an existing directory, and needs --store");
    }
    if (Stream.of(days, runs, mebibytes, logDays, logMebibytes).anyMatch(it -> isNegative(it))) {
      throw project.usageError("limits must not be negative");
    }
    if (place.isServer()) {
      return remote();
    }
    Optional<ServerData> data = place.serverData(project.project().directory());
    if (data.isPresent()) {
      return stopped(data.get(), prunesLogs);
    }
    if (place.isPostgres()) {
      try (SqlStore open = place.store().openPostgres()) {
        Consumer<RunId> delete =
            run ->
                logs.map(project::resolve)
                    .ifPresent(its -> DirectoryDeletion.delete(its.resolve(run.value())));
        prune(open, delete, _ -> false);
        if (prunesLogs) {
          pruneLogs(open, new LogFiles(logs.map(project::resolve).orElseThrow()));
        }
      }
      return ExitCode.SUCCESS;
    }
    Optional<SqliteStore> found =
        isDry ? project.project().openForReading() : project.project().openForDeletion();
    if (found.isEmpty()) {
      System.err.println(project.noRunsMessage());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = found.get()) {
      prune(open, project.project()::deleteOutput, project.project()::isAgentGone);
      if (!isDry) {
        open.localOptions().deletePruned();
      }
      if (prunesLogs) {
        pruneLogs(open, project.project().logs());
      }
    }
    return ExitCode.SUCCESS;
  }

  /// Asks a live server, until nothing is left to delete: it deletes a part in each request.
  private int remote() {
    var asked =
        new PruneRequest(
            days.orElse(null),
            runs.orElse(null),
            mebibytes.orElse(null),
            logDays.orElse(null),
            logMebibytes.orElse(null),
            isDry);
    try (ServerClient client = place.client()) {
      PruneDocument part;
      do {
        part = client.post(client.inOrg("/prune"), asked, PruneDocument.class);
        print(part);
      } while (!part.complete());
    }
    return ExitCode.SUCCESS;
  }

  private void print(PruneDocument part) {
    String count = CountFormat.text(part.runs(), "run");
    if (isDry) {
      System.out.println("%s would be deleted.".formatted(count));
      return;
    }
    System.out.println("Deleted %s.".formatted(count));
    printAgents(part.agents());
    printEntries(part.journalEntries());
    if (logDays.isPresent() || logMebibytes.isPresent()) {
      printLogs(part.logRuns(), part.logBytes());
    }
  }

  /// The store of a server that is stopped.
  private int stopped(ServerData data, boolean prunesLogs) {
    try (@Nullable FileChannel _ = isDry ? null : data.lock();
        SqlStore open = isDry ? data.openForReading() : data.open()) {
      prune(open, run -> LogRetention.delete(data.logs(), run), _ -> false);
      if (prunesLogs) {
        pruneLogs(open, data.logs());
      }
      return ExitCode.SUCCESS;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pruneLogs(SqlStore open, LogFiles files) {
    var policy =
        new LogRetention(
            logDays.map(Duration::ofDays).orElse(UNLIMITED),
            logMebibytes.map(some -> Math.multiplyExact(some, 1 << 20)).orElse(Long.MAX_VALUE));
    LogRetention.Pruned pruned = policy.prune(files, open.retention()::endedAt, open.now());
    printLogs(pruned.runs(), pruned.bytes());
  }

  private static void printLogs(long runs, long bytes) {
    System.out.println(
        "Deleted the logs of %s, %s."
            .formatted(CountFormat.text(runs, "run"), CountFormat.text(bytes, "byte")));
  }

  private static void printAgents(long pruned) {
    if (pruned > 0) {
      System.out.println("Deleted %s.".formatted(CountFormat.text(pruned, "agent")));
    }
  }

  private static void printEntries(long pruned) {
    if (pruned > 0) {
      System.out.println("Deleted %d journal entries of groups and breakers.".formatted(pruned));
    }
  }

  private static void pruneAgents(SqlStore open, Duration age, Predicate<String> isGone) {
    printAgents(open.agentRetention().prune(age, open.now(), isGone));
  }

  private static void pruneJournals(SqlStore open, Duration age) {
    printEntries(open.journalRetention().prune(age, open.now()));
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
          "%s would be deleted."
              .formatted(CountFormat.text(retention.prunable(policy, open.now()), "run")));
    } else {
      long pruned = retention.prune(policy, open.now(), deleteLogs);
      System.out.println("Deleted %s.".formatted(CountFormat.text(pruned, "run")));
      days.map(Duration::ofDays)
          .ifPresent(age -> {
            pruneAgents(open, age, isGone);
            pruneJournals(open, age);
          });
    }
  }
}
