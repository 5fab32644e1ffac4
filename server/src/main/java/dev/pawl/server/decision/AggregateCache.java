package dev.pawl.server.decision;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.UnreadableRow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Cache of the aggregates, as this orchestrator saw them last. Another one may have changed them
/// since: the store finds that out at the commit, so a stale entry costs a retry, never a wrong
/// write. Bounded by the jobs in it and the size of their outputs; the least recently used is
/// evicted first. Owned by the loop.
public final class AggregateCache {

  /// Bytes of outputs that count as much as a job.
  private static final long BYTES_OF_A_JOB = 1024;

  /// The most runs that are remembered to be stale. One that is forgotten costs another conflict.
  private static final int MOST_STALE = 1_000;

  /// The most runs that are over and remembered: their last reports are sent soon after the end.
  /// More of them would fill the memory, and every garbage collection would look at them.
  private static final int MOST_ENDED = 100;

  private final int most;
  private final CommittedStoreView view;
  private final ToolProfiles tools;
  private final SequencedMap<AggregateKey, Aggregate> pages = new LinkedHashMap<>(16, 0.75f, true);
  private int weight;

  /// The cached runs that are over, in the order of their ends.
  private final SequencedSet<AggregateKey> ended = new LinkedHashSet<>();

  /// Runs that another orchestrator has changed, or created, since the last commit.
  private final SequencedSet<RunId> staleRuns = new LinkedHashSet<>();

  /// Outdated runs, from which the newer entries of their journals are read.
  private final Map<RunId, Run> outdated = new HashMap<>();

  private @Nullable RuntimeException fault;
  private @Nullable CorruptJournal broken;

  /// @param tools the configured profiles, which breakers get that have none of their own
  public AggregateCache(int most, CommittedStoreView view, ToolProfiles tools) {
    this.most = most;
    this.view = view;
    this.tools = tools;
  }

  public Optional<Run> run(RunId id) {
    broken = null;
    Run known = (Run) pages.get(new AggregateKey(Kind.RUN, id.value()));
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Run> found = load(id);
    found.ifPresent(this::put);
    return found;
  }

  /// Loads a run. One whose journal is corrupt is treated as missing, so that the others go on.
  private Optional<Run> load(RunId id) {
    try {
      @Nullable Run known = outdated.remove(id);
      return reading(() -> known == null ? view.store().run(id) : view.store().refresh(known));
    } catch (CorruptJournal e) {
      broken = e;
      return Optional.empty();
    }
  }

  /// The reason why the run that was just not found could not be loaded, if its journal is corrupt.
  Optional<CorruptJournal> broken() {
    return Optional.ofNullable(broken);
  }

  /// Whether the run is cached.
  boolean has(RunId id) {
    return pages.containsKey(new AggregateKey(Kind.RUN, id.value()));
  }

  long version(RunId id) {
    return reading(() -> view.store().version(id));
  }

  public Group group(String key) {
    return (Group) page(Kind.GROUP, key, () -> view.store().group(key));
  }

  public Breaker breaker(String key) {
    return tools.effective((Breaker) page(Kind.BREAKER, key, () -> view.store().breaker(key)));
  }

  public Agent agent(String id) {
    return (Agent) page(Kind.AGENT, id, () -> view.store().agent(id));
  }

  /// Never cached: it is asked for once a day, if at all.
  List<List<String>> labels(String org) {
    return reading(() -> view.store().agentLabels(org));
  }

  /// The groups of a run. Not cached: asked about runs that this orchestrator has not loaded.
  List<GroupPlace> places(RunId id) {
    return reading(() -> view.store().groupPlaces(id));
  }

  private Aggregate page(Kind kind, String key, Supplier<Aggregate> load) {
    Aggregate known = pages.get(new AggregateKey(kind, key));
    if (known != null) {
      return known;
    }
    Aggregate found = reading(load);
    put(found);
    return found;
  }

  void put(Aggregate aggregate) {
    var on = new AggregateKey(aggregate.kind(), aggregate.key());
    forget(on);
    pages.put(on, aggregate);
    weight += weight(aggregate);
    if (isEnded(aggregate)) {
      ended.add(on);
      if (ended.size() > MOST_ENDED) {
        forget(ended.getFirst());
      }
    }
    while (weight > most) {
      forget(pages.firstEntry().getKey());
    }
  }

  private static boolean isEnded(Aggregate aggregate) {
    return aggregate instanceof Run run && run.isOver();
  }

  /// Another orchestrator has changed it: until the next commit it is not taken to be new.
  public void markStale(AggregateKey on) {
    outdate(on);
    if (on.kind() == Kind.RUN) {
      staleRuns.addLast(new RunId(on.key()));
    }
    if (staleRuns.size() > MOST_STALE) {
      staleRuns.removeFirst();
    }
  }

  /// The run is outdated, and is read again before it is used.
  public void outdate(RunId id) {
    outdate(new AggregateKey(Kind.RUN, id.value()));
  }

  private void outdate(AggregateKey on) {
    if (outdated.size() >= most) {
      outdated.clear(); // they are read from the beginning
    }
    if (pages.get(on) instanceof Run run) {
      outdated.put(run.id(), run);
    }
    forget(on);
  }

  /// Whether a run of that id may exist, though it is not cached.
  boolean mayExist(RunId id) {
    return has(id) || staleRuns.contains(id);
  }

  /// A batch was committed: no conflict is left.
  public void settle() {
    staleRuns.clear();
    outdated.clear();
  }

  public void forget(AggregateKey on) {
    Aggregate before = pages.remove(on);
    if (before != null) {
      weight -= weight(before);
      if (isEnded(before)) {
        ended.remove(on);
      }
    }
  }

  /// Forgets everything, also what was stale: whatever is read from now on is newer.
  public void clear() {
    pages.clear();
    ended.clear();
    staleRuns.clear();
    outdated.clear();
    weight = 0;
  }

  private static int weight(Aggregate aggregate) {
    return switch (aggregate) {
      case Run run ->
          1 + run.jobs().size() + (int) (run.jobCounts().outputBytes() / BYTES_OF_A_JOB);
      case Group group -> 1 + group.members().size();
      case Aggregate _ -> 1;
    };
  }

  private <T> T reading(Supplier<T> read) {
    try {
      return read.get();
    } catch (RuntimeException e) {
      fault = e;
      throw e;
    }
  }

  /// Every entry has a weight of at least 1.
  public List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("AggregateCache.pages", weight, most),
        new BoundedSize("AggregateCache.ended", ended.size(), MOST_ENDED),
        new BoundedSize("AggregateCache.staleRuns", staleRuns.size(), MOST_STALE),
        new BoundedSize("AggregateCache.outdated", outdated.size(), most));
  }

  /// Whether the exception came from the store, and not from the engine. A row that cannot be read
  /// fails the decision that needs it, and no other.
  boolean isFault(RuntimeException problem) {
    return problem.equals(fault) && !(problem instanceof UnreadableRow);
  }
}
