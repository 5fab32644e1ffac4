package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.Contender.Kind.FLOOR;
import static dev.pawl.benchmarks.Contender.Kind.PAWL;
import static dev.pawl.benchmarks.Contender.Kind.PEER;

import dev.pawl.benchmarks.pawl.PawlSubject;
import dev.pawl.benchmarks.peers.DbScheduler;
import dev.pawl.benchmarks.peers.Dbos;
import dev.pawl.benchmarks.peers.Flowable;
import dev.pawl.benchmarks.peers.JobRunr;
import java.util.ArrayList;
import java.util.List;

/// Everything that is measured.
final class Subjects {

  /// In the order they are measured and shown.
  static List<Contender> of(Options options) {
    List<Contender> all = new ArrayList<>();
    for (Store store : options.stores()) {
      all.add(pawl(store));
      all.add(floor(store));
    }
    if (options.peers()) {
      all.addAll(peers());
    }
    return all;
  }

  private static Contender pawl(Store store) {
    return new Contender("Pawl", PAWL, store, PawlSubject::new);
  }

  private static Contender floor(Store store) {
    return new Contender(
        "floor",
        FLOOR,
        store,
        switch (store) {
          case SQLITE -> url -> new Floor(new SqliteRows(url));
          case POSTGRESQL -> url -> new Floor(new PostgresRows(url));
        });
  }

  private static List<Contender> peers() {
    return List.of(
        peer("db-scheduler 16.12", DbScheduler::new),
        peer("JobRunr 8.7", JobRunr::new),
        peer("DBOS Transact 1.1", Dbos::new),
        peer("Flowable 8.0", Flowable::new));
  }

  private static Contender peer(String name, Contender.Opening opening) {
    return new Contender(name, PEER, Store.POSTGRESQL, opening);
  }

  private Subjects() {}
}
