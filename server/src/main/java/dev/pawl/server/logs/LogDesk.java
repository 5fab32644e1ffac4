package dev.pawl.server.logs;

import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.LogAck;
import dev.pawl.protocol.LogFrame;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes in log frames: which lease they speak under, where that lease's log is, and how far it is
/// durable. Bounded: of leases long gone nothing is taken any more. Thread-safe.
public final class LogDesk {

  private static final int MOST_LEASES = 10_000;

  private record Address(RunId run, LeaseRef lease) {}

  private final LogFiles files;
  private final Map<String, Address> addresses =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Address> eldest) {
          return size() > MOST_LEASES;
        }
      };

  public LogDesk(LogFiles files) {
    this.files = files;
  }

  /// A lease was granted: what is sent under that id belongs to it.
  public synchronized void expect(String leaseId, RunId run, LeaseRef lease) {
    addresses.put(leaseId, new Address(run, lease));
  }

  /// Appends the frame's bytes, and gives the answer to it.
  public FromServer take(LogFrame frame) {
    Address address = address(frame.leaseId());
    if (address == null) {
      return new LeaseStale(frame.leaseId(), "unknown", "none");
    }
    long durable =
        files.append(
            address.run(), address.lease(), frame.stepIndex(), frame.offset(), frame.bytes());
    return new LogAck(frame.leaseId(), frame.stepIndex(), durable);
  }

  private synchronized @Nullable Address address(String leaseId) {
    return addresses.get(leaseId);
  }
}
