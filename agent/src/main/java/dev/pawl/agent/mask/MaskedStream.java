package dev.pawl.agent.mask;

import dev.pawl.agent.logs.ByteSink;
import dev.pawl.core.mask.PatternAutomaton;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Replaces what must not be seen by three asterisks, in a stream that comes in pieces.
///
/// The last bytes are held back for as long as they may be the beginning of a masked value. All
/// bytes of all values are masked, also where values overlap. Owned by one thread.
public final class MaskedStream implements ByteSink {

  static final String STARS = "***";

  /// So much of a value may be seen when it pauses: a prompt must not wait for its last letters.
  private static final int HARMLESS = 3;

  private final SecretMasks masks;
  private final ByteSink sink;
  private PatternAutomaton automaton;
  private int node = PatternAutomaton.ROOT;
  private byte[] held = {};
  private boolean[] heldMasked = {};
  private boolean isInMask;

  MaskedStream(SecretMasks masks, ByteSink sink) {
    this.masks = masks;
    this.sink = sink;
    this.automaton = masks.automaton();
  }

  @Override
  public void take(byte[] bytes, int length) throws InterruptedException {
    useNewestMasks();
    if (automaton.isEmpty()) {
      sink.take(bytes, length);
      return;
    }
    byte[] all = Arrays.copyOf(held, held.length + length);
    System.arraycopy(bytes, 0, all, held.length, length);
    int[] found = new int[all.length];
    for (int at = held.length; at < all.length; at++) {
      node = automaton.next(node, all[at]);
      found[at] = automaton.longest(node);
    }
    release(all, covered(found), Math.max(0, all.length - automaton.open(node)));
  }

  /// Whether something is held back.
  public boolean isHolding() {
    return held.length > 0;
  }

  /// Nothing has come for a while: gives out what is held back, unless it would show too much of a
  /// value, together with what an earlier pause has shown of it.
  public void pause() throws InterruptedException {
    if (automaton.open(node) <= HARMLESS) {
      release(held, heldMasked, held.length);
    }
  }

  /// Nothing more comes.
  public void end() throws InterruptedException {
    release(held, heldMasked, held.length);
    node = PatternAutomaton.ROOT;
  }

  /// A mask counts from the next byte; what is held back is looked at again, since it may be the
  /// beginning of something else now.
  private void useNewestMasks() {
    PatternAutomaton newest = masks.automaton();
    if (newest != automaton) {
      automaton = newest;
      node = PatternAutomaton.ROOT;
      for (byte value : held) {
        node = automaton.next(node, value);
      }
    }
  }

  /// Which bytes belong to a value, by how long the values are that end at each.
  private boolean[] covered(int[] found) {
    boolean[] masked = Arrays.copyOf(heldMasked, found.length);
    int left = 0;
    for (int at = found.length - 1; at >= 0; at--) {
      left = Math.max(left - 1, found[at]);
      masked[at] = masked[at] || left > 0;
    }
    return masked;
  }

  /// Gives out the bytes before `end`, and holds back the others.
  private void release(byte[] all, boolean[] masked, int end) throws InterruptedException {
    var out = new ByteArrayOutputStream(end);
    for (int from = 0, to = 0; from < end; from = to) {
      while (to < end && masked[to] == masked[from]) {
        to++;
      }
      if (!masked[from]) {
        out.write(all, from, to - from);
      } else if (!isInMask) {
        out.writeBytes(STARS.getBytes(StandardCharsets.US_ASCII));
      }
      isInMask = masked[from];
    }
    held = Arrays.copyOfRange(all, end, all.length);
    heldMasked = Arrays.copyOfRange(masked, end, masked.length);
    if (out.size() > 0) {
      sink.take(out.toByteArray(), out.size());
    }
  }
}
