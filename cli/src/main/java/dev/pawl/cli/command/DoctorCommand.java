package dev.pawl.cli.command;

import dev.pawl.cli.client.ServerClient;
import dev.pawl.cli.configuration.ToolsFile;
import dev.pawl.cli.console.CurrentUser;
import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.JsonOutput;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.option.ProjectOption;
import dev.pawl.cli.option.StorePlace;
import dev.pawl.cli.report.DoctorReport;
import dev.pawl.cli.service.ServerData;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.disk.DiskSpace;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.HealthReport;
import dev.pawl.server.doctor.NamedBreakers;
import dev.pawl.server.doctor.RepairAction;
import dev.pawl.server.doctor.StoreRepair;
import dev.pawl.server.doctor.StoreRepair.RepairResult;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl doctor`: checks the store against its journals, and repairs it on request.
@Command(
    name = "doctor",
    description = {
      "Check the store: verify every journal and compare it with the stored rows; find deadlines,"
          + " leases, breakers and effects that are stuck.",
      "Reads only, unless --repair is given. Exit code 0: healthy; 1: problems found."
    })
public final class DoctorCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StorePlace place = new StorePlace();

  @Option(
      names = "--repair",
      description =
          "Repair what can be repaired. Each repair is recorded in the journal with your name, except"
              + " for rows that belong to no run, which are deleted, and for runs whose process has died,"
              + " which are ended as interrupted.")
  private boolean repair;

  @Option(
      names = "--all",
      description =
          "Check all runs. Default: runs that are open, ended within a day, or were quarantined.")
  private boolean all;

  @Option(
      names = "--reset",
      paramLabel = "TOOL",
      description =
          "With --repair: reset the breaker of this tool if it is not closed, without a health check."
              + " ORG:TOOL selects the tool of one org.")
  private List<String> resets = new ArrayList<>();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() {
    place.check();
    if (!resets.isEmpty() && !repair) {
      throw project.usageError("--reset needs --repair");
    }
    if (place.isServer()) {
      return remote();
    }
    Optional<ServerData> data = place.serverData(project.project().directory());
    if (data.isPresent()) {
      return stopped(data.get());
    }
    return place.isPostgres() ? postgres() : local();
  }

  private int remote() {
    try (ServerClient client = place.client()) {
      var doctor = new RemoteDoctor(client, all);
      List<RepairResult> results = repair ? doctor.repair(resets) : List.of();
      HealthReport last = doctor.check();
      return print(new DoctorReport(last, results, last, Optional.empty()), last);
    }
  }

  /// The store of a server that is stopped. To look at it, it need not be.
  private int stopped(ServerData data) {
    try (@Nullable FileChannel _ = repair ? data.lock() : null;
        SqlStore open = repair ? data.open() : data.openForReading()) {
      return stopped(open, ToolProfiles.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// No lease expires: no server has been there to receive heartbeats.
  private int stopped(SqlStore open, ToolProfiles tools) {
    var engine = new Engine(Deadlines.DEFAULT);
    var doctor = new Doctor(open, engine);
    var named = new NamedBreakers(open, engine);
    checkNames(named);
    return report(
        () -> named.added(doctor.check(all), resets),
        treatment(open, engine, open.now(), tools)::repair);
  }

  private int postgres() {
    try (PostgresStore open = place.store().openPostgres()) {
      var engine = new Engine(Deadlines.DEFAULT);
      var doctor = new Doctor(open, engine);
      var named = new NamedBreakers(open, engine);
      checkNames(named);
      return report(
          () -> named.added(doctor.check(all), resets),
          treatment(open, engine, open.servedSince(), ToolProfiles.NONE)::repair);
    }
  }

  private int local() {
    Optional<SqliteStore> found =
        repair ? project.project().openExistingStore() : project.project().openForReading();
    if (found.isEmpty()) {
      System.err.println(project.noRunsMessage());
      return ExitCode.INVALID;
    }
    DiskSpace.problemOf(project.project().directory())
        .ifPresent(why ->
            System.err.println("pawl: %s. Delete old runs with `pawl prune`.".formatted(why)));
    try (SqliteStore open = found.get()) {
      var engine = new Engine(LocalOrchestrator.DEADLINES);
      var doctor = new Doctor(open, engine);
      StoreRepair treatment =
          treatment(open, engine, Instant.EPOCH, ToolsFile.in(project.project().stateDirectory()));
      var named = new NamedBreakers(open, engine);
      checkNames(named);
      return report(
          () -> named.added(withAbandoned(open, doctor.check(all)), resets),
          one -> local(open, treatment, one));
    }
  }

  private StoreRepair treatment(
      SqlStore open, Engine engine, Instant servedSince, ToolProfiles tools) {
    var setting = new StoreRepair.RepairOptions(servedSince, new ShellHealthCheck(), resets, tools);
    return new StoreRepair(
        open, engine, CurrentUser.actor(), new IdGenerator(InstantSource.system())::next, setting);
  }

  /// Rejects the reset of a tool that has no breaker: it may be misspelt.
  private void checkNames(NamedBreakers named) {
    List<String> unknown = named.unknown(resets);
    if (!unknown.isEmpty()) {
      throw project.usageError(
          "--reset: no step has used the tool '%s' yet, so it has no breaker"
              .formatted(PrintableText.line(unknown.getFirst())));
    }
  }

  private HealthReport withAbandoned(SqliteStore open, HealthReport checkup) {
    List<Finding> findings = new ArrayList<>(checkup.findings());
    for (var run : project.project().abandoned(open)) {
      findings.add(
          new Finding(Finding.Code.OWNER_GONE, "run", run.value(), "its process has died"));
    }
    return new HealthReport(findings, checkup.advice(), checkup.checkedCount(), checkup.hasMore());
  }

  /// Repairs a finding of a local store. A run whose process is alive is left to that process.
  private StoreRepair.RepairResult local(SqliteStore open, StoreRepair treatment, Finding finding) {
    return switch (finding.repair()) {
      case INTERRUPT -> {
        project.project().endOrphanedRuns(open);
        yield new StoreRepair.RepairResult(finding, true, "ended as interrupted");
      }
      case TICK ->
          new StoreRepair.RepairResult(
              finding, false, "its process is running; end it and try again");
      case NONE, REBUILD, RESET, DELETE, RELEASE, REVOKE -> treatment.repair(finding);
    };
  }

  private interface Repairing {
    StoreRepair.RepairResult of(Finding finding);
  }

  private int report(Supplier<HealthReport> check, Repairing repairing) {
    HealthReport first = check.get();
    List<StoreRepair.RepairResult> outcomes = repair ? repaired(first, repairing) : List.of();
    HealthReport last = outcomes.isEmpty() ? first : check.get();
    return print(new DoctorReport(first, outcomes, last, place.store().redactedAddress()), last);
  }

  private int print(DoctorReport report, HealthReport last) {
    if (json) {
      System.out.println(JsonOutput.text(report.records()));
    } else {
      report.lines().forEach(System.out::println);
      if (!all) {
        System.out.println("Not checked: runs that ended more than a day ago. --all checks them.");
      }
    }
    return last.isHealthy() ? ExitCode.SUCCESS : ExitCode.RUN_FAILED;
  }

  /// Rebuilds rows first, because the other repairs read them.
  private static List<StoreRepair.RepairResult> repaired(
      HealthReport checkup, Repairing repairing) {
    return checkup.findings().stream()
        .sorted(Comparator.comparing(finding -> finding.repair() != RepairAction.REBUILD))
        .map(repairing::of)
        .toList();
  }
}
