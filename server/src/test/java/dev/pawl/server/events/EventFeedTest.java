package dev.pawl.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFeedTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// So that what is sent to hundreds of followers is put together once.
  @Test
  void followersAtTheSamePlaceAreGivenTheSameEvents(@TempDir Path directory) throws Exception {
    try (var store = TestSqliteStores.open(directory.resolve("pawl.db"));
        var feed = new EventFeed(store.changes(), _ -> {});
        var first = feed.follow(Optional.empty())) {
      EventCursor begin = first.cursor();
      new DrivenRun(store, "r1").planned(SamplePlans.buildThenTest());
      while (first.cursor().position() < store.changes().last()) {
        first.next(PATIENCE);
      }
      try (var one = feed.follow(Optional.of(begin));
          var other = feed.follow(Optional.of(begin))) {
        List<LiveEvent> events = one.next(PATIENCE);
        assertThat(events).isNotEmpty();
        assertThat(other.next(PATIENCE)).isSameAs(events);
      }
    }
  }
}
