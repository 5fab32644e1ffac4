package dev.pawl.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Starts processes by `posix_spawn`, and waits for them by `waitpid`: about half of what the JDK's
/// own way costs, and the truth about the end. The JDK says 137 of a process that was killed, and
/// of one that returned 137.
public final class PosixLauncher implements ProcessLauncher {

  private static final int OWNER_ONLY = 0600;
  private static final int NOT_TO_BE_HAD = -1;
  private static final long STACK = 256 * 1024;

  /// Whether the C library of this machine has all that is needed.
  static boolean isAvailable() {
    return Libc.isFor(System.getProperty("os.name"), System.getProperty("os.arch"))
        && Libc.has(SpawnRequest.FUNCTIONS)
        && Libc.has(List.of("posix_spawn", "waitpid", "mkfifo"));
  }

  /// What the first start would wait for is done while nobody waits.
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

  /// The same error comes of a directory that is gone.
  private static String why(LaunchSpec launch, int errno) {
    return Files.isDirectory(launch.directory())
        ? "%s: %s".formatted(launch.program(), Errno.words(errno))
        : "there is no directory " + launch.directory();
  }

  /// By a platform thread: one that waits in the kernel holds on to its carrier.
  private static ChildProcess awaited(int pid) {
    var exit = new CompletableFuture<ProcessExit>();
    Thread.ofPlatform()
        .daemon()
        .name("process " + pid)
        .stackSize(STACK)
        .start(() -> exit.complete(await(pid)));
    return new ChildProcess(pid, exit);
  }

  private static ProcessExit await(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      Libc.Result result = Libc.call("waitpid", pid, status.address());
      while (result.value() == NOT_TO_BE_HAD && result.errno() == Errno.EINTR) {
        result = Libc.call("waitpid", pid, status.address());
      }
      // Nobody else collects our children. Should somebody, the end is all that is known.
      return result.value() == pid
          ? ProcessExit.ofStatus(status.get(JAVA_INT, 0))
          : new ProcessExit.Returned(NOT_TO_BE_HAD);
    }
  }

  @Override
  public void makePipe(Path path) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      long name = SpawnRequest.text(arena, path.toString()).address();
      Libc.Result result = Libc.call("mkfifo", name, OWNER_ONLY);
      if (result.value() != 0) {
        throw new IOException("no pipe can be made: " + Errno.words(result.errno()));
      }
    }
  }
}
