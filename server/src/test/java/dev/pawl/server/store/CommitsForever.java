package dev.pawl.server.store;

import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import java.nio.file.Path;

/// A process that commits runs until it is killed, and names each that was acknowledged.
final class CommitsForever {

  public static void main(String[] args) {
    try (var store = Stores.open(Path.of(args[0]))) {
      Commits.register(store, Commits.AGENT, 1000, "linux");
      for (int index = 0; index < 100_000; index++) {
        var run = new DrivenRun(store, "run-%06d".formatted(index)).planned(Plans.buildThenTest());
        System.out.println(run.running().failed().id());
        System.out.flush();
      }
    }
  }

  private CommitsForever() {}
}
