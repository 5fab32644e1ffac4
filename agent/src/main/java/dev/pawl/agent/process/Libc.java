package dev.pawl.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Calls functions of the C library.
///
/// All calls use one method handle with six integers, because linking a signature costs
/// milliseconds that every `pawl run` would pay. On the processors that are listed here the callee
/// sees the same: up to six numbers and addresses are in registers, an `int` is the lower half of
/// one, and surplus registers are ignored. On other processors nothing is linked.
final class Libc {

  private static final Set<String> PROCESSORS = Set.of("amd64", "x86_64", "aarch64");
  private static final int ARGUMENTS = 6;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));

  private static final Map<String, MemorySegment> SYMBOLS = new ConcurrentHashMap<>();

  /// The return value of a call, and the error number of one that failed.
  record Result(int value, int errno) {}

  /// Whether calls work as described above on this system.
  static boolean isFor(String system, String processor) {
    return system.toLowerCase(Locale.ROOT).startsWith("linux") && PROCESSORS.contains(processor);
  }

  /// Whether the C library has all of these functions.
  static boolean has(Iterable<String> functions) {
    for (String function : functions) {
      if (Linker.nativeLinker().defaultLookup().find(function).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /// Calls a function that returns an `int`. The caller keeps the arena of the memory that
  /// arguments point to open.
  static Result call(String function, long... arguments) {
    MemorySegment symbol = SYMBOLS.computeIfAbsent(function, Libc::find);
    long[] all = Arrays.copyOf(arguments, ARGUMENTS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int value =
          (int)
              Linked.CALL.invokeExact(
                  symbol, state, all[0], all[1], all[2], all[3], all[4], all[5]);
      return new Result(value, state.get(JAVA_INT, ERRNO));
    } catch (Throwable e) {
      throw new IllegalStateException(function + " cannot be called", e);
    }
  }

  private static MemorySegment find(String function) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(function);
  }

  /// Links the handle, and makes a first call, which is slow too.
  static void prepare() {
    Result _ = call("getpid");
  }

  /// A class of its own, so that [#has] does not link it.
  private static final class Linked {
    @SuppressWarnings("restricted") // the launcher grants native access
    private static final MethodHandle CALL =
        Linker.nativeLinker()
            .downcallHandle(
                FunctionDescriptor.of(
                    JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.captureCallState("errno"));
  }

  private Libc() {}
}
