package dev.pawl.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/// Resources that the processes of a benchmark have used so far: processor time, in nanoseconds, of
/// this process and of the database server that it has started, and the bytes that this process has
/// allocated. On a machine that does other things as well it says more than a rate.
record ResourceUsage(long processorNanos, long allocatedBytes) {

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// @param server the process of a database server, whose connections are its children
  static ResourceUsage now(Optional<ProcessHandle> server) {
    long ofServer =
        server.stream()
            .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
            .flatMap(process -> process.info().totalCpuDuration().stream())
            .mapToLong(Duration::toNanos)
            .sum();
    return new ResourceUsage(
        SYSTEM.getProcessCpuTime() + ofServer, THREADS.getTotalThreadAllocatedBytes());
  }

  ResourceUsage since(ResourceUsage before) {
    return new ResourceUsage(
        processorNanos - before.processorNanos, allocatedBytes - before.allocatedBytes);
  }
}
