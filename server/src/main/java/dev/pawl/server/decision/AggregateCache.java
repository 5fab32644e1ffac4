package dev.pawl.server.decision;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.CorruptJournal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The aggregates as this orchestrator saw them last. Another one may have moved them since: the
/// store finds that out at the commit, so a stale page costs a second look and never a wrong write.
/// Bounded by the jobs in it; what was not used for longest goes first. Owned by the loop.
public final class AggregateCache {

  private final int most;
  private final CommittedStoreView settled;
  private final SequencedMap<CommitConflict.AggregateKey, Aggregate> pages =
      new LinkedHashMap<>(16, 0.75f, true);
  private int weight;
  private final Set<CommitConflict.AggregateKey> disputed = new HashSet<>();

  /// Runs that have moved on, as they were: from there they are read on.
  private final Map<RunId, Run> outdated = new HashMap<>();

  private @Nullable RuntimeException fault;
  private @Nullable CorruptJournal broken;

  public AggregateCache(int most, CommittedStoreView settled) {
    this.most = most;
    this.settled = settled;
  }

  public Optional<Run> run(RunId id) {
    broken = null;
    Run known = (Run) pages.get(new CommitConflict.AggregateKey(Kind.RUN, id.value()));
    if (known != null) {
      return Optional.of(known);
    }
    Optional<Run> found = believed(id);
    found.ifPresent(this::put);
    return found;
  }

  /// A run whose journal contradicts itself is as good as not there, and does not take the others
  /// with it.
  private Optional<Run> believed(RunId id) {
    try {
      @Nullable Run known = outdated.remove(id);
      return reading(
          () -> known == null ? settled.store().run(id) : settled.store().refresh(known));
    } catch (CorruptJournal e) {
      broken = e;
      return Optional.empty();
    }
  }

  /// Why the run that was just not found could not be believed, if that is so.
  Optional<CorruptJournal> broken() {
    return Optional.ofNullable(broken);
  }

  /// The run, if it is known without asking the store.
  boolean has(RunId id) {
    return pages.containsKey(new CommitConflict.AggregateKey(Kind.RUN, id.value()));
  }

  long version(RunId id) {
    return reading(() -> settled.store().version(id));
  }

  public Group group(String key) {
    return (Group) page(Kind.GROUP, key, () -> settled.store().group(key));
  }

  public Breaker breaker(String tool) {
    return (Breaker) page(Kind.BREAKER, tool, () -> settled.store().breaker(tool));
  }

  public Agent agent(String id) {
    return (Agent) page(Kind.AGENT, id, () -> settled.store().agent(id));
  }

  /// Never cached: it is asked for once a day, if at all.
  List<List<String>> labels() {
    return reading(() -> settled.store().agentLabels());
  }

  /// Never cached: it is asked of runs that this orchestrator may know nothing of.
  List<GroupPlace> places(RunId id) {
    return reading(() -> settled.store().groupPlaces(id));
  }

  private Aggregate page(Kind kind, String key, Supplier<Aggregate> load) {
    Aggregate known = pages.get(new CommitConflict.AggregateKey(kind, key));
    if (known != null) {
      return known;
    }
    Aggregate found = reading(load);
    put(found);
    return found;
  }

  void put(Aggregate aggregate) {
    var on = new CommitConflict.AggregateKey(aggregate.kind(), aggregate.key());
    forget(on);
    pages.put(on, aggregate);
    weight += weight(aggregate);
    while (weight > most) {
      weight -= weight(pages.pollFirstEntry().getValue());
    }
  }

  /// Somebody else has moved it: whoever takes it to be new looks before, from now on.
  public void dispute(CommitConflict.AggregateKey on) {
    outdate(on);
    disputed.add(on);
  }

  /// It has moved on, and is to be read before anything is decided by it.
  public void outdate(RunId id) {
    outdate(new CommitConflict.AggregateKey(Kind.RUN, id.value()));
  }

  private void outdate(CommitConflict.AggregateKey on) {
    if (pages.get(on) instanceof Run run) {
      outdated.put(run.id(), run);
    }
    forget(on);
  }

  /// Whether a run of that id may be there, though nothing is known of it here.
  boolean mayBeThere(RunId id) {
    return has(id) || disputed.contains(new CommitConflict.AggregateKey(Kind.RUN, id.value()));
  }

  /// Something was committed: there is no dispute any more.
  public void settle() {
    disputed.clear();
    outdated.clear();
  }

  public void forget(CommitConflict.AggregateKey on) {
    Aggregate before = pages.remove(on);
    weight -= before == null ? 0 : weight(before);
  }

  public void clear() {
    pages.clear();
    outdated.clear();
    weight = 0;
  }

  private static int weight(Aggregate aggregate) {
    return switch (aggregate) {
      case Run run -> 1 + run.jobs().size();
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

  /// Every page weighs something.
  public List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("AggregateCache.pages", weight, most),
        new BoundedSize("AggregateCache.disputed", disputed.size(), most),
        new BoundedSize("AggregateCache.outdated", outdated.size(), most));
  }

  /// Whether that came out of the store, and not out of whoever asked it.
  boolean isFault(RuntimeException problem) {
    return problem.equals(fault);
  }
}
