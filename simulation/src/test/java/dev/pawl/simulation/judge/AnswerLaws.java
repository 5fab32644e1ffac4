package dev.pawl.simulation.judge;

import dev.pawl.core.engine.Command;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.Ack;
import dev.pawl.protocol.FromServer.JobCompleteAck;
import dev.pawl.protocol.FromServer.JobConcurrencyAck;
import dev.pawl.protocol.FromServer.LeaseStale;
import dev.pawl.protocol.FromServer.Resend;
import dev.pawl.server.runtime.Commit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an agent says again is answered as the first time, whoever answers, and moves nothing. What
/// is answered has been committed.
final class AnswerLaws implements Invariant {

  private record Key(RunId run, LeaseRef lease) {}

  /// What was heard and answered under one lease.
  private static final class Talk {
    private final Set<Command> done = new HashSet<>();
    private long heard;
    private long acknowledged;
    private @Nullable JobConcurrencyAck joined;
    private @Nullable JobCompleteAck completed;
  }

  private final Verdict verdict;
  private final Shadow shadow;
  private final Questions questions;
  private final Map<Key, Talk> talks = new HashMap<>();

  AnswerLaws(Verdict verdict, Shadow shadow, Questions questions) {
    this.verdict = verdict;
    this.shadow = shadow;
    this.questions = questions;
  }

  private Talk talk(RunId run, LeaseRef lease) {
    return talks.computeIfAbsent(new Key(run, lease), _ -> new Talk());
  }

  /// The last number under a lease was written. One that stood still may write an old one again,
  /// which the store knows better, and which moves nothing.
  void heard(Commit.Heard heard) {
    Talk talk = talk(heard.run(), heard.lease());
    talk.heard = Math.max(talk.heard, heard.seq());
  }

  /// Whatever moved something once moves nothing again.
  @Override
  public void change(Seen seen) {
    if (questions.of(seen.change().decision()) instanceof Command.FromAgent command
        && isSaidOnce(command)
        && !seen.change().revisions().getFirst().transitions().isEmpty()
        && !talk(seen.after().id(), command.lease()).done.add(command)) {
      broken("%s moves run %s a second time".formatted(command, seen.after().id()));
    }
  }

  /// Not a sign of life, nor a question; and a step that is tried again begins again.
  private static boolean isSaidOnce(Command.FromAgent command) {
    return switch (command) {
      case Command.RenewLease _, Command.AcquireTool _ -> false;
      case Command.ReportStep report -> StepMachine.MACHINE.isTerminal(report.state());
      case Command.FromAgent _ -> true;
    };
  }

  /// An agent is told it: the answer leaves now.
  void answered(String agent, FromServer answer) {
    switch (answer) {
      case Ack(var id, var seq) -> acknowledged(id, seq);
      case Resend(var id, var from) -> askedAgain(id, from);
      case JobConcurrencyAck ack -> joined(ack);
      case JobCompleteAck ack -> completed(ack);
      case LeaseStale stale -> stale(agent, stale);
      case FromServer _ -> {} // not an answer, or one that changes with time
    }
  }

  private void acknowledged(String id, long seq) {
    with(
        id,
        (_, talk) -> {
          if (seq > talk.heard) {
            broken("number %d of %s is acknowledged, and not written".formatted(seq, id));
          }
          talk.acknowledged = Math.max(talk.acknowledged, seq);
        });
  }

  private void askedAgain(String id, long from) {
    with(
        id,
        (_, talk) -> {
          if (from <= talk.acknowledged) {
            broken("number %d of %s is asked for, and was acknowledged".formatted(from, id));
          }
        });
  }

  /// Who may go on may do so for as long as its lease lives; who may not, never.
  private void joined(JobConcurrencyAck ack) {
    with(
        ack.leaseId(),
        (leased, talk) -> {
          JobConcurrencyAck first = talk.joined == null ? ack : talk.joined;
          boolean wasLetIn = first.action().equals("proceed");
          boolean isLetIn = ack.action().equals("proceed");
          if (isLetIn ? !wasLetIn : isLive(leased)) {
            broken("%s, after %s".formatted(ack, first));
          }
          talk.joined = first;
        });
  }

  private void completed(JobCompleteAck ack) {
    with(
        ack.leaseId(),
        (leased, talk) -> {
          JobCompleteAck first = talk.completed == null ? ack : talk.completed;
          if (!ack.equals(first) || isLive(leased)) {
            broken("%s, after %s, of %s".formatted(ack, first, leased));
          }
          talk.completed = first;
        });
  }

  /// Nobody is sent away from a lease that lives.
  private void stale(String agent, LeaseStale stale) {
    with(
        stale.leaseId(),
        (leased, _) -> {
          if (leased.agent().equals(agent) && isLive(leased)) {
            broken("%s to %s, which has it".formatted(stale, agent));
          }
        });
  }

  private interface Look {
    void at(Shadow.Leased leased, Talk talk);
  }

  private void with(String id, Look look) {
    shadow.lease(id).ifPresent(leased -> look.at(leased, talk(leased.run(), leased.lease())));
  }

  private boolean isLive(Shadow.Leased leased) {
    Run run = shadow.run(leased.run());
    return run != null && run.held(leased.lease()).isPresent();
  }

  private void broken(String how) {
    verdict.broken(Law.SAME_ANSWER, how);
  }
}
