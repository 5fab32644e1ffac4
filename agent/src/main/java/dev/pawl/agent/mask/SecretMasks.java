package dev.pawl.agent.mask;

import dev.pawl.agent.limits.EntryBudget;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.logs.ByteSink;
import dev.pawl.core.mask.PatternAutomaton;
import dev.pawl.core.mask.SecretEncodings;
import dev.pawl.core.mask.TooManySecretsException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/// The values that must be masked in a job's output: its secrets, and values that its steps have
/// added. Thread-safe.
public final class SecretMasks {

  /// A long text is masked in parts, because that takes several times the size of a part.
  private static final int PART = 64 * 1024;

  private final Set<String> spellings = new LinkedHashSet<>();
  private final JobMemoryLimits limits;
  private final EntryBudget added;
  private volatile PatternAutomaton automaton;
  private volatile boolean isTooMuch;

  /// @throws TooManySecretsException if there are too many
  public SecretMasks(Collection<String> secrets, JobMemoryLimits limits) {
    this.limits = limits;
    this.added = new EntryBudget(limits.masks(), limits.maskBytes());
    secrets.forEach(secret -> spellings.addAll(SecretEncodings.of(secret)));
    automaton = new PatternAutomaton(spellings);
  }

  /// Masks a value from the next byte on. Returns false, and does nothing, if it is too short.
  ///
  /// @throws TooManySecretsException if there are too many already
  public synchronized boolean add(String value) {
    try {
      checkLength(value);
      Set<String> its = SecretEncodings.of(value);
      if (!spellings.containsAll(its)) {
        take(value, its);
      }
      return !its.isEmpty();
    } catch (TooManySecretsException e) {
      isTooMuch = true;
      throw e;
    }
  }

  /// Before the forms of the value are made, which take many times its size.
  private void checkLength(String value) {
    if (value.length() > limits.maskBytes()) {
      throw tooMany();
    }
  }

  private TooManySecretsException tooMany() {
    return new TooManySecretsException(
        "a job may add %,d masks of %s in total"
            .formatted(limits.masks(), JobMemoryLimits.size(limits.maskBytes())));
  }

  private void take(String value, Set<String> more) {
    if (!added.add(value.getBytes(StandardCharsets.UTF_8).length)) {
      throw tooMany();
    }
    Set<String> all = new LinkedHashSet<>(spellings);
    all.addAll(more);
    automaton = new PatternAutomaton(all);
    spellings.addAll(more);
  }

  /// Whether a value could not be added. No further output is shown then, since it may contain it.
  public boolean isOverflown() {
    return isTooMuch;
  }

  PatternAutomaton automaton() {
    return automaton;
  }

  /// The text with all secrets masked.
  public String mask(String text) {
    if (isTooMuch) {
      return text.isEmpty() ? "" : MaskedStream.STARS;
    }
    var masked = new ByteArrayOutputStream();
    var stream = new MaskedStream(this, (bytes, length) -> masked.write(bytes, 0, length));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      for (int from = 0; from < bytes.length; from += PART) {
        byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART));
        stream.take(part, part.length);
      }
      stream.end();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e); // a sink in memory never waits
    }
    return masked.toString(StandardCharsets.UTF_8);
  }

  /// Whether the text contains a secret, or may contain one that could not be added.
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

  /// A stream that masks what is written to it.
  public MaskedStream into(ByteSink sink) {
    return new MaskedStream(this, sink);
  }
}
