package dev.pawl.server.api;

import static dev.pawl.server.auth.Permission.ADMINISTER_SERVER;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.server.api.document.Maintenance.BackupDocument;
import dev.pawl.server.api.document.Maintenance.BackupRequest;
import dev.pawl.server.api.document.Maintenance.DoctorDocument;
import dev.pawl.server.api.document.Maintenance.DoctorRequest;
import dev.pawl.server.api.document.Maintenance.PruneDocument;
import dev.pawl.server.api.document.Maintenance.PruneRequest;
import dev.pawl.server.api.document.Maintenance.RepairRequest;
import dev.pawl.server.api.document.Maintenance.TreatmentDocument;
import dev.pawl.server.http.Answer;
import dev.pawl.server.http.ApiRequest;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.http.Route;
import dev.pawl.server.maintenance.LiveBackup;
import dev.pawl.server.maintenance.LiveDoctor;
import dev.pawl.server.maintenance.LivePrune;
import dev.pawl.server.maintenance.PruneLimits;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Routes of maintenance, for admins of the server. They are about the whole store, whichever org
/// is in their path.
final class MaintenanceRoutes {

  private static final String ORG = "/api/v1/orgs/{org}";

  /// The most days, runs and MiB of a limit.
  private static final long MOST = 1L << 40;

  private static final long MOST_DAYS = 36_500;

  private final ApiServices services;
  private final LiveDoctor doctor;
  private final LivePrune prune;
  private final LiveBackup backup = new LiveBackup();

  MaintenanceRoutes(ApiServices services) {
    this.services = services;
    this.doctor =
        new LiveDoctor(
            services.store(), services.orchestrator(), services.engine(), services.ids());
    this.prune = new LivePrune(services.store(), services.logFiles());
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                ORG + "/doctor",
                ADMINISTER_SERVER,
                "Check the store of the server: journals, rows, deadlines, leases, breakers.",
                DoctorRequest.class,
                DoctorDocument.class,
                this::check)
            .answers(200),
        Route.post(
                ORG + "/doctor/repair",
                ADMINISTER_SERVER,
                "Check the store of the server, and repair what can be repaired.",
                RepairRequest.class,
                TreatmentDocument.class,
                this::repair)
            .answers(200),
        Route.post(
                ORG + "/prune",
                ADMINISTER_SERVER,
                "Delete old runs and logs of all orgs.",
                PruneRequest.class,
                PruneDocument.class,
                this::prune)
            .answers(200),
        Route.post(
                ORG + "/backup",
                ADMINISTER_SERVER,
                "Copy the store to a new file on the server.",
                BackupRequest.class,
                BackupDocument.class,
                this::backUp)
            .answers(200));
  }

  private Answer check(ApiRequest request) {
    DoctorRequest asked = request.bodyOrEmpty(DoctorRequest.class);
    return Answer.ok(DoctorDocument.of(doctor.check(asked.all(), text(asked.after()))));
  }

  private Answer repair(ApiRequest request) {
    RepairRequest asked = request.bodyOrEmpty(RepairRequest.class);
    List<String> resets =
        asked.reset() == null ? List.of() : List.of(breaker(request, asked.reset(), asked.force()));
    LiveDoctor.Treatment done =
        doctor.repair(asked.all(), text(asked.after()), resets, request.actor());
    return Answer.ok(TreatmentDocument.of(done.report(), done.results()));
  }

  /// The key of a tool's breaker. A tool without one may be misspelt.
  private String breaker(ApiRequest request, String tool, boolean isForced) {
    String key = Breaker.keyOf(request.org(), tool);
    if (!doctor.isKnown(key)) {
      throw HttpProblem.notFound("no step has used the tool '%s' yet".formatted(tool));
    }
    if (!isForced && doctor.healthCheck(key).isPresent()) {
      throw HttpProblem.conflict(
          "health_check_required",
          "the tool '%s' has a health check, which never runs in the server. Check the tool yourself, then send {\"reset\": \"%s\", \"force\": true}."
              .formatted(tool, tool));
    }
    return key;
  }

  private static String text(@Nullable String given) {
    return given == null ? "" : given;
  }

  private Answer prune(ApiRequest request) {
    PruneRequest asked = request.bodyOrEmpty(PruneRequest.class);
    PruneLimits limits = limits(asked);
    if (limits.isEmpty()) {
      throw HttpProblem.badRequest(
          "no limit given; send `keepDays`, `keepRuns`, `keepMib`, `keepLogDays` or `keepLogMib`");
    }
    if (!asked.dryRun()) {
      return Answer.ok(PruneDocument.of(prune.prune(limits)));
    }
    if (limits.prunesLogs()) {
      throw HttpProblem.badRequest("`dryRun` does not support `keepLogDays` and `keepLogMib`");
    }
    return Answer.ok(new PruneDocument(prune.prunable(limits), 0, 0, 0, 0, true));
  }

  private static PruneLimits limits(PruneRequest asked) {
    boolean isWrong =
        Stream.of(asked.keepRuns(), asked.keepMib(), asked.keepLogMib())
                .anyMatch(one -> isOutside(one, MOST))
            || Stream.of(asked.keepDays(), asked.keepLogDays())
                .anyMatch(one -> isOutside(one, MOST_DAYS));
    if (isWrong) {
      throw HttpProblem.badRequest(
          "a limit must not be negative, nor more than %d days".formatted(MOST_DAYS));
    }
    return new PruneLimits(
        new RetentionPolicy(
            days(asked.keepDays()), Optional.ofNullable(asked.keepRuns()), bytes(asked.keepMib())),
        days(asked.keepLogDays()),
        bytes(asked.keepLogMib()));
  }

  private static boolean isOutside(@Nullable Long number, long most) {
    return number != null && (number < 0 || number > most);
  }

  private static Optional<Duration> days(@Nullable Long days) {
    return Optional.ofNullable(days).map(Duration::ofDays);
  }

  private static Optional<Long> bytes(@Nullable Long mebibytes) {
    return Optional.ofNullable(mebibytes).map(some -> some << 20);
  }

  private Answer backUp(ApiRequest request) {
    Path target = target(request.body(BackupRequest.class).file());
    Path store =
        services
            .store()
            .database()
            .file()
            .orElseThrow(() ->
                HttpProblem.conflict(
                    "not_sqlite",
                    "the store is a PostgreSQL database. Back it up by its own tools: pg_dump --format=custom, or pg_basebackup with a WAL archive."));
    try {
      return Answer.ok(
          backup
              .copy(store, target)
              .map(BackupDocument::of)
              .orElseGet(() -> new BackupDocument(target.toString(), false, 0, 0, List.of())));
    } catch (StoreUnavailable e) {
      throw HttpProblem.conflict("backup_failed", String.valueOf(e.getMessage()));
    }
  }

  private static Path target(@Nullable String file) {
    try {
      if (file != null && Path.of(file).isAbsolute()) {
        return Path.of(file).normalize();
      }
    } catch (InvalidPathException _) {
      // No path is absolute.
    }
    throw HttpProblem.badRequest("`file` must be the absolute path of a new file on the server");
  }
}
