package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A valid file with some bytes changed. The changes are the same in every run, so a failure
/// repeats.
class MutatedFileTest {

  private static final int ROUNDS = 5_000;
  private static final byte[] GOOD =
      """
      name: CI
      run-name: by ${{ github.actor }}
      on:
        push: { branches: [main, 'v*'], paths: ['**.java', '!docs/**'] }
        schedule: [ { cron: '0 5 * * mon-fri', timezone: Europe/Berlin } ]
        workflow_dispatch: { inputs: { target: { type: choice, options: [a, b], default: a } } }
        workflow_call: { outputs: { v: { value: "${{ jobs.build.outputs.v }}" } } }
      env: &env { A: 1, B: "x\\ty" }
      defaults: { run: { shell: bash, working-directory: src } }
      concurrency: { group: 'ci-${{ github.ref }}', cancel-in-progress: true }
      retry: { max: 1, backoff: 30s }
      hooks: { runs-on: linux, on-failure: ./page.sh }
      rules: [ { name: flaky, class: infra, exit-codes: [75], log: 'reset by (peer|host)' } ]
      jobs:
        build:
          runs-on: [linux, "${{ matrix.os }}"]
          timeout-minutes: 5
          grace-period: 30s
          env: *env
          outputs: { v: "${{ steps.make.outputs.v }}" }
          strategy:
            matrix: { os: [a, b], include: [ { os: c, x: 1 } ], exclude: [ { os: b } ] }
            max-parallel: 2
          steps:
            - uses: actions/checkout@v4
            - name: Make 🐢
              id: make
              run: |
                make ${{ matrix.os }}
                make test
              retry: { max: 3, on: { exit-codes: [75], log: reset } }
            - run: >-
                echo a
                echo b
              if: always() && steps.make.outcome == 'success'
        test:
          needs: build
          if: ${{ needs.build.result == 'success' }}
          runs-on: { group: big, labels: linux }
          environment: { name: production }
          approval: { reviewers: [acme, team:ops], required: 2, expires: 8h }
          concurrency: { group-command: ./group.sh, queue: max, max: 2 }
          hooks: { cleanup: { run: ./unlock.sh, timeout: 10m } }
          steps: [ { run: 'it''s', shell: sh, tool: { name: kubectl, on-open: wait } } ]
      """
          .getBytes(UTF_8);
  private static final byte[] LIKELY =
      "${{ }}[]{}:,-?&*!|>'\"%@`#~<=\\ \t\r\n0aZ_.\0".getBytes(UTF_8);

  @Test
  void theFileIsGoodBeforeItIsChanged() {
    assertThat(WorkflowFile.read("ci.yml", GOOD)).isInstanceOf(WorkflowReadResult.Accepted.class);
  }

  @Test
  @Timeout(value = 120, threadMode = SEPARATE_THREAD)
  void anyBytesGiveAWorkflowOrAnError() {
    Random random = new Random(20_260_101);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(random);
      try {
        ReadInvariants.check(WorkflowFile.read("ci.yml", bytes));
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
