package dev.pawl.agent.session;

import dev.pawl.agent.story.JobBuilder;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.AgentRegister;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import dev.pawl.protocol.ServerMessage.JobInputs;
import dev.pawl.protocol.ServerMessage.RegisterAck;
import dev.pawl.protocol.ServerMessage.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/// A test with an agent of two slots, which is connected and registered. Leases have a TTL of 120
/// s, and heartbeats are sent every 20 s.
abstract class SessionStory {

  static final String LEASE = "lease-1";
  static final Duration TTL = Duration.ofMinutes(2);

  final ScriptedExecution execution = new ScriptedExecution();
  final InMemorySpool disk = new InMemorySpool();
  AgentSession session = started();
  private final List<AgentMessage> said = new ArrayList<>();
  Duration now = Duration.ZERO;

  private AgentSession started() {
    return started(disk);
  }

  private AgentSession started(AgentSpool memory) {
    return new AgentSession(
        new AgentRegister("a1", "a1", List.of("linux"), 2, "1", "Linux", "x", List.of()),
        execution,
        memory);
  }

  /// Replaces the agent by one with another spool.
  void startsWith(AgentSpool memory) {
    session = started(memory);
    registers();
    said.clear();
  }

  @BeforeEach
  void aRegisteredAgent() {
    registers();
    said.clear();
  }

  void registers() {
    connects();
    says(new RegisterAck("a1", 20, "2026-01-01T00:00:00Z"));
  }

  /// Restarts the agent with its spool.
  void restarts() {
    now = Duration.ZERO;
    session = started();
    said.clear();
    execution.asked();
  }

  void connects() {
    session.connected(said::add, now);
  }

  void says(ServerMessage message) {
    session.receive(message, now);
  }

  void acknowledges(String lease, long seq) {
    says(new Ack(lease, seq));
  }

  void answersBeat(long beat) {
    says(new JobHeartbeatAck(LEASE, beat, TTL.toSeconds(), false, false, 0));
  }

  void reports(JobReport report) {
    session.report(LEASE, report, now);
  }

  /// Reports a state of a step, after which nothing else is reported for a while.
  void reportsAlone(JobReport report) {
    reports(report);
    passes(LeaseOutbox.MAX_DELAY);
  }

  /// Dispatches a job, and acknowledges its start.
  void runs(String lease) {
    says(dispatch(lease));
    acknowledges(lease, 2);
    said.clear();
    execution.asked();
  }

  /// Advances the time, and calls the session whenever it is due; no connection is made.
  void passes(Duration time) {
    Duration until = now.plus(time);
    Optional<Duration> wake = session.nextWake().filter(at -> at.compareTo(now) > 0);
    while (wake.isPresent() && wake.get().compareTo(until) <= 0) {
      now = wake.get();
      session.tick(now);
      wake = session.nextWake().filter(at -> at.compareTo(now) > 0);
    }
    now = until;
    session.tick(now);
  }

  void passesSeconds(long seconds) {
    passes(Duration.ofSeconds(seconds));
  }

  /// The messages since the last call of this method, without heartbeats: `JobAck 1`.
  List<String> said() {
    List<String> names =
        said.stream()
            .filter(message -> !(message instanceof JobHeartbeat))
            .map(SessionStory::name)
            .toList();
    said.clear();
    return names;
  }

  private static String name(AgentMessage message) {
    String name = message.getClass().getSimpleName();
    return message instanceof SequencedMessage numbered ? name + " " + numbered.seq() : name;
  }

  /// All messages of one type so far.
  <M extends AgentMessage> List<M> all(Class<M> kind) {
    return said.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  static JobDispatch dispatch(String lease) {
    return dispatch(lease, lease.replace("lease", "run"), 1, null);
  }

  /// A job of a run whose commit is not known yet.
  static JobDispatch ofRef(String lease) {
    var inputs = new JobInputs("{}", Map.of(), Rules.NONE, null, "refs/heads/main");
    return dispatch(lease, lease.replace("lease", "run"), 1, null, inputs);
  }

  static JobDispatch inGroup(String lease) {
    return dispatch(lease, lease.replace("lease", "run"), 1, "./which-group");
  }

  static JobDispatch dispatch(String lease, String run, int number, @Nullable String group) {
    return dispatch(lease, run, number, group, JobBuilder.NO_INPUTS);
  }

  private static JobDispatch dispatch(
      String lease, String run, int number, @Nullable String group, JobInputs inputs) {
    var job = JobBuilder.planned("Build", Duration.ofHours(1), Duration.ofSeconds(30));
    return new JobDispatch(lease, run, "build", 1, number, TTL.toSeconds(), 20, group, job, inputs);
  }

  static JobReport step(int index, String state) {
    return new JobReport.StepStateChanged(
        index, "a step", "step", state, null, null, "nobody", 1, Map.of(), "", null, 0);
  }

  static JobReport success() {
    return new JobReport.Completed("success", null, "ok", "", null, Map.of());
  }
}
