package dev.pawl.server.logs;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Log files below a directory that several orchestrators may share: a directory for each run, in
/// it one for each lease, and there the [LogSegments] of each step. A lease of which a log was cut
/// has a mark beside its directory. They may be read at any time.
public final class LogFiles implements LogDisk {

  private static final long SEGMENT = 8L * 1024 * 1024;
  private static final int MOST_REMEMBERED = 1_000;

  private final Path directory;
  private final long segment;
  private final InstantSource clock;

  /// Directories whose entries are durable, the most recently used.
  private final Set<Path> durable =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
              return size() > MOST_REMEMBERED;
            }
          });

  public LogFiles(Path directory) {
    this(directory, SEGMENT);
  }

  /// @param segment the bytes of a file, after which another one begins; the same for all who share
  ///   the directory
  public LogFiles(Path directory, long segment) {
    this(directory, segment, InstantSource.system());
  }

  LogFiles(Path directory, long segment, InstantSource clock) {
    this.directory = directory.toAbsolutePath();
    this.segment = segment;
    this.clock = clock;
  }

  Path directory() {
    return directory;
  }

  @Override
  public Log open(LogRef log) {
    try {
      // Writing and counting are done by two threads.
      var index = new LogIndex(segments(log));
      var times = new LogTimesWriter(segments(log).times(), clock);
      return new SegmentedLog(segments(log), index, times, segment, () -> make(log));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a log in " + directory, e);
    }
  }

  private void make(LogRef log) throws IOException {
    Path lease = lease(log);
    Files.createDirectories(lease);
    for (Path made : List.of(directory, run(log.run()), lease)) {
      if (!isDurable(made)) {
        LogSegment.enter(made);
        remember(made);
      }
    }
  }

  private synchronized boolean isDurable(Path made) {
    return durable.contains(made);
  }

  private synchronized void remember(Path made) {
    durable.add(made);
  }

  @Override
  public Map<LeaseRef, Long> usage(RunId run) {
    Map<LeaseRef, Long> usage = new HashMap<>();
    for (Path lease : entries(run(run))) {
      ref(lease.getFileName().toString())
          .ifPresent(ref ->
              usage.put(
                  ref,
                  entries(lease).stream()
                      .filter(file -> file.toString().endsWith(LogSegments.LOG))
                      .mapToLong(file -> file.toFile().length())
                      .sum()));
    }
    return usage;
  }

  @Override
  public Set<LeaseRef> cutLeases(RunId run) {
    return entries(run(run)).stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> name.endsWith(LogSegments.CUT))
        .map(name -> name.substring(0, name.length() - LogSegments.CUT.length()))
        .flatMap(name -> ref(name).stream())
        .collect(Collectors.toSet());
  }

  private List<Path> entries(Path of) {
    try (Stream<Path> all = Files.list(of)) {
      return all.toList();
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read logs in " + directory, e);
    }
  }

  private static Optional<LeaseRef> ref(String name) {
    if (!name.matches("\\d{1,9}-\\d{1,9}-\\d{1,9}")) {
      return Optional.empty();
    }
    String[] parts = name.split("-", -1);
    return Optional.of(
        new LeaseRef(
            new AttemptRef(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])),
            Integer.parseInt(parts[2])));
  }

  /// A log to read, which may still be empty.
  public LogReader log(LogRef log) {
    return new LogReader(log, segments(log));
  }

  /// The log of a step, of the newest lease that has one.
  public Optional<LogReader> newest(RunId run, int job, int attempt, int step) {
    Path ofRun = run(run);
    if (!Files.isDirectory(ofRun)) {
      return Optional.empty();
    }
    var of = new AttemptRef(job, attempt);
    try (Stream<Path> leases = Files.list(ofRun)) {
      return leases
          .flatMap(path -> ref(path.getFileName().toString()).stream())
          .filter(lease -> lease.attempt().equals(of))
          .sorted(Comparator.comparingInt(LeaseRef::number).reversed())
          .map(lease -> new LogRef(run, lease, step))
          .filter(log -> segments(log).exist())
          .findFirst()
          .map(this::log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read logs in " + directory, e);
    }
  }

  private LogSegments segments(LogRef log) {
    return new LogSegments(lease(log), log.step());
  }

  private Path run(RunId run) {
    return directory.resolve(run.value());
  }

  private Path lease(LogRef log) {
    AttemptRef attempt = log.lease().attempt();
    return run(log.run())
        .resolve(attempt.job() + "-" + attempt.attempt() + "-" + log.lease().number());
  }
}
