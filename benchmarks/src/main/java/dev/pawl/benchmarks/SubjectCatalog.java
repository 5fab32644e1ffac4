package dev.pawl.benchmarks;

import static dev.pawl.benchmarks.SubjectFactory.Kind.FLOOR;
import static dev.pawl.benchmarks.SubjectFactory.Kind.PAWL;
import static dev.pawl.benchmarks.SubjectFactory.Kind.PEER;

import dev.pawl.benchmarks.baseline.PostgresBaselineRows;
import dev.pawl.benchmarks.baseline.SqliteBaselineRows;
import dev.pawl.benchmarks.baseline.StoreBaseline;
import dev.pawl.benchmarks.pawl.PawlSubject;
import dev.pawl.benchmarks.peers.DbSchedulerSubject;
import dev.pawl.benchmarks.peers.DbosSubject;
import dev.pawl.benchmarks.peers.FlowableSubject;
import dev.pawl.benchmarks.peers.JobRunrSubject;
import java.util.ArrayList;
import java.util.List;

/// All subjects.
final class SubjectCatalog {

  /// The subjects, in the order of measurement and of the report.
  static List<SubjectFactory> of(BenchOptions options) {
    List<SubjectFactory> all = new ArrayList<>();
    for (StoreKind store : options.stores()) {
      all.add(pawl(store));
      all.add(floor(store));
    }
    if (options.peers()) {
      all.addAll(peers());
    }
    return all;
  }

  private static SubjectFactory pawl(StoreKind store) {
    return new SubjectFactory("Pawl", PAWL, store, PawlSubject::new);
  }

  private static SubjectFactory floor(StoreKind store) {
    return new SubjectFactory(
        "floor",
        FLOOR,
        store,
        switch (store) {
          case SQLITE -> url -> new StoreBaseline(new SqliteBaselineRows(url));
          case POSTGRESQL -> url -> new StoreBaseline(new PostgresBaselineRows(url));
        });
  }

  private static List<SubjectFactory> peers() {
    return List.of(
        peer("db-scheduler 16.12", DbSchedulerSubject::new),
        peer("JobRunr 8.7", JobRunrSubject::new),
        peer("DBOS Transact 1.1", DbosSubject::new),
        peer("Flowable 8.0", FlowableSubject::new));
  }

  private static SubjectFactory peer(String name, SubjectFactory.Opening opening) {
    return new SubjectFactory(name, PEER, StoreKind.POSTGRESQL, opening);
  }

  private SubjectCatalog() {}
}
