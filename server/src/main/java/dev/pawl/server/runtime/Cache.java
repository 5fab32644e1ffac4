package dev.pawl.server.runtime;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
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
final class Cache {

  private final int most;
  private final Settled settled;
  private final SequencedMap<Conflict.On, Aggregate> pages = new LinkedHashMap<>(16, 0.75f, true);
  private int weight;
  private final Set<Conflict.On> disputed = new HashSet<>();

  /// Runs that have moved on, as they were: from there they are read on.
  private final Map<RunId, Run> outdated = new HashMap<>();

  private @Nullable RuntimeException fault;
  private @Nullable BrokenJournal broken;

  Cache(int most, Settled settled) {
    this.most = most;
    this.settled = settled;
  }

  Optional<Run> run(RunId id) {
    broken = null;
    Run known = (Run) pages.get(new Conflict.On(Kind.RUN, id.value()));
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
      return reading(() -> known == null ? settled.store().run(id) : settled.store().newer(known));
    } catch (BrokenJournal e) {
      broken = e;
      return Optional.empty();
    }
  }

  /// Why the run that was just not found could not be believed, if that is so.
  Optional<BrokenJournal> broken() {
    return Optional.ofNullable(broken);
  }

  /// The run, if it is known without asking the store.
  boolean has(RunId id) {
    return pages.containsKey(new Conflict.On(Kind.RUN, id.value()));
  }

  long version(RunId id) {
    return reading(() -> settled.store().version(id));
  }

  Group group(String key) {
    return (Group) page(Kind.GROUP, key, () -> settled.store().group(key));
  }

  Breaker breaker(String tool) {
    return (Breaker) page(Kind.BREAKER, tool, () -> settled.store().breaker(tool));
  }

  Agent agent(String id) {
    return (Agent) page(Kind.AGENT, id, () -> settled.store().agent(id));
  }

  /// Never cached: it is asked for once a day, if at all.
  List<List<String>> labels() {
    return reading(() -> settled.store().labels());
  }

  /// Never cached: it is asked of runs that this orchestrator may know nothing of.
  List<Place> places(RunId id) {
    return reading(() -> settled.store().places(id));
  }

  private Aggregate page(Kind kind, String key, Supplier<Aggregate> load) {
    Aggregate known = pages.get(new Conflict.On(kind, key));
    if (known != null) {
      return known;
    }
    Aggregate found = reading(load);
    put(found);
    return found;
  }

  void put(Aggregate aggregate) {
    var on = new Conflict.On(aggregate.kind(), aggregate.key());
    forget(on);
    pages.put(on, aggregate);
    weight += weight(aggregate);
    while (weight > most) {
      weight -= weight(pages.pollFirstEntry().getValue());
    }
  }

  /// Somebody else has moved it: whoever takes it to be new looks before, from now on.
  void dispute(Conflict.On on) {
    outdate(on);
    disputed.add(on);
  }

  /// It has moved on, and is to be read before anything is decided by it.
  void outdate(RunId id) {
    outdate(new Conflict.On(Kind.RUN, id.value()));
  }

  private void outdate(Conflict.On on) {
    if (pages.get(on) instanceof Run run) {
      outdated.put(run.id(), run);
    }
    forget(on);
  }

  /// Whether a run of that id may be there, though nothing is known of it here.
  boolean mayBeThere(RunId id) {
    return has(id) || disputed.contains(new Conflict.On(Kind.RUN, id.value()));
  }

  /// Something was committed: there is no dispute any more.
  void settle() {
    disputed.clear();
    outdated.clear();
  }

  void forget(Conflict.On on) {
    Aggregate before = pages.remove(on);
    weight -= before == null ? 0 : weight(before);
  }

  void clear() {
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
  List<Bounded> sizes() {
    return List.of(
        new Bounded("Cache.pages", weight, most),
        new Bounded("Cache.disputed", disputed.size(), most),
        new Bounded("Cache.outdated", outdated.size(), most));
  }

  /// Whether that came out of the store, and not out of whoever asked it.
  boolean isFault(RuntimeException problem) {
    return problem.equals(fault);
  }
}
