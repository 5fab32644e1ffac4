package dev.pawl.simulation.random;

import java.util.List;
import java.util.SplittableRandom;

/// A stream of random choices, reproducible from its seed.
public final class RandomStream {

  private final SplittableRandom random;

  RandomStream(SplittableRandom random) {
    this.random = random;
  }

  /// From 0 to `bound` - 1.
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /// Both ends included.
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /// Both ends included.
  public long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  /// True once in `times`, on average.
  public boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  /// True in that many of a hundred draws, on average.
  public boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  public <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /// Mostly close to `least`, now and then up to `most`: network delays, job durations.
  public long heavyTail(long least, long most) {
    double unit = random.nextDouble();
    double spread = Math.pow(unit, 6); // half of all within 1.6 % of the span
    return least + (long) (spread * (most - least));
  }

  /// A stream of its own, which later draws from this one do not change.
  public RandomStream split() {
    return new RandomStream(random.split());
  }
}
