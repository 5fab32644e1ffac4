package dev.pawl.agent.mask;

import dev.pawl.agent.logs.ByteSink;
import dev.pawl.core.mask.PatternAutomaton;
import dev.pawl.core.mask.SecretEncodings;
import dev.pawl.core.mask.TooManySecretsException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/// The values that a job must not show: its secrets, and what its steps have asked for.
/// Thread-safe.
public final class SecretMasks {

  /// That a job may add.
  private static final int MOST_VALUES = 1000;

  private final Set<String> spellings = new LinkedHashSet<>();
  private int values;
  private volatile PatternAutomaton automaton;
  private volatile boolean isTooMuch;

  /// @throws TooMuchToMask if there are too many
  public SecretMasks(Collection<String> secrets) {
    secrets.forEach(secret -> spellings.addAll(SecretEncodings.of(secret)));
    automaton = new PatternAutomaton(spellings);
  }

  /// From the next byte on the value is masked. Whether it is: what is too short is not.
  ///
  /// @throws TooMuchToMask if there are too many already
  public synchronized boolean add(String value) {
    Set<String> its = SecretEncodings.of(value);
    if (!spellings.containsAll(its)) {
      try {
        take(its);
      } catch (TooManySecretsException e) {
        isTooMuch = true;
        throw e;
      }
    }
    return !its.isEmpty();
  }

  private void take(Set<String> more) {
    if (values == MOST_VALUES) {
      throw new TooManySecretsException();
    }
    Set<String> all = new LinkedHashSet<>(spellings);
    all.addAll(more);
    automaton = new PatternAutomaton(all);
    spellings.addAll(more);
    values++;
  }

  /// Whether something could not be added. It may be in whatever comes: nothing of that is shown.
  public boolean isOverflown() {
    return isTooMuch;
  }

  PatternAutomaton automaton() {
    return automaton;
  }

  /// The text without what it must not show.
  public String mask(String text) {
    if (isTooMuch) {
      return text.isEmpty() ? "" : MaskedStream.STARS;
    }
    var masked = new ByteArrayOutputStream();
    var stream = new MaskedStream(this, (bytes, length) -> masked.write(bytes, 0, length));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      stream.take(bytes, bytes.length);
      stream.end();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // a sink in memory never waits
    }
    return masked.toString(StandardCharsets.UTF_8);
  }

  /// Whether there is something in the text that it must not show, or may be.
  public boolean containsSecret(String text) {
    if (isTooMuch) {
      return true;
    }
    PatternAutomaton all = automaton();
    int node = PatternAutomaton.ROOT;
    for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
      node = all.next(node, value);
      if (all.longest(node) > 0) {
        return true;
      }
    }
    return false;
  }

  /// The way of a stream through these masks.
  public MaskedStream into(ByteSink sink) {
    return new MaskedStream(this, sink);
  }
}
