package dev.pawl.agent.exec;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Signals to whole process groups, which the JDK cannot send. Linked on first use, since most jobs
/// are never signalled.
enum Signal {
  TERM(15),
  KILL(9);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /// Says whether there was such a group.
  boolean toGroup(long leader) {
    try {
      return (int) Native.KILL.invokeExact((int) -leader, number) == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("kill(2) failed", e);
    }
  }

  private static final class Native {
    @SuppressWarnings("restricted") // the launcher grants native access
    private static final MethodHandle KILL =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }
}
