package dev.pawl.benchmarks.pawl;

import dev.pawl.core.run.Origin;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.OrchestratorRows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Fills a store with the rows of ended runs of many repositories, as a quarter of a year of them
/// would leave: each with a job, the latest ones with two steps. Much faster than running them. The
/// runs have a journal of one empty entry each, whose hash is not valid.
public final class RunHistory {

  /// Changes with what is filled in.
  public static final int VERSION = 1;

  public static final int REPOSITORIES = 50;
  public static final int WORKFLOWS = 20;
  public static final int BRANCHES = 200;
  public static final int ACTORS = 100;
  private static final List<String> EVENTS =
      List.of("push", "pull_request", "schedule", "workflow_dispatch", "api");

  private static final long SEED = 7;
  private static final int WITH_STEPS = 10_000;
  private static final int BATCH = 5_000;
  private static final Duration SPAN = Duration.ofDays(90);
  private static final Duration LENGTH = Duration.ofMinutes(3);

  private final String url;
  private final boolean isSqlite;
  private final Random random = new Random(SEED);
  private final long[] numbers = new long[REPOSITORIES];
  private String commit = "";

  public RunHistory(String url) {
    this.url = url;
    this.isSqlite = url.startsWith("jdbc:sqlite:");
  }

  public static String repository(int index) {
    return "acme/service-%02d".formatted(index);
  }

  public static String workflow(int index) {
    return index == 0 ? "ci" : "workflow-%02d".formatted(index);
  }

  public static String branch(int index) {
    return index == 0 ? "main" : "%s/%03d".formatted(index % 4 == 0 ? "fix" : "feature", index);
  }

  public static String actor(int index) {
    return "person:dev-%02d".formatted(index);
  }

  /// Inserts this number of runs into a store without any.
  public void fill(int runs) throws SQLException {
    PawlSubject.store(url).close(); // creates the tables
    try (Connection connection =
        DriverManager.getConnection(isSqlite ? url : rewritingBatches(url))) {
      List<String> indexes = isSqlite ? dropIndexes(connection) : List.of();
      connection.setAutoCommit(false);
      insert(connection, runs);
      connection.commit();
      connection.setAutoCommit(true);
      try (var statement = connection.createStatement()) {
        if (isSqlite) {
          statement.execute("PRAGMA cache_size = -1000000");
        }
        for (String index : indexes) {
          statement.execute(index);
        }
        statement.execute(isSqlite ? "PRAGMA wal_checkpoint(TRUNCATE)" : "VACUUM ANALYZE");
      }
    }
  }

  private static String rewritingBatches(String url) {
    return url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
  }

