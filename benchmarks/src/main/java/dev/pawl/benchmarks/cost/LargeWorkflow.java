package dev.pawl.benchmarks.cost;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Generates realistic workflows of 100 jobs and 2,000 lines: environments, conditions, outputs,
/// matrices, scripts with expressions. Each number gives a different file.
@SuppressWarnings("InlineFormatString") // the file as it looks, in one piece
final class LargeWorkflow {

  static final int JOBS = 100;

  private static final String HEAD =
      """
      name: large %d
      on:
        push:
          branches: [main, "release/**"]
        workflow_dispatch:
          inputs:
            debug: { type: boolean, default: false }
      env:
        VERSION: 1.${{ github.run_number }}
      jobs:
      """;

  /// Twenty lines.
  private static final String JOB =
      """
        job-%1$d:
          name: Job %1$d on ${{ github.ref_name }}
          needs: [%2$s]
          if: github.event_name == 'push' && !cancelled()
          runs-on: [linux, "${{ github.event_name == 'push' && 'large' || 'small' }}"]
          timeout-minutes: 30
          outputs:
            number: ${{ steps.count.outputs.number }}
          env:
            JOB: ${{ format('{0}-{1}', github.job, %1$d) }}
          strategy:
            matrix: { os: [linux, macos] }
          steps:
            - uses: actions/checkout@v5
            - id: count
              run: |
                echo "number=%1$d" >> "$GITHUB_OUTPUT"
                echo "on ${{ matrix.os }}, ${{ runner.os }}, ${{ env.JOB }}"
            - if: failure() && contains(github.ref, 'release/')
              run: echo "${{ toJSON(steps.count.outputs) }}, ${{ hashFiles('**/pom.xml') }}"
      """;

  static byte[] numbered(int number) {
    var text = new StringBuilder(HEAD.formatted(number));
    for (int job = 0; job < JOBS; job++) {
      text.append(JOB.formatted(job, job == 0 ? "" : "job-" + (job - 1) / 2));
    }
    return text.toString().getBytes(UTF_8);
  }

  private LargeWorkflow() {}
}
