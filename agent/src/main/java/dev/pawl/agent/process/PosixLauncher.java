package dev.pawl.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Starts processes with `posix_spawn`, and waits for them with `waitpid`. That costs about half of
/// what the JDK's way does, and tells exit codes from signals: the JDK returns 137 both for a
/// process that was killed and for one that returned 137.
public final class PosixLauncher implements ProcessLauncher {

  private static final int OWNER_ONLY = 0600;
  private static final int FAILED = -1;
  private static final long STACK_SIZE = 256 * 1024;

  /// Whether the C library of this machine has the functions that are needed.
  static boolean isAvailable() {
    return Libc.isFor(System.getProperty("os.name"), System.getProperty("os.arch"))
        && Libc.has(SpawnRequest.FUNCTIONS)
        && Libc.has(List.of("posix_spawn", "waitpid", "mkfifo"));
  }

  /// A launcher that links the C library in the background, before the first start needs it.
  static PosixLauncher prepared() {
    Thread.ofPlatform().daemon().name("linking").start(Libc::prepare);
    return new PosixLauncher();
  }

  @Override
  public ChildProcess start(LaunchSpec launch) throws LaunchException {
    Path program = ProgramLookup.find(launch);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pid = arena.allocate(JAVA_INT);
      int errno = new SpawnRequest(arena, launch).spawn(program, pid);
      if (errno != 0) {
        throw new LaunchException(why(launch, errno));
      }
      return awaited(pid.get(JAVA_INT, 0));
    }
  }

  /// A missing directory leads to the same error number as a missing program.
  private static String why(LaunchSpec launch, int errno) {
    return Files.isDirectory(launch.directory())
        ? "%s: %s".formatted(launch.program(), Errno.message(errno))
        : "directory '%s' does not exist".formatted(launch.directory());
  }

  /// Waits in a platform thread, because waiting in the kernel would pin the carrier of a virtual
  /// one.
  private static ChildProcess awaited(int pid) {
    var exit = new CompletableFuture<ProcessExit>();
    Thread.ofPlatform()
        .daemon()
        .name("process " + pid)
        .stackSize(STACK_SIZE)
        .start(() -> exit.complete(await(pid)));
    return new ChildProcess(pid, exit);
  }

  private static ProcessExit await(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      Libc.Result result = Libc.call("waitpid", pid, status.address());
      while (result.value() == FAILED && result.errno() == Errno.EINTR) {
        result = Libc.call("waitpid", pid, status.address());
      }
      // No other code collects our children. If it did, the exit code would be unknown.
      return result.value() == pid
          ? ProcessExit.ofStatus(status.get(JAVA_INT, 0))
          : new ProcessExit.Returned(FAILED);
    }
  }

  @Override
  public void makePipe(Path path) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long name = SpawnRequest.text(arena, path.toString()).address();
      Libc.Result result = Libc.call("mkfifo", name, OWNER_ONLY);
      if (result.value() != 0) {
        throw new IOException("the output pipe cannot be made: " + Errno.message(result.errno()));
      }
    }
  }
}
