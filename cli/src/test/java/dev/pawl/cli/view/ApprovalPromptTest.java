package dev.pawl.cli.view;

import static dev.pawl.cli.progress.RecordedRun.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.progress.JobSnapshot;
import dev.pawl.cli.progress.RecordedRun;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.RunProgress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

/// The question whether to approve a job, at a terminal.
class ApprovalPromptTest extends ViewFixture {

  private static final int MOST_TURNS = 1_000;

  private final List<String> answers = new ArrayList<>();

  @Test
  void aApproves() throws IOException {
    assertThat(answers("xa")).containsExactly("approve build");
  }

  @Test
  void rRejectsOnlyAfterAConfirmation() throws IOException {
    assertThat(answers("rnry")).containsExactly("reject build");
  }

  @Test
  void theTerminalIsRestoredAndCtrlCStaysASignal() throws IOException {
    try (Terminal terminal = terminal("")) {
      var prompt = new ApprovalPrompt(terminal, approvals());
      RunProgress run = run();
      terminal.setAttributes(usual(terminal));

      prompt.ask(run.run(), Optional.of(run.job(0)));
      assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ICANON)).isFalse();
      assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ISIG)).isTrue();
      assertThat(prompt.ask(run.run(), Optional.empty())).isEmpty();

      assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ICANON)).isTrue();
      assertThat(terminal.getAttributes().getLocalFlag(LocalFlag.ECHO)).isTrue();
    }
  }

  private static Attributes usual(Terminal terminal) {
    var usual = new Attributes(terminal.getAttributes());
    usual.setLocalFlag(LocalFlag.ICANON, true);
    usual.setLocalFlag(LocalFlag.ECHO, true);
    usual.setLocalFlag(LocalFlag.ISIG, true);
    return usual;
  }

  /// The answers after these keys.
  private List<String> answers(String keys) throws IOException {
    try (Terminal terminal = terminal(keys)) {
      var prompt = new ApprovalPrompt(terminal, approvals());
      RunProgress run = run();
      Optional<JobSnapshot> held = Optional.of(run.job(0));
      for (int turn = 0; turn < MOST_TURNS && answers.isEmpty(); turn++) {
        prompt.ask(run.run(), held);
      }
      assertThat(prompt.ask(run.run(), held)).isEmpty();
      return answers;
    }
  }

  private static Terminal terminal(String keys) throws IOException {
    var in = new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8));
    return new DumbTerminal(in, new ByteArrayOutputStream());
  }

  private RunProgress run() {
    return new RecordedRun(store, "r1", job("build")).progress();
  }

  private Approvals approvals() {
    return new Approvals() {
      @Override
      public void approve(RunHeader run, String job) {
        answers.add("approve " + job);
      }

      @Override
      public void reject(RunHeader run, String job) {
        answers.add("reject " + job);
      }
    };
  }
}
