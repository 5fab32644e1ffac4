package dev.pawl.server.logs;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One file a step and lease, bytes as they came. The number of open files is bounded. Written to
/// by one [Logs] at most; anybody may read.
public final class LogFiles implements LogDisk, AutoCloseable {

  private static final int MOST_OPEN = 64;

  private record Key(RunId run, LeaseRef lease, int step) {}

  private final Path directory;
  private final Map<Key, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

  public LogFiles(Path directory) {
    this.directory = directory;
  }

  @Override
  public Log open(RunId run, LeaseRef lease, int step) {
    FileChannel channel = attempt(() -> channel(new Key(run, lease, step)));
    return new Log() {
      @Override
      public long size() {
        return attempt(channel::size);
      }

      @Override
      public void write(long offset, ByteBuffer bytes) {
        attempt(() -> {
          long at = offset;
          while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
          }
          return at;
        });
      }

      @Override
      public void force() {
        attempt(() -> {
          channel.force(false);
          return channel;
        });
      }
    };
  }

  private interface Access<T> {
    T make() throws IOException;
  }

  private <T> T attempt(Access<T> access) {
    try {
      return access.make();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a log in " + directory, e);
    }
  }

  private synchronized FileChannel channel(Key key) throws IOException {
    FileChannel channel = open.get(key);
    if (channel == null) {
      Path file = file(key.run(), key.lease(), key.step());
      Files.createDirectories(file.getParent());
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      open.put(key, channel);
      if (open.size() > MOST_OPEN) {
        var eldest = open.entrySet().iterator().next();
        open.remove(eldest.getKey());
        eldest.getValue().close();
      }
    }
    return channel;
  }

  /// The log of a step, of the newest lease that left one.
  public Optional<Path> newest(RunId run, int job, int attempt, int step) {
    Path ofRun = directory.resolve(run.value());
    if (!Files.isDirectory(ofRun)) {
      return Optional.empty();
    }
    try (Stream<Path> leases = Files.list(ofRun)) {
      String prefix = job + "-" + attempt + "-";
      return leases
          .filter(path -> path.getFileName().toString().startsWith(prefix))
          .sorted(Comparator.comparingInt(LogFiles::leaseNumber).reversed())
          .map(path -> path.resolve(step + ".log"))
          .filter(Files::exists)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read logs in " + directory, e);
    }
  }

  private static int leaseNumber(Path path) {
    String name = path.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  private Path file(RunId run, LeaseRef lease, int step) {
    return directory
        .resolve(run.value())
        .resolve(lease.attempt().job() + "-" + lease.attempt().attempt() + "-" + lease.number())
        .resolve(step + ".log");
  }

  @Override
  public synchronized void close() {
    for (FileChannel channel : List.copyOf(open.values())) {
      try {
        channel.close();
      } catch (IOException _) {
        // What was acknowledged is on disk already.
      }
    }
    open.clear();
  }
}
