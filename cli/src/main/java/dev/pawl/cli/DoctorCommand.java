package dev.pawl.cli;

import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.server.doctor.Checkup;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.doctor.Finding;
import dev.pawl.server.doctor.Repair;
import dev.pawl.server.doctor.Treatment;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.store.PostgresStore;
import dev.pawl.server.store.SqlStore;
import dev.pawl.server.store.SqliteStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl doctor`: whether the store is as its journals tell it.
@Command(
    name = "doctor",
    description = {
      "Check the store: every journal's chain, and that it replays to the stored rows; deadlines,"
          + " leases, breakers and effects that nobody acts on.",
      "It only reads, unless --repair is given. Exit code 0: healthy; 1: there are findings."
    })
final class DoctorCommand implements Callable<Integer> {

  @Mixin private ProjectOption project = new ProjectOption();
  @Mixin private StoreOption store = new StoreOption();

  @Option(
      names = "--repair",
      description =
          "Repair what can be. Each repair is in the journal with your name, but for what is of"
              + " nobody, which has none and is only forgotten, and for runs whose process is gone,"
              + " which any command ends.")
  private boolean repair;

  @Option(
      names = "--all",
      description = "Look at all runs, not only at what is open or ended within a day.")
  private boolean all;

  @Option(
      names = "--reset",
      paramLabel = "TOOL",
      description =
          "With --repair: reset the breaker of this tool, if it is stuck, without a check.")
  private List<String> resets = new ArrayList<>();

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Optional<String> problem = store.problem();
    if (problem.isPresent()) {
      throw project.misuse(problem.get());
    }
    if (!resets.isEmpty() && !repair) {
      throw project.misuse("--reset is a repair: give --repair as well");
    }
    return store.isPostgres() ? postgres() : local();
  }

  private int postgres() {
    try (PostgresStore open = store.openPostgres()) {
      var engine = new Engine(Deadlines.DEFAULT);
      var doctor = new Doctor(open, engine);
      return report(() -> doctor.check(all), treatment(open, engine, open.servedSince())::of);
    }
  }

  private int local() {
    Optional<SqliteStore> found = project.project().openStoreAsItIs();
    if (found.isEmpty()) {
      System.err.println("pawl: nothing has been run in " + project.project().directory());
      return ExitCode.INVALID;
    }
    try (SqliteStore open = found.get()) {
      var engine = new Engine(LocalOrchestrator.DEADLINES);
      var doctor = new Doctor(open, engine);
      Treatment treatment = treatment(open, engine, Instant.EPOCH);
      return report(
          () -> withAbandoned(open, doctor.check(all)), one -> local(open, treatment, one));
    }
  }

  private Treatment treatment(SqlStore open, Engine engine, Instant servedSince) {
    var setting = new Treatment.Setting(servedSince, new ShellHealthCheck(), resets);
    return new Treatment(
        open, engine, Myself.actor(), new Ids(InstantSource.system())::next, setting);
  }

  private Checkup withAbandoned(SqliteStore open, Checkup checkup) {
    List<Finding> findings = new ArrayList<>(checkup.findings());
    for (var run : project.project().abandoned(open)) {
      findings.add(
          new Finding(
              Finding.Code.OWNER_GONE, "run", run.value(), "the process that ran it is gone"));
    }
    return new Checkup(findings, checkup.advice(), checkup.examined(), checkup.hasMore());
  }

  /// Whose process lives, that process decides about alone.
  private Treatment.Outcome local(SqliteStore open, Treatment treatment, Finding finding) {
    return switch (finding.repair()) {
      case INTERRUPT -> {
        project.project().sweep(open);
        yield new Treatment.Outcome(finding, true, "ended as interrupted");
      }
      case TICK ->
          new Treatment.Outcome(
              finding, false, "its own process decides about it; end that one, and look again");
      case NONE, REBUILD, RESET, FORGET -> treatment.of(finding);
    };
  }

  private interface Repairing {
    Treatment.Outcome of(Finding finding);
  }

  private int report(Supplier<Checkup> check, Repairing repairing) {
    Checkup first = check.get();
    List<Treatment.Outcome> outcomes = repair ? repaired(first, repairing) : List.of();
    Checkup last = outcomes.isEmpty() ? first : check.get();
    var report = new DoctorReport(first, outcomes, last, store.shown());
    if (json) {
      System.out.println(Json.text(report.records()));
    } else {
      report.lines().forEach(System.out::println);
    }
    return last.isHealthy() ? ExitCode.SUCCESS : ExitCode.RUN_FAILED;
  }

  /// Rows first: the other repairs decide by what they say.
  private static List<Treatment.Outcome> repaired(Checkup checkup, Repairing repairing) {
    return checkup.findings().stream()
        .sorted(Comparator.comparing(finding -> finding.repair() != Repair.REBUILD))
        .map(repairing::of)
        .toList();
  }
}