  /// Drops the indexes of runs, and returns the statements that create them: created afterwards
  /// they are written in order.
  private static List<String> dropIndexes(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    List<String> created = new ArrayList<>();
    try (var statement = connection.createStatement();
        ResultSet index =
            statement.executeQuery(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'run' AND sql IS NOT NULL")) {
      while (index.next()) {
        names.add(index.getString(1));
        created.add(index.getString(2));
      }
    }
    try (var statement = connection.createStatement()) {
      for (String name : names) {
        statement.execute("DROP INDEX " + name);
      }
    }
    return created;
  }

  private void insert(Connection connection, int runs) throws SQLException {
    Instant begin = Instant.ofEpochMilli(System.currentTimeMillis()).minus(SPAN);
    try (var run = connection.prepareStatement(RUN);
        var journal = connection.prepareStatement(JOURNAL);
        var attempt = connection.prepareStatement(ATTEMPT);
        var step = connection.prepareStatement(STEP)) {
      for (int count = 0; count < runs; count++) {
        Instant at = begin.plusMillis(SPAN.minusHours(1).toMillis() * count / runs);
        String id = id(at);
        String state = state();
        bind(run, run(id, at, state));
        bind(journal, "run", id, 1, 1, 1, 1, "history", time(at).toString(), "", "[]");
        addJob(attempt, id, at, state);
        if (count >= runs - WITH_STEPS) {
          addSteps(step, id, at, state);
        }
        if (count % BATCH == BATCH - 1 || count == runs - 1) {
          for (PreparedStatement statement : List.of(run, journal, attempt, step)) {
            statement.executeBatch();
          }
        }
      }
    }
    try (var number =
        connection.prepareStatement(
            "INSERT INTO run_number (org, repository, last) VALUES (?, ?, ?)")) {
      for (int index = 0; index < REPOSITORIES; index++) {
        bind(number, Origin.DEFAULT_ORG, repository(index), numbers[index]);
      }
      number.executeBatch();
    }
  }

  private static final String RUN =
      """
      INSERT INTO run (id, org, number, run_attempt, retries, max_retries, is_retried, opened_by, workflow, file,
        event, trigger_key, repository, branch, commit_sha, forge, actor, owner, created_at, state, phase, reason,
        message, since, ended_at, version, journal_seq, journal_hash)
      VALUES (?, ?, ?, 1, 0, 0, 0, '', ?, ?, ?, '', ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1, '')
      """;

  private static final String JOURNAL =
      """
      INSERT INTO journal (aggregate, aggregate_id, seq, last_seq, decisions, version, commit_id, at, hash, transitions)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String ATTEMPT =
      """
      INSERT INTO attempt (run_id, job, attempt, is_current, job_id, name, runs_on, definition, priority, has_group,
        state, reason, message, since, is_queued, queued_at, started_at, ended_at, lease, is_leased, lease_state,
        agent, agent_version, granted_at, renewed_at, last_seq)
      VALUES (?, 0, 1, 1, 'build', 'build', '["linux"]', '', 0, 0, ?, ?, ?, ?, 0, ?, ?, ?, 1, 0, 'completed',
        'history-agent', 1, ?, ?, 9)
      """;

  private static final String STEP =
      """
      INSERT INTO step (run_id, job, attempt, step, name, step_type, state, tries, exit_code, ended_by, message,
        started_at, ended_at)
      VALUES (?, 0, 1, ?, ?, 'step', ?, 1, ?, 'process', '', ?, ?)
      """;

  private Object[] run(String id, Instant at, String state) {
    int repository = (int) (REPOSITORIES * Math.pow(random.nextDouble(), 1.5));
    if (random.nextInt(3) == 0 || commit.isEmpty()) { // a commit has several runs
      byte[] bytes = new byte[20];
      random.nextBytes(bytes);
      commit = HexFormat.of().formatHex(bytes);
    }
    int workflow = random.nextDouble() < 0.4 ? 0 : random.nextInt(WORKFLOWS);
    Object ended = time(at.plus(LENGTH));
    return new Object[] {
      id,
      Origin.DEFAULT_ORG,
      ++numbers[repository],
      workflow(workflow),
      ".pawl/%s.yml".formatted(workflow(workflow)),
      EVENTS.get(event(random.nextDouble())),
      repository(repository),
      branch(random.nextBoolean() ? 0 : 1 + random.nextInt(BRANCHES - 1)),
      commit,
      actor((int) (ACTORS * Math.pow(random.nextDouble(), 2))),
      OrchestratorRows.SERVER,
      time(at),
      state,
      phase(state),
      reason(state),
      "history",
      ended,
      ended
    };
  }

  private static int event(double chance) {
    return chance < 0.6 ? 0 : chance < 0.85 ? 1 : chance < 0.95 ? 2 : chance < 0.99 ? 3 : 4;
  }

  private String state() {
    double chance = random.nextDouble();
    return chance < 0.6
        ? "success"
        : chance < 0.85
            ? "failed"
            : chance < 0.95
                ? "cancelled"
                : chance < 0.97 ? "timed_out" : chance < 0.995 ? "skipped" : "plan_failed";
  }

  private static String phase(String state) {
    return switch (state) {
      case "skipped" -> "success";
      case "timed_out" -> "failed";
      case "plan_failed" -> "pending";
      default -> state;
    };
  }

  private static String reason(String state) {
    return switch (state) {
      case "success" -> "ok";
      case "timed_out" -> "timeout";
      default -> "progress";
    };
  }

  private void addJob(PreparedStatement attempt, String id, Instant at, String ofRun)
      throws SQLException {
    String state = ofRun.equals("plan_failed") ? "skipped" : ofRun;
    Object begun = time(at.plusSeconds(5));
    Object ended = time(at.plus(LENGTH));
    bind(attempt, id, state, reason(state), "history", ended, time(at), begun, ended, begun, begun);
  }

  private void addSteps(PreparedStatement step, String id, Instant at, String state)
      throws SQLException {
    Object begun = time(at.plusSeconds(5));
    Object ended = time(at.plus(LENGTH));
    boolean isSuccess = state.equals("success");
    bind(step, id, 0, "checkout", "success", 0, begun, ended);
    bind(step, id, 1, "make", isSuccess ? "success" : "failed", isSuccess ? 0 : 1, begun, ended);
  }

  /// As the server's generator makes them: 48 bits of time, and 80 random bits.
  private String id(Instant at) {
    byte[] chance = new byte[10];
    random.nextBytes(chance);
    return String.format(Locale.ROOT, "%012x", at.toEpochMilli())
        + HexFormat.of().formatHex(chance);
  }

  private Object time(Instant at) {
    return isSqlite ? SqlConnection.time(at) : OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int index = 0; index < values.length; index++) {
      statement.setObject(index + 1, values[index]);
    }
    statement.addBatch();
  }
}
