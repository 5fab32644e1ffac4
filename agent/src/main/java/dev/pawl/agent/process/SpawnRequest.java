package dev.pawl.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;

/// The arguments of `posix_spawn` for one process: its files, its directory, its signals, its
/// session. Valid as long as its arena.
final class SpawnRequest {

  static final List<String> FUNCTIONS =
      List.of(
          "posix_spawn_file_actions_init",
          "posix_spawn_file_actions_destroy",
          "posix_spawn_file_actions_addopen",
          "posix_spawn_file_actions_adddup2",
          "posix_spawn_file_actions_addchdir_np",
          "posix_spawn_file_actions_addclosefrom_np",
          "posix_spawnattr_init",
          "posix_spawnattr_destroy",
          "posix_spawnattr_setflags",
          "posix_spawnattr_setsigmask",
          "posix_spawnattr_setsigdefault");

  /// More than any C library needs for these opaque structures.
  private static final long STRUCT_BYTES = 1024;

  private static final long ALIGNMENT = 16;

  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int IN = 0;
  private static final int OUT = 1;
  private static final int ERROR = 2;
  private static final int FIRST_OTHER = 3;

  private static final int SET_SIGNAL_DEFAULTS = 0x04;
  private static final int SET_SIGNAL_MASK = 0x08;
  private static final int SET_SESSION = 0x80;

  /// The charset of file names in this JVM: a path has to be encoded as it was decoded.
  private static final Charset NAMES = Charset.forName(System.getProperty("sun.jnu.encoding"));

  private final Arena arena;
  private final LaunchSpec launch;

  SpawnRequest(Arena arena, LaunchSpec launch) {
    this.arena = arena;
    this.launch = launch;
  }

  /// Starts the process and stores its id at `pid`. Returns the error number, or 0.
  int spawn(Path program, MemorySegment pid) {
    long files = newStruct();
    long attributes = newStruct();
    int error = call("posix_spawn_file_actions_init", files);
    if (error != 0) {
      return error;
    }
    try {
      error = call("posix_spawnattr_init", attributes);
      if (error != 0) {
        return error;
      }
      try {
        error = firstOf(describeFiles(files), describeProcess(attributes));
        return error != 0 ? error : spawn(program, pid, files, attributes);
      } finally {
        int _ = call("posix_spawnattr_destroy", attributes);
      }
    } finally {
      int _ = call("posix_spawn_file_actions_destroy", files);
    }
  }

  private int spawn(Path program, MemorySegment pid, long files, long attributes) {
    List<String> environment =
        launch.environment().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .toList();
    return call(
        "posix_spawn",
        pid.address(),
        text(arena, program.toString()).address(),
        files,
        attributes,
        texts(launch.command()),
        texts(environment));
  }

  /// The directory is changed last, because the other paths may be relative.
  private int describeFiles(long files) {
    long nothing = text(arena, "/dev/null").address();
    long output = text(arena, launch.output().toString()).address();
    long directory = text(arena, launch.directory().toString()).address();
    return firstOf(
        call("posix_spawn_file_actions_addopen", files, IN, nothing, READ),
        call("posix_spawn_file_actions_addopen", files, OUT, output, WRITE),
        call("posix_spawn_file_actions_adddup2", files, OUT, ERROR),
        call("posix_spawn_file_actions_addchdir_np", files, directory),
        call("posix_spawn_file_actions_addclosefrom_np", files, FIRST_OTHER));
  }

  /// A job must not inherit the signal settings of the JVM, which handles some signals, ignores
  /// SIGPIPE and blocks others in some threads. All bits of the set are 1: `sigfillset` would leave
  /// out the signals that the C library uses itself, and a job would inherit them ignored.
  private int describeProcess(long attributes) {
    long none = newStruct();
    MemorySegment all = arena.allocate(STRUCT_BYTES, ALIGNMENT).fill((byte) 0xff);
    return firstOf(
        call("posix_spawnattr_setsigmask", attributes, none),
        call("posix_spawnattr_setsigdefault", attributes, all.address()),
        call(
            "posix_spawnattr_setflags",
            attributes,
            SET_SIGNAL_DEFAULTS | SET_SIGNAL_MASK | SET_SESSION));
  }

  private static int call(String function, long... arguments) {
    return Libc.call(function, arguments).value();
  }

  private static int firstOf(int... errors) {
    for (int error : errors) {
      if (error != 0) {
        return error;
      }
    }
    return 0;
  }

  private long newStruct() {
    return arena.allocate(STRUCT_BYTES, ALIGNMENT).address();
  }

  private long texts(List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, texts.size() + 1L);
    for (int index = 0; index < texts.size(); index++) {
      array.setAtIndex(ADDRESS, index, text(arena, texts.get(index)));
    }
    return array.address(); // the last element is zero, as new memory of an arena is
  }

  static MemorySegment text(Arena arena, String text) {
    byte[] bytes = text.getBytes(NAMES);
    MemorySegment copy = arena.allocate(bytes.length + 1L);
    MemorySegment.copy(bytes, 0, copy, java.lang.foreign.ValueLayout.JAVA_BYTE, 0, bytes.length);
    return copy;
  }
}
