package dev.pawl.cli.agents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Outputs of almost the most that a job may have: they reach the jobs that need them, whatever
/// their characters take in JSON.
class LargeOutputsIT extends ServerFixture {

  private static final String WORKFLOW =
      """
      on: push
      jobs:
        quotes:
          runs-on: linux
          outputs: { x: "${{ steps.a.outputs.x }}" }
          steps:
            - id: a
              run: (printf x=; yes '"' | tr -d '\\n' | head -c 260000) >> $GITHUB_OUTPUT
        controls:
          runs-on: linux
          outputs: { x: "${{ steps.a.outputs.x }}" }
          steps:
            - id: a
              run: (printf x=; head -c 87000 /dev/zero | tr '\\0' '\\1') >> $GITHUB_OUTPUT
        signs:
          runs-on: linux
          outputs: { x: "${{ steps.a.outputs.x }}" }
          steps:
            - id: a
              run: (printf x=; yes 日 | tr -d '\\n' | head -c 519000) >> $GITHUB_OUTPUT
        cell:
          runs-on: linux
          strategy: { matrix: { only: [one] } }
          outputs: { x: "${{ steps.a.outputs.x }}" }
          steps:
            - id: a
              run: (printf x=; yes '"' | tr -d '\\n' | head -c 260000) >> $GITHUB_OUTPUT
        last:
          runs-on: linux
          needs: [quotes, controls, signs]
          steps:
            - run: |
                cat > quotes <<'END'
                ${{ needs.quotes.outputs.x }}
                END
                cat > signs <<'END'
                ${{ needs.signs.outputs.x }}
                END
                cat > controls <<'END'
                ${{ needs.controls.outputs.x }}
                END
                [ "$(cat quotes controls signs | wc -c)" = 866003 ]
        other:
          runs-on: linux
          needs: [cell]
          steps:
            - run: |
                cat > quotes <<'END'
                ${{ needs.cell.outputs.x }}
                END
                [ "$(wc -c <quotes)" = 260001 ]
      """;

  @Test
  void outputsWithinTheLimitReachTheJobsThatNeedThem() {
    ServerProcess server = startServer();
    AgentProcess agent = agent(server, "a", "--slots", "2");
    String run = startRun(server, WORKFLOW);
    assertThat(awaitEnd(server, run))
        .as(() -> api(server).show(run).toString())
        .isEqualTo("success");
    assertThat(agent.console()).containsOnlyOnce("connected to");
  }
}
