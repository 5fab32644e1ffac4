package dev.pawl.agent.limits;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The most that the processes of one job may use together.
///
/// @param memory in bytes; 0 for no limit
/// @param processes the number of processes and threads; 0 for no limit
public record ResourceLimits(long memory, int processes) {

  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;
  private static final long LEAST_MEMORY = 256 * MIB;
  private static final int PROCESSES_OF_A_CORE = 4096;
  private static final int LEAST_PROCESSES = 2048;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([KMGkmg])");

  public static final ResourceLimits NONE = new ResourceLimits(0, 0);

  /// An equal part of nine tenths of the machine's memory, and of as many processes as it can
  /// serve.
  public static ResourceLimits ofMachine(int slots) {
    long machine =
        ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system
            ? system.getTotalMemorySize()
            : 0;
    return part(machine, Runtime.getRuntime().availableProcessors(), slots);
  }

  static ResourceLimits part(long machine, int cores, int slots) {
    long memory = machine == 0 ? 0 : Math.max(LEAST_MEMORY, machine / 10 * 9 / slots);
    long processes = Math.max(LEAST_PROCESSES, (long) PROCESSES_OF_A_CORE * cores / slots);
    return new ResourceLimits(memory, (int) Math.min(Integer.MAX_VALUE, processes));
  }

  /// Reads an amount of memory: a number with K, M or G, or `none`, which is 0.
  public static Optional<Long> parseMemory(String text) {
    if (text.equals("none")) {
      return Optional.of(0L);
    }
    Matcher size = SIZE.matcher(text);
    if (!size.matches() || Long.parseLong(size.group(1)) == 0) {
      return Optional.empty();
    }
    long unit =
        switch (size.group(2).toUpperCase(Locale.ROOT)) {
          case "K" -> 1L << 10;
          case "M" -> MIB;
          default -> GIB;
        };
    return Optional.of(Long.parseLong(size.group(1)) * unit);
  }

  /// The amount of memory for people.
  public String memoryText() {
    return memory % GIB == 0 ? memory / GIB + " GiB" : memory / MIB + " MiB";
  }
}
