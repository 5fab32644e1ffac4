package dev.pawl.simulation.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Orchestrator processes on one database, all active.
final class OrchestratorFleet implements AutoCloseable {

  private final List<OrchestratorHandle> members = new ArrayList<>();

  OrchestratorFleet(int size, String url, Path directory) throws IOException {
    for (int member = 1; member <= size; member++) {
      String name = "o" + member;
      members.add(new OrchestratorHandle(name, url, directory.resolve(name + ".log")));
    }
    for (OrchestratorHandle member : members) {
      member.start();
    }
    members.forEach(OrchestratorHandle::awaitStart);
  }

  List<OrchestratorHandle> members() {
    return members;
  }

  /// The port of some orchestrator that is up or seems to be, if possible not `lastTried`; 1, which
  /// refuses connections, if there is none.
  int anyPort(int lastTried) {
    List<Integer> there =
        new ArrayList<>(
            members.stream().map(OrchestratorHandle::port).filter(port -> port != 0).toList());
    if (there.size() > 1) {
      there.removeIf(port -> port == lastTried);
    }
    return there.isEmpty() ? 1 : there.get(ThreadLocalRandom.current().nextInt(there.size()));
  }

  @Override
  public void close() {
    members.forEach(OrchestratorHandle::close);
  }
}
