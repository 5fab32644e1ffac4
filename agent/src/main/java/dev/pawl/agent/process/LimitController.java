package dev.pawl.agent.process;

import dev.pawl.agent.limits.ResourceLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/// A controller of the kernel that limits the processes of a control group, and the names of its
/// files in both versions of control groups.
enum LimitController {
  MEMORY("memory.events", "oom_kill", "memory.oom_control", "oom_kill"),
  PIDS("pids.events", "max", "pids.events", "max"),
  CPU("", "", "", "");

  private final String events;
  private final String event;
  private final String oldEvents;
  private final String oldEvent;

  LimitController(String events, String event, String oldEvents, String oldEvent) {
    this.events = events;
    this.event = event;
    this.oldEvents = oldEvents;
    this.oldEvent = oldEvent;
  }

  /// The name that the kernel gives it.
  String kernelName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Limits a group of version 2. Every job has the same weight for the processors by default.
  void limit(Path group, ResourceLimits limits) throws IOException {
    if (this == MEMORY && limits.memory() > 0) {
      write(group.resolve("memory.max"), limits.memory());
      writeIfThere(group.resolve("memory.swap.max"), 0);
    } else if (this == PIDS && limits.processes() > 0) {
      write(group.resolve("pids.max"), limits.processes());
    }
  }

  /// Limits a group of version 1. The limit with swap cannot be below the one without.
  void limitOld(Path group, ResourceLimits limits) throws IOException {
    if (this == MEMORY && limits.memory() > 0) {
      write(group.resolve("memory.limit_in_bytes"), limits.memory());
      writeIfThere(group.resolve("memory.memsw.limit_in_bytes"), limits.memory());
    } else if (this == PIDS && limits.processes() > 0) {
      write(group.resolve("pids.max"), limits.processes());
    }
  }

  /// How often the limit of a group was reached: processes killed, or processes not started.
  long hits(Path group) {
    long found = count(group.resolve(events), event);
    return found >= 0 ? found : Math.max(0, count(group.resolve(oldEvents), oldEvent));
  }

  private static long count(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name + " "))
          .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
          .findFirst()
          .orElse(-1);
    } catch (IOException | NumberFormatException _) {
      return -1; // a group of the other version, or gone
    }
  }

  private static void writeIfThere(Path file, long value) throws IOException {
    if (Files.exists(file)) {
      write(file, value);
    }
  }

  private static void write(Path file, long value) throws IOException {
    byte[] text = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
    Files.write(file, text, StandardOpenOption.WRITE);
  }
}
