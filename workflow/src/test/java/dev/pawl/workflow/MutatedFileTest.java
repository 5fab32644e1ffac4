package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A good file with some of its bytes changed: always the same ones, so that what fails once fails
/// again.
class MutatedFileTest {

  private static final int ROUNDS = 10_000;
  private static final byte[] GOOD =
      """
      name: CI
      on: { push: { branches: [main, 'v*'] } }
      env: &env { A: 1, B: "x\\ty" }
      defaults: { run: { shell: bash, working-directory: src } }
      jobs:
        build:
          runs-on: [linux, large]
          timeout-minutes: 5
          grace-period: 30s
          env: *env
          steps:
            - name: Make 🐢
              id: make
              run: |
                make
                make test
            - run: >-
                echo a
                echo b
        test:
          needs: build
          runs-on: linux
          steps: [ { run: 'it''s', shell: sh } ]
      """
          .getBytes(UTF_8);
  private static final byte[] LIKELY =
      "${{ }}[]{}:,-?&*!|>'\"%@`#~<=\\ \t\r\n0aZ_.\0".getBytes(UTF_8);

  @Test
  void theFileIsGoodBeforeItIsChanged() {
    assertThat(WorkflowFile.read("ci.yml", GOOD)).isInstanceOf(Reading.Accepted.class);
  }

  @Test
  @Timeout(value = 120, threadMode = SEPARATE_THREAD)
  void whateverTheBytesReadingGivesAWorkflowOrAnError() {
    Random random = new Random(20_260_101);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(random);
      try {
        Promise.check(WorkflowFile.read("ci.yml", bytes));
      } catch (RuntimeException | AssertionError | StackOverflowError broken) {
        throw new AssertionError("round " + round + ":\n" + new String(bytes, UTF_8), broken);
      }
    }
  }

  private static byte[] mutated(Random random) {
    byte[] bytes = GOOD;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      int at = random.nextInt(bytes.length);
      int length = Math.min(random.nextInt(12), bytes.length - at);
      bytes =
          switch (random.nextInt(5)) {
            case 0 -> spliced(bytes, at, 1, random.nextInt(256));
            case 1 -> spliced(bytes, at, 1, LIKELY[random.nextInt(LIKELY.length)]);
            case 2 -> spliced(bytes, at, 0, LIKELY[random.nextInt(LIKELY.length)]);
            case 3 -> spliced(bytes, at, length);
            default -> spliced(bytes, random.nextInt(bytes.length), 0, range(bytes, at, length));
          };
      if (bytes.length == 0) {
        return bytes;
      }
    }
    return bytes;
  }

  private static int[] range(byte[] bytes, int at, int length) {
    int[] copied = new int[length];
    Arrays.setAll(copied, index -> bytes[at + index]);
    return copied;
  }

  /// `bytes` with those from `at` on replaced.
  private static byte[] spliced(byte[] bytes, int at, int removed, int... added) {
    byte[] result = new byte[bytes.length - removed + added.length];
    System.arraycopy(bytes, 0, result, 0, at);
    for (int index = 0; index < added.length; index++) {
      result[at + index] = (byte) added[index];
    }
    System.arraycopy(bytes, at + removed, result, at + added.length, bytes.length - at - removed);
    return result;
  }
}
