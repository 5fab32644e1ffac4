package dev.pawl.simulation.invariants;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.protocol.ServerMessage.Resend;
import dev.pawl.server.store.Commit;
import dev.pawl.simulation.monitor.DecisionCommands;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ReferenceState;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an agent says again is answered as the first time, whoever answers, and moves nothing. What
/// is answered has been committed.
final class ReplyInvariants implements InvariantCheck {

  private record Key(RunId run, LeaseRef lease) {}

  /// What was heard and answered under one lease.
  private static final class LeaseDialogue {
    private final Set<EngineCommand> done = new HashSet<>();
    private long heard;
    private long acknowledged;
    private @Nullable JobConcurrencyAck joined;
    private @Nullable JobCompleteAck completed;
  }

  private final ViolationRecorder verdict;
  private final ReferenceState shadow;
  private final DecisionCommands questions;
  private final Map<Key, LeaseDialogue> talks = new HashMap<>();

  ReplyInvariants(ViolationRecorder verdict, ReferenceState shadow, DecisionCommands questions) {
    this.verdict = verdict;
    this.shadow = shadow;
    this.questions = questions;
  }

  private LeaseDialogue talk(RunId run, LeaseRef lease) {
    return talks.computeIfAbsent(new Key(run, lease), _ -> new LeaseDialogue());
  }

  /// The last number under a lease was written. One that stood still may write an old one again,
  /// which the store knows better, and which moves nothing.
  void heard(Commit.AcceptedMessage heard) {
    LeaseDialogue talk = talk(heard.run(), heard.lease());
    talk.heard = Math.max(talk.heard, heard.seq());
  }

  /// Whatever moved something once moves nothing again.
  @Override
  public void change(ObservedChange seen) {
    if (questions.of(seen.change().decision()) instanceof EngineCommand.UnderLease command
        && isSaidOnce(command)
        && !seen.change().revisions().getFirst().transitions().isEmpty()
        && !talk(seen.after().id(), command.lease()).done.add(command)) {
      broken("%s moves run %s a second time".formatted(command, seen.after().id()));
    }
  }

  /// Not a sign of life, nor a question; and a step that is tried again begins again.
  private static boolean isSaidOnce(EngineCommand.UnderLease command) {
    return switch (command) {
      case EngineCommand.RenewLease _, EngineCommand.AcquireTool _ -> false;
      case EngineCommand.ReportStep report -> StepMachine.MACHINE.isTerminal(report.state());
      case EngineCommand.UnderLease _ -> true;
    };
  }

  /// An agent is told it: the answer leaves now.
  void answered(String agent, ServerMessage answer) {
    switch (answer) {
      case Ack(var id, var seq) -> acknowledged(id, seq);
      case Resend(var id, var from) -> askedAgain(id, from);
      case JobConcurrencyAck ack -> joined(ack);
      case JobCompleteAck ack -> completed(ack);
      case LeaseStale stale -> stale(agent, stale);
      case ServerMessage _ -> {} // not an answer, or one that changes with time
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
    void at(ReferenceState.Leased leased, LeaseDialogue talk);
  }

  private void with(String id, Look look) {
    shadow.lease(id).ifPresent(leased -> look.at(leased, talk(leased.run(), leased.lease())));
  }

  private boolean isLive(ReferenceState.Leased leased) {
    Run run = shadow.run(leased.run());
    return run != null && run.attemptUnder(leased.lease()).isPresent();
  }

  private void broken(String how) {
    verdict.violated(Invariant.SAME_ANSWER, how);
  }
}
