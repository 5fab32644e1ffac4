package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.sql.RunListQuery.Filter;
import dev.pawl.server.store.sql.RunListQuery.Page;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Lists of runs by filters, followed to their ends, beside all runs filtered one by one.
@SuppressWarnings("NullAway.Init") // before each test
abstract class RunListQueryContract {

  private static final int RUNS = 300;
  private static final int COMBINATIONS = 60;
  private static final String ORG = "default";
  private static final Filter ANY =
      new Filter(null, null, null, null, null, null, null, null, null);

  /// Some are the beginning of more names than are searched one by one.
  private static final List<String> SEARCHES =
      List.of(
          "m",
          "main",
          "feature/",
          "feature/1",
          "fix/😀",
          "c",
          "ci",
          "nightly",
          "1",
          "2",
          "#2",
          "12",
          "39",
          "400",
          "0",
          "dead",
          "deadbeef",
          "bea",
          "%",
          "_",
          "MAIN");

  private final Random random = new Random(42);
  private DatabaseUnderTest database;
  private SqlStore store;
  private final List<Listed> all = new ArrayList<>();

  /// A run, as it was inserted.
  private record Listed(
      String id,
      long number,
      RunState state,
      Phase phase,
      String repository,
      String workflow,
      String branch,
      String commit,
      String event,
      String actor) {

    boolean isLike(Filter filter) {
      return (filter.state() == null || filter.state() == state)
          && (filter.phase() == null || filter.phase() == phase)
          && (filter.number() == null || filter.number() == number)
          && isLike(filter.repository(), repository)
          && isLike(filter.workflow(), workflow)
          && isLike(filter.branch(), branch)
          && isLike(filter.event(), event)
          && isLike(filter.actor(), actor)
          && (filter.search() == null || isFoundBy(filter.search()));
    }

    private static boolean isLike(@Nullable String wanted, String value) {
      return wanted == null || wanted.equals(value);
    }

    private boolean isFoundBy(String search) {
      boolean isCommit = search.matches("[0-9a-f]{4,}");
      return branch.startsWith(search)
          || workflow.startsWith(search)
          || (isCommit && commit.startsWith(search))
          || (search.matches("#?[1-9][0-9]*")
              && Long.toString(number).startsWith(search.replace("#", "")));
    }
  }

  abstract DatabaseUnderTest database();

