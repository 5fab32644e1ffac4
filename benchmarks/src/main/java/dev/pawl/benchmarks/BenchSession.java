package dev.pawl.benchmarks;

import dev.pawl.benchmarks.api.ApiMeasurement;
import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// One execution of `./bench`: the stores, in a temporary directory, and the subjects, which are
/// measured one after another.
final class BenchSession implements AutoCloseable {

  private static final String PREFIX = "bench-";

  private final BenchOptions options;
  private final List<SubjectFactory> contenders;
  private final Path directory;
  private final Optional<SharedPostgres> postgres;
  private final MeasurementConditions conditions;

  /// Records the conditions now, while the machine is idle.
  private BenchSession(
      BenchOptions options,
      List<SubjectFactory> contenders,
      Path directory,
      Optional<SharedPostgres> postgres)
      throws Exception {
    this.options = options;
    this.contenders = contenders;
    this.directory = directory;
    this.postgres = postgres;
    this.conditions = MeasurementConditions.here(directory, postgres);
  }

  static BenchSession of(BenchOptions options) throws Exception {
    List<SubjectFactory> contenders = SubjectCatalog.of(options);
    // Beside the classes, to be on the project's disk and not on a file system in
    // memory.
    Path target = Files.createDirectories(Path.of("benchmarks", "target"));
    sweep(target);
    Path directory =
        Files.createTempDirectory(
            target.toAbsolutePath(), PREFIX + ProcessHandle.current().pid() + "-");
    boolean needed = contenders.stream().anyMatch(each -> each.store() == StoreKind.POSTGRESQL);
    try {
      return new BenchSession(
          options,
          contenders,
          directory,
          needed ? Optional.of(SharedPostgres.start(directory)) : Optional.empty());
    } catch (Exception e) {
      remove(directory);
      throw e;
    }
  }

  /// Removes the files of interrupted sessions.
  private static void sweep(Path target) throws IOException {
    List<Path> left;
    try (var files = Files.list(target)) {
      left = files.filter(BenchSession::isAbandoned).toList();
    }
    for (Path directory : left) {
      remove(directory);
    }
  }

  private static boolean isAbandoned(Path directory) {
    String[] parts = directory.getFileName().toString().split("-", -1);
    return directory.getFileName().toString().startsWith(PREFIX)
        && parts.length == 3
        && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty();
  }

  Duration measured() {
    return options.measured();
  }

  MeasurementConditions conditions() {
    return conditions;
  }

  /// Measures a subject: a figure for each column.
  @FunctionalInterface
  interface Measures {
    List<OptionalDouble> of(BenchmarkSubject subject, MeasurementWindow span) throws Exception;
  }

  /// Measures each subject on a fresh database. A subject that fails is reported as failed, and the
  /// others are still measured.
  List<ReportLine> measure(Measures measures) {
    return measure(_ -> true, measures);
  }

  /// Measures only Pawl's subjects.
  List<ReportLine> measurePawl(Measures measures) {
    return measure(contender -> contender.kind() == SubjectFactory.Kind.PAWL, measures);
  }

  private List<ReportLine> measure(Predicate<SubjectFactory> which, Measures measures) {
    List<ReportLine> lines = new ArrayList<>();
    for (SubjectFactory contender : contenders.stream().filter(which).toList()) {
      System.err.printf("bench: %s, on %s …%n", contender.name(), contender.store().label());
      lines.add(measure(contender, measures, window(contender.store())));
    }
    return lines;
  }

  private MeasurementWindow window(StoreKind store) {
    Optional<ProcessHandle> server =
        store == StoreKind.POSTGRESQL
            ? postgres.flatMap(SharedPostgres::process)
            : Optional.empty();
    return MeasurementWindow.of(options.measured(), server);
  }

  /// Measures a server process on an empty database.
  @FunctionalInterface
  interface ServerMeasures {
    List<OptionalDouble> of(String url) throws Exception;
  }

  /// Measures Pawl on each store, in a process of its own.
  List<ReportLine> measureServers(ServerMeasures measures) throws Exception {
    List<ReportLine> lines = new ArrayList<>();
    for (SubjectFactory contender : contenders) {
      if (contender.kind() == SubjectFactory.Kind.PAWL) {
        try (var database = fresh(contender.store())) {
          lines.add(
              ReportLine.of(contender, "in a process of its own", measures.of(database.url())));
        }
      }
    }
    return lines;
  }

  /// The columns of what was measured of a server's API.
  @FunctionalInterface
  interface ApiFigures {
    List<OptionalDouble> of(ApiMeasurement.Figures measured);
  }

  /// Measures the API of Pawl on each store.
  List<ReportLine> measureApi(ApiFigures figures) throws Exception {
    List<ReportLine> lines = new ArrayList<>();
    for (SubjectFactory contender : contenders) {
      if (contender.kind() == SubjectFactory.Kind.PAWL) {
        System.err.printf("bench: %s, on %s …%n", contender.name(), contender.store().label());
        try (var database = fresh(contender.store());
            var empty = fresh(contender.store())) {
          Path own = Files.createTempDirectory(directory, "api-");
          var measurement = new ApiMeasurement(database.url(), own);
          lines.add(
              ReportLine.of(
                  contender,
                  ApiMeasurement.SETTINGS,
                  figures.of(measurement.measure(window(contender.store()), empty.url()))));
        }
      }
    }
    return lines;
  }

  private ReportLine measure(SubjectFactory contender, Measures measures, MeasurementWindow span) {
    try (var database = fresh(contender.store());
        var subject = contender.opening().open(database.url())) {
      return ReportLine.of(contender, subject.settings(), measures.of(subject, span));
    } catch (Exception | LinkageError e) {
      System.err.printf("bench: %s could not be measured%n", contender.name());
      e.printStackTrace();
      return ReportLine.failed(contender, String.valueOf(e.getMessage()));
    }
  }

  private TemporaryDatabase fresh(StoreKind store) throws Exception {
    return switch (store) {
      case SQLITE -> {
        Path own = Files.createTempDirectory(directory, "sqlite-");
        yield new TemporaryDatabase("jdbc:sqlite:" + own.resolve("pawl.db"), () -> remove(own));
      }
      case POSTGRESQL -> postgres.orElseThrow().fresh();
    };
  }

  @Override
  public void close() throws IOException {
    try {
      if (postgres.isPresent()) {
        postgres.get().close();
      }
    } finally {
      remove(directory);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
