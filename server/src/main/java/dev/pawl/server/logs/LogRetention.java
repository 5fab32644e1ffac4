package dev.pawl.server.logs;

import dev.pawl.core.identity.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Retention of logs: until their run has been over for `maxAge`, and while all of them together
/// have at most `maxBytes`; those of the runs that ended first go first.
///
/// The logs of a run that is not over are kept, however large they are, as are those of a run whose
/// agents may still send the rest ([LogReceiver#POST_MORTEM]). Several orchestrators may prune at
/// once.
public record LogRetention(Duration maxAge, long maxBytes) {

  /// Prefix of a directory that is being deleted. A log is whole or gone: it never loses its
  /// middle.
  private static final String GONE = ".gone-";

  /// The logs that were deleted.
  public record Pruned(int runs, long bytes) {}

  private record Kept(Path directory, Instant over, long bytes) {}

  /// Deletes what need not be kept any longer.
  ///
  /// @param over since when a run has been over; empty while it is not
  public Pruned prune(LogFiles files, Function<RunId, Optional<Instant>> over, Instant now) {
    Path logs = files.directory();
    try {
      return Files.isDirectory(logs) ? pruned(logs, over, now) : new Pruned(0, 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete logs in " + logs, e);
    }
  }

  private Pruned pruned(Path logs, Function<RunId, Optional<Instant>> over, Instant now)
      throws IOException {
    long total = 0;
    List<Kept> candidates = new ArrayList<>();
    for (Path run : runs(logs)) {
      long size = size(run);
      total += size;
      over.apply(new RunId(run.getFileName().toString()))
          .filter(end -> !end.plus(LogReceiver.POST_MORTEM).isAfter(now))
          .ifPresent(end -> candidates.add(new Kept(run, end, size)));
    }
    candidates.sort(Comparator.comparing(Kept::over).thenComparing(Kept::directory));
    int runs = 0;
    long freed = 0;
    for (Kept each : candidates) {
      if (total - freed <= maxBytes && Duration.between(each.over(), now).compareTo(maxAge) < 0) {
        break;
      }
      delete(each.directory());
      runs++;
      freed += each.bytes();
    }
    return new Pruned(runs, freed);
  }

  /// The directories of runs. Finishes deletions that were begun before.
  private static List<Path> runs(Path logs) throws IOException {
    List<Path> runs = new ArrayList<>();
    try (Stream<Path> all = Files.list(logs)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        if (each.getFileName().toString().startsWith(GONE)) {
          deleteAll(each);
        } else {
          runs.add(each);
        }
      }
    }
    return runs;
  }

  /// Deletes the logs of a run.
  public static void delete(LogFiles files, RunId run) {
    try {
      delete(files.directory().resolve(run.value()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete logs in " + files.directory(), e);
    }
  }

  private static void delete(Path run) throws IOException {
    Path gone = run.resolveSibling(GONE + run.getFileName());
    try {
      Files.move(run, gone, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException _) {
      return; // another has done it
    }
    deleteAll(gone);
  }

  private static long size(Path run) throws IOException {
    long[] size = {0};
    Files.walkFileTree(
        run,
        new Walk() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            size[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return size[0];
  }

  private static void deleteAll(Path gone) throws IOException {
    Files.walkFileTree(
        gone,
        new Walk() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
              throws IOException {
            Files.deleteIfExists(directory);
            return super.postVisitDirectory(directory, problem);
          }
        });
  }

  /// Ignores what another process deletes meanwhile.
  private abstract static class Walk extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
      if (problem instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw problem;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
        throws IOException {
      return problem == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, problem);
    }
  }
}
