package dev.pawl.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the vector with a plain list that is changed in the same ways.
class PersistentVectorTest {

  /// One object, since the cache is kept by the identity of the key.
  private static final class Itself implements ToLongFunction<Long> {
    @Override
    public long applyAsLong(Long value) {
      return value < 0 ? PersistentVector.NEVER : value;
    }
  }

  private static final Itself ITSELF = new Itself();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 1023, 1024, 1025, 3000})
  void isAListThatSharesWhatDidNotChange(int size) {
    var chance = new Random(size);
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(any(chance));
    }
    PersistentVector<Long> vec = PersistentVector.of(list);
    for (int change = 0; change < 300; change++) {
      if (list.isEmpty() || chance.nextInt(3) == 0) {
        list.add(any(chance));
        vec = vec.append(list.getLast());
      } else {
        int index = chance.nextInt(list.size());
        list.set(index, any(chance));
        vec = vec.with(index, list.get(index));
      }
      agree(vec, list, chance);
    }
    assertThat(vec).containsExactlyElementsOf(list);
    assertThat(vec)
        .isEqualTo(PersistentVector.of(list))
        .hasSameHashCodeAs(PersistentVector.of(list));
  }

  private static void agree(PersistentVector<Long> vec, List<Long> list, Random chance) {
    long least = list.stream().mapToLong(ITSELF).min().orElse(PersistentVector.NEVER);
    assertThat(vec.least(ITSELF)).isEqualTo(least);
    long bound = chance.nextInt(1000);
    int from = chance.nextInt(list.size() + 1);
    int first = -1;
    for (int i = from; i < list.size() && first < 0; i++) {
      first = ITSELF.applyAsLong(list.get(i)) <= bound ? i : -1;
    }
    assertThat(vec.firstWithin(ITSELF, bound, from)).isEqualTo(first);
  }

  private static long any(Random chance) {
    return chance.nextInt(3) == 0 ? -1 : chance.nextInt(1_000_000);
  }

  @Test
  void looksOnlyAtWhatChanged() {
    List<Long> asked = new ArrayList<>();
    ToLongFunction<Long> noting =
        value -> {
          asked.add(value);
          return value;
        };
    List<Long> list = new ArrayList<>();
    for (long i = 0; i < 10_000; i++) {
      list.add(i);
    }
    PersistentVector<Long> vec = PersistentVector.of(list);
    vec.least(noting);
    asked.clear();
    assertThat(vec.with(5_000, -7L).least(noting)).isEqualTo(-7);
    assertThat(asked).containsExactly(-7L);
  }
}
