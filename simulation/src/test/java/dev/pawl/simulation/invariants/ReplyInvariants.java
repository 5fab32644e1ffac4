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

/// Checks replies to agents: a duplicate gets the same reply and changes nothing, and nothing is
/// acknowledged before it is committed.
final class ReplyInvariants implements InvariantCheck {

  private record Key(RunId run, LeaseRef lease) {}

  /// Messages and replies under one lease.
  private static final class LeaseDialogue {
    private final Set<EngineCommand> done = new HashSet<>();
    private long heard;
    private long acknowledged;
    private @Nullable JobConcurrencyAck joined;
    private @Nullable JobCompleteAck completed;
  }

  private final ViolationRecorder violations;
  private final ReferenceState reference;
  private final DecisionCommands commands;
  private final Map<Key, LeaseDialogue> talks = new HashMap<>();

  ReplyInvariants(
      ViolationRecorder violations, ReferenceState reference, DecisionCommands commands) {
    this.violations = violations;
    this.reference = reference;
    this.commands = commands;
  }

  private LeaseDialogue talk(RunId run, LeaseRef lease) {
    return talks.computeIfAbsent(new Key(run, lease), _ -> new LeaseDialogue());
  }

  /// Records the last sequence number that was committed. A paused orchestrator may write an old
  /// one again, which changes nothing.
  void heard(Commit.AcceptedMessage heard) {
    LeaseDialogue talk = talk(heard.run(), heard.lease());
    talk.heard = Math.max(talk.heard, heard.seq());
  }

  /// A message that changed something changes nothing when it is repeated.
  @Override
  public void change(ObservedChange seen) {
    if (commands.of(seen.change().decision()) instanceof EngineCommand.UnderLease command
        && isSaidOnce(command)
        && !seen.change().revisions().getFirst().transitions().isEmpty()
        && !talk(seen.after().id(), command.lease()).done.add(command)) {
      broken("%s moves run %s a second time".formatted(command, seen.after().id()));
    }
  }

  /// Not heartbeats or commands; and a step that is retried begins again.
  private static boolean isSaidOnce(EngineCommand.UnderLease command) {
    return switch (command) {
      case EngineCommand.RenewLease _, EngineCommand.AcquireTool _ -> false;
      case EngineCommand.ReportStep report -> StepMachine.MACHINE.isTerminal(report.state());
      case EngineCommand.UnderLease _ -> true;
    };
  }

  /// Checks a reply that leaves now.
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

  /// A job that may proceed may do so for as long as its lease lives; one that may not, never.
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

  /// No agent is told that its live lease is stale.
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
    reference.lease(id).ifPresent(leased -> look.at(leased, talk(leased.run(), leased.lease())));
  }

  private boolean isLive(ReferenceState.Leased leased) {
    Run run = reference.run(leased.run());
    return run != null && run.attemptUnder(leased.lease()).isPresent();
  }

  private void broken(String how) {
    violations.violated(Invariant.SAME_ANSWER, how);
  }
}
