package dev.pawl.server.api;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.DecisionContext;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.server.http.HttpProblem;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.journal.RunLoader;
import dev.pawl.server.store.rows.AgentRows;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.GroupRows;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.sql.OperationQueries.AgentRow;
import dev.pawl.server.store.sql.RunQueries;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds runs and jobs for the routes, and the state of open runs for explanations, on connections
/// that no commit waits for. A run whose journal was read is remembered, so that only what is new
/// is read the next time.
final class RunReader {

  private static final int MOST_REMEMBERED = 200;

  /// Most agents that an explanation looks at.
  private static final int MOST_AGENTS = 1_000;

  /// Most agents whose free slots are counted.
  private static final int MOST_COUNTED_AGENTS = 100;

  private final ApiServices services;
  private final Database database;

  /// The runs that were explained last, the least recently used first; guarded by itself.
  private final Map<RunId, RunLoader.Loaded> remembered =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, RunLoader.Loaded> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  RunReader(ApiServices services) {
    this.services = services;
    this.database = services.store().database().forReaders();
  }

  RunQueries queries(String org) {
    return services.store().queries(org);
  }

  /// The run of an org.
  ///
  /// @throws HttpProblem if the org has no such run
  RunRow run(String org, String id) {
    return queries(org)
        .byId(id)
        .orElseThrow(() -> HttpProblem.notFound("there is no run '%s'".formatted(id)));
  }

  /// The attempts of a job, which is named by its id or its index.
  ///
  /// @throws HttpProblem if the run has no such job
  List<AttemptRow> job(RunRow run, List<AttemptRow> attempts, String job) {
    List<AttemptRow> found =
        attempts.stream()
            .filter(one -> one.jobId().equals(job) || Integer.toString(one.job()).equals(job))
            .toList();
    if (found.isEmpty()) {
      throw HttpProblem.notFound("run #%d has no job '%s'".formatted(run.number(), job));
    }
    return found;
  }

  /// The state of a run, by its journal; empty if the journal is corrupt.
  Optional<Run> state(RunId id) {
    RunLoader.@Nullable Loaded before = remembered(id);
    try {
      Optional<RunLoader.Loaded> loaded =
          database.snapshot(sql ->
              before == null
                  ? new RunLoader(sql).load(id)
                  : new RunLoader(sql).loadSince(before.run(), before.head()));
      loaded.ifPresent(this::remember);
      return loaded.map(RunLoader.Loaded::run);
    } catch (CorruptJournal _) {
      return Optional.empty();
    }
  }

  /// The state of a run after an entry of its journal.
  ///
  /// @throws HttpProblem if the journal is corrupt
  Run stateAt(RunId id, long seq) {
    try {
      return database
          .snapshot(sql -> new RunLoader(sql).loadAt(id, seq))
          .orElseThrow(() -> HttpProblem.notFound("there is no run '%s'".formatted(id)));
    } catch (CorruptJournal e) {
      throw HttpProblem.conflict("quarantined", String.valueOf(e.getMessage()));
    }
  }

  private RunLoader.@Nullable Loaded remembered(RunId id) {
    synchronized (remembered) {
      return remembered.get(id);
    }
  }

  private void remember(RunLoader.Loaded loaded) {
    synchronized (remembered) {
      remembered.put(loaded.run().id(), loaded);
    }
  }

  /// A tool's breaker; a closed one if the tool was never used.
  Breaker breaker(String key) {
    return new Context(database).breaker(key);
  }

  /// Explains the states of runs of an org, by the agents that are connected to any server.
  StatusExplainer explainer(String org) {
    var context = new Context(database);
    return new StatusExplainer(
        services.engine().deadlines(), context, agents(org, context), this::jobName);
  }

  private Optional<String> jobName(RunId run, int job) {
    return database.read(sql ->
        sql.statement(
                "SELECT job_id FROM attempt WHERE run_id = :run AND job = :job ORDER BY attempt LIMIT 1")
            .with("run", run.value())
            .with("job", job)
            .first(row -> row.getString(1)));
  }

  private List<Agent> agents(String org, Context context) {
    Instant silent =
        services.store().now().minus(services.engine().deadlines().heartbeat().multipliedBy(2));
    List<AgentRow> connected =
        services.store().operations(org).agents("", MOST_AGENTS).stream()
            .filter(agent -> agent.heardAt() != null && agent.heardAt().isAfter(silent))
            .toList();
    return connected.size() <= MOST_COUNTED_AGENTS
        ? connected.stream().map(agent -> context.agent(agent.id())).toList()
        : connected.stream()
            .map(agent ->
                Agent.unknown(agent.id())
                    .registered(org, agent.name(), agent.labels(), agent.slots()))
            .toList();
  }

  /// The aggregates that explanations read besides the run: groups are read once, because the jobs
  /// of a run are often in the same one.
  private record Context(Database database, Map<String, Group> groups) implements DecisionContext {

    Context(Database database) {
      this(database, new HashMap<>());
    }

    @Override
    public Group group(String key) {
      return groups.computeIfAbsent(
          key, missing -> database.read(sql -> new GroupRows(sql).load(missing)));
    }

    @Override
    public Breaker breaker(String key) {
      return database
          .read(sql -> new BreakerRows(sql).load(key))
          .orElseGet(() -> Breaker.of(key, ToolProfile.DEFAULT));
    }

    @Override
    public Agent agent(String id) {
      return database
          .read(sql -> new AgentRows(sql, new LeaseRows(sql)).load(id))
          .orElseGet(() -> Agent.unknown(id));
    }

    @Override
    public List<List<String>> agentLabels(String org) {
      return database.read(sql -> new AgentRows(sql, new LeaseRows(sql)).labels(org));
    }

    @Override
    public List<GroupPlace> groupPlaces(RunId other) {
      return database.read(sql -> new GroupRows(sql).places(other));
    }
  }
}