  @BeforeEach
  final void insertRuns() throws SQLException {
    database = database();
    store = database.open();
    try (Connection connection = database.connect()) {
      Map<String, Long> numbers = new HashMap<>();
      for (int index = 0; index < RUNS; index++) {
        Listed run = randomRun(index, numbers);
        insert(connection, run, ORG);
        all.add(run);
      }
      insert(connection, randomRun(RUNS, numbers), "another-org");
    }
    all.sort(Comparator.comparing(Listed::id).reversed());
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  private Listed randomRun(int index, Map<String, Long> numbers) {
    String repository = one("", "acme/shop", "acme/shop", "acme/blog", "acme/api");
    RunState state = one(RunState.values());
    ReasonCode reason =
        one(ReasonCode.PROGRESS, ReasonCode.CONCURRENCY, ReasonCode.UPSTREAM, ReasonCode.OK);
    return new Listed(
        "%012x%08x".formatted(1_000_000L + index / 3, random.nextInt()),
        numbers.merge(repository, 1L, Long::sum),
        state,
        Phase.of(state, reason),
        repository,
        one("ci", "ci", "ci", "nightly", "main", "deadbeef"),
        random.nextBoolean()
            ? "main"
            : one("", "main2", "fix/😀", "beaded", "feature/" + random.nextInt(60)),
        one("", "deadbeef01", "dead00", "beac0n", "c0ffee%02x".formatted(random.nextInt(256))),
        one("push", "push", "pull_request", "schedule"),
        one("person:alice", "person:alice", "person:bob", Actor.ORCHESTRATOR.toString()));
  }

  @SafeVarargs
  private <T> T one(T... of) {
    return of[random.nextInt(of.length)];
  }

  private static void insert(Connection connection, Listed run, String org) throws SQLException {
    String reason =
        Stream.of(ReasonCode.PROGRESS, ReasonCode.CONCURRENCY, ReasonCode.UPSTREAM, ReasonCode.OK)
            .filter(code -> Phase.of(run.state(), code) == run.phase())
            .map(Machine::wireName)
            .findFirst()
            .orElseThrow();
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO run (id, org, number, run_attempt, retries, max_retries, is_retried, opened_by, workflow, file,
              event, trigger_key, repository, branch, commit_sha, forge, actor, owner, created_at, state, phase, reason,
              message, since, version, journal_seq, journal_hash)
            VALUES (?, ?, ?, 1, 0, 0, 0, '', ?, 'ci.yml', ?, '', ?, ?, ?, '', ?, '%s', '2026-01-01T00:00:00.000Z', ?, ?,
              ?, '', '2026-01-01T00:00:00.000Z', 0, 0, '')
            """
                .formatted(DrivenRun.OWNER))) {
      int column = 1;
      for (Object value :
          List.of(
              run.id(),
              org,
              run.number(),
              run.workflow(),
              run.event(),
              run.repository(),
              run.branch(),
              run.commit(),
              run.actor(),
              Machine.wireName(run.state()),
              Machine.wireName(run.phase()),
              reason)) {
        insert.setObject(column++, value);
      }
      insert.executeUpdate();
    }
  }

  /// All runs that a list has, page by page.
  private List<String> listed(RunListQuery list, Filter filter, int limit) {
    List<String> found = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    @Nullable String next = "";
    while (next != null) {
      assertThat(cursors.add(next)).as("the list goes on at %s", next).isTrue();
      Page page = list.page(filter, next, limit);
      assertThat(page.runs()).hasSizeLessThanOrEqualTo(limit);
      found.addAll(page.runs().stream().map(RunRow::id).map(id -> id.value()).toList());
      next = page.next();
    }
    return found;
  }

  private void assertList(Filter filter) {
    List<String> expected = all.stream().filter(run -> run.isLike(filter)).map(Listed::id).toList();
    for (int limit : new int[] {4 + random.nextInt(6), 200}) {
      assertThat(listed(store.queries(ORG).list(), filter, limit))
          .as("%s, pages of %d", filter, limit)
          .isEqualTo(expected);
    }
    // Where a page ends at the bound of what is looked at, for it has not enough matches.
    var bounded = new RunListQuery(store.database().forReaders(), ORG, 60 + random.nextInt(100));
    assertThat(listed(bounded, filter, 20))
        .as("%s, looking at few runs a page", filter)
        .isEqualTo(expected);
  }

  @Test
  void everyFilterFindsWhatItSays() {
    assertList(ANY);
    for (RunState state : RunState.values()) {
      assertList(new Filter(state, null, null, null, null, null, null, null, null));
    }
    for (Phase phase : Phase.values()) {
      assertList(new Filter(null, phase, null, null, null, null, null, null, null));
    }
    values(Listed::repository)
        .forEach(
            value -> assertList(new Filter(null, null, value, null, null, null, null, null, null)));
    for (long number : new long[] {1, 2, 17, RUNS}) {
      assertList(new Filter(null, null, null, number, null, null, null, null, null));
    }
    values(Listed::workflow)
        .forEach(
            value -> assertList(new Filter(null, null, null, null, value, null, null, null, null)));
    for (String value : List.of("main", "", "fix/😀", "feature/1", "nowhere")) {
      assertList(new Filter(null, null, null, null, null, value, null, null, null));
    }
    values(Listed::event)
        .forEach(
            value -> assertList(new Filter(null, null, null, null, null, null, value, null, null)));
    values(Listed::actor)
        .forEach(
            value -> assertList(new Filter(null, null, null, null, null, null, null, value, null)));
  }

  private Stream<String> values(Function<Listed, String> column) {
    return Stream.concat(all.stream().map(column).distinct(), Stream.of("nothing"));
  }

  @Test
  void everyCombinationFindsWhatItSays() {
    for (int count = 0; count < COMBINATIONS; count++) {
      Listed like = all.get(random.nextInt(RUNS));
      assertList(
          new Filter(
              maybe(like.state()),
              maybe(like.phase()),
              maybe(like.repository()),
              random.nextInt(8) == 0 ? like.number() : null,
              maybe(like.workflow()),
              maybe(like.branch()),
              maybe(like.event()),
              maybe(like.actor()),
              random.nextInt(3) == 0 ? SEARCHES.get(random.nextInt(SEARCHES.size())) : null));
    }
  }

  private <T> @Nullable T maybe(T value) {
    return random.nextInt(4) == 0 ? value : null;
  }

  @Test
  void everySearchFindsWhatItSays() {
    for (String search : SEARCHES) {
      assertList(new Filter(null, null, null, null, null, null, null, null, search));
      assertList(new Filter(null, Phase.FAILED, null, null, "ci", null, null, null, search));
    }
  }

  @Test
  void theRowsOfAPageAreThoseOfTheRuns() {
    RunRow first = store.queries(ORG).list().page(ANY, "", 1).runs().getFirst();
    assertThat(store.queries(ORG).byId(first.id().value())).contains(first);
  }
}
