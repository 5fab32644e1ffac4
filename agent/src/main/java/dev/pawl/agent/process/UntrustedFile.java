package dev.pawl.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// A file that a job may replace at any time: by a link that leads to a file which only the agent
/// can read, or by a pipe, whose opening would never return. So it is held first, without opening
/// it; what is held cannot be replaced, and is opened if it is a regular file in its place.
public final class UntrustedFile {

  /// The same number on all processors: `O_PATH | O_CLOEXEC`.
  private static final int HOLD = 0x28_0000;

  private static final int FAILED = -1;
  private static final Set<Integer> MISSING = Set.of(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP);
  private static final boolean CAN_HOLD = PosixLauncher.isAvailable();

  /// Opens a file to read it.
  ///
  /// @param place where the file has to be when links are resolved: the path of the file, or of a
  ///   directory around it; itself without links
  /// @return empty if there is no regular file in that place
  public static Optional<InputStream> open(Path file, Path place) throws IOException {
    return CAN_HOLD ? openHeld(file, place) : openByPath(file, place);
  }

  private static Optional<InputStream> openHeld(Path file, Path place) throws IOException {
    Libc.Result result = hold(file);
    if (result.value() == FAILED && MISSING.contains(result.errno())) {
      return Optional.empty();
    }
    if (result.value() == FAILED) {
      throw new IOException("%s: %s".formatted(file, Errno.message(result.errno())));
    }
    try {
      Path held = Path.of("/proc/self/fd", Integer.toString(result.value()));
      boolean isThere = Files.readSymbolicLink(held).startsWith(place);
      return isThere && Files.isRegularFile(held)
          ? Optional.of(Files.newInputStream(held))
          : Optional.empty();
    } finally {
      int _ = Libc.call("close", result.value()).value();
    }
  }

  private static Libc.Result hold(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.call("open", SpawnRequest.text(arena, file.toString()).address(), HOLD);
    }
  }

  /// Where the C library cannot be called.
  private static Optional<InputStream> openByPath(Path file, Path place) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    Path real = file.toRealPath();
    return real.startsWith(place)
        ? Optional.of(Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS))
        : Optional.empty();
  }

  private UntrustedFile() {}
}
