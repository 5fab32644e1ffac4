package dev.pawl.server.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Counters that differ in one or two labels, whose values are few. Thread-safe; it allocates only
/// for values that it has not seen before, and ignores those beyond its limit.
public final class CounterFamily {

  private static final int MOST = 500;

  private final Map<String, Map<String, LongAdder>> counters = new ConcurrentHashMap<>();
  private final LongAdder size = new LongAdder();

  public void increment(String first) {
    increment(first, "");
  }

  public void increment(String first, String second) {
    @Nullable Map<String, LongAdder> some = counters.get(first);
    @Nullable LongAdder counter = some == null ? null : some.get(second);
    if (counter == null) {
      if (size.sum() >= MOST) {
        return;
      }
      counter =
          counters
              .computeIfAbsent(first, _ -> new ConcurrentHashMap<>())
              .computeIfAbsent(second, _ -> added());
    }
    counter.increment();
  }

  private LongAdder added() {
    size.increment();
    return new LongAdder();
  }

  public long count(String first, String second) {
    @Nullable LongAdder counter = counters.getOrDefault(first, Map.of()).get(second);
    return counter == null ? 0 : counter.sum();
  }

  /// The counts by both labels, in an order that does not change.
  Map<String, Map<String, Long>> counts() {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    counters.keySet().stream()
        .sorted()
        .forEach(first -> {
          Map<String, Long> some = new LinkedHashMap<>();
          Map<String, LongAdder> its = counters.getOrDefault(first, Map.of());
          its.keySet().stream().sorted().forEach(second -> some.put(second, count(first, second)));
          all.put(first, some);
        });
    return all;
  }
}
