package dev.pawl.server.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.ServerMessage.LogAck;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogReceiverTest {

  private static final Duration TTL = Deadlines.DEFAULT.leaseTtl();
  private static final LeaseRef FIRST = new LeaseRef(new AttemptRef(0, 1), 1);
  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);

  private final LeaseIds leaseIds = new LeaseIds(new byte[32]);
  private final MemoryStore store = new MemoryStore(() -> SampleCommits.BEGINNING);
  private Instant now = SampleCommits.BEGINNING;
  @TempDir private Path directory;
  private LogFiles files;
  private LogStore logs;
  private LogReceiver desk;

  @BeforeEach
  void aDesk() {
    files = new LogFiles(directory);
    logs = new LogStore(files);
    desk = desk();
    SampleCommits.register(store, SampleCommits.AGENT, 100_000, "linux");
  }

  private LogReceiver desk() {
    return new LogReceiver(logs, leaseIds, TTL, () -> now);
  }

  @AfterEach
  void closed() {
    logs.close();
  }

  @Test
  void whatItsJobMustNotShowIsBlackenedWhereverFramesEnd() {
    String secret = "s3cret-of-ops";
    String hex = HexFormat.of().formatHex(secret.getBytes(UTF_8));
    String printed = "a %s, b %s; c s3cret".formatted(secret, hex);
    for (int cut = 1; cut < printed.length(); cut++) {
      desk = new LogReceiver(logs, leaseIds, TTL, () -> now, (_, _) -> secretOf(secret));
      DrivenRun run = planned("cut-" + cut);
      does(run, grant());
      assertThat(takes(run, 0, printed.substring(0, cut))).contains(durable(run, cut));
      if (cut % 2 == 0) { // as another process goes on with it
        logs.close();
        logs = new LogStore(files);
        desk = new LogReceiver(logs, leaseIds, TTL, () -> now, (_, _) -> secretOf(secret));
        does(run, new EngineCommand.RenewLease(FIRST, AGENT));
      }
      assertThat(takes(run, cut, printed.substring(cut))).contains(durable(run, printed.length()));
      assertThat(files.newest(run.id(), 0, 1, 2).orElseThrow().bytes(0, 100))
          .asString()
          .isEqualTo(
              "a %s, b %s; c s3cret"
                  .formatted("*".repeat(secret.length()), "*".repeat(hex.length())));
    }
  }

  private static SequencedMap<String, String> secretOf(String value) {
    SequencedMap<String, String> secrets = new LinkedHashMap<>();
    secrets.put("TOKEN", value);
    return secrets;
  }

  @Test
  void aFrameIsAcknowledgedWhenDurableAndIgnoredWithoutALease() {
    DrivenRun run = planned("r1");
    assertThat(takes(run, 0, "early")).isEmpty();
    does(run, grant());
    assertThat(takes(run, 0, "hello")).contains(durable(run, 5));
    assertThat(takes(run, 9, "gap")).contains(durable(run, 5));
    assertThat(takes(run, 0, "hello")).contains(durable(run, 5));
    assertThat(files.newest(run.id(), 0, 1, 2).orElseThrow().bytes(0, 100))
        .asString()
        .isEqualTo("hello");
  }

  @Test
  void whoFollowsIsWokenByWhatHappensToTheRun() throws InterruptedException {
    DrivenRun run = planned("r1");
    does(run, grant());
    takes(run, 0, "hello");
    var log = files.log(new LogRef(run.id(), FIRST, 2));
    var isOver = new AtomicBoolean();
    var asked = new CountDownLatch(1);
    BooleanSupplier over =
        () -> {
          asked.countDown();
          return isOver.get();
        };
    try (var follower = new LogFollower(logs, log, 5, over, Duration.ofDays(1))) {
      Thread reader = Thread.ofVirtual().start(() -> LogFollowerTest.readAll(follower));
      asked.await();
      isOver.set(true);
      does(run, new EngineCommand.RevokeLease(FIRST, Actor.ORCHESTRATOR, ""));
      reader.join();
      assertThat(follower.isEnded()).isTrue();
    }
  }

  @Test
  void noAgentSpeaksUnderTheLeaseOfAnother() {
    DrivenRun run = planned("r1");
    does(run, grant());
    assertThat(desk.receive("a2", frame(run, 0, "mine"))).isEmpty();
    assertThat(files.newest(run.id(), 0, 1, 2)).isEmpty();
  }

  @Test
  void anAgentThatComesFromElsewhereIsKnownByItsRenewal() {
    DrivenRun run = planned("r1");
    does(run, grant());
    desk = desk();
    assertThat(takes(run, 0, "hello")).isEmpty();
    does(run, new EngineCommand.AcknowledgeLease(FIRST, AGENT));
    assertThat(takes(run, 0, "hello")).contains(durable(run, 5));
    desk = desk();
    does(run, new EngineCommand.RenewLease(FIRST, AGENT));
    assertThat(takes(run, 5, " again")).contains(durable(run, 11));
  }

  @Test
  void aPostMortemIsAcceptedForTenMinutesAfterTheLease() {
    DrivenRun run = planned("r1");
    does(run, grant());
    does(run, new EngineCommand.RevokeLease(FIRST, Actor.ORCHESTRATOR, "not trusted"));
    now = now.plus(LogReceiver.POST_MORTEM).minusMillis(1);
    assertThat(takes(run, 0, "last words")).contains(durable(run, 10));
    now = now.plusMillis(1);
    assertThat(takes(run, 10, " again")).isEmpty();
  }

  @Test
  void aLeaseThatEndedElsewhereIsForgottenOnceItCannotLive() {
    DrivenRun run = planned("r1");
    does(run, grant());
    now = now.plus(TTL).plus(LogReceiver.POST_MORTEM).minusMillis(1);
    assertThat(takes(run, 0, "hello")).contains(durable(run, 5));
    now = now.plusMillis(1);
    assertThat(takes(run, 5, "hello")).isEmpty();
  }

  @Test
  void howeverManyLeasesEndNoneThatLivesIsForgotten() {
    DrivenRun alive = planned("alive");
    does(alive, grant());
    DrivenRun ended = planned("ended");
    does(ended, grant());
    Change end = ended.change(new EngineCommand.RevokeLease(FIRST, Actor.ORCHESTRATOR, ""));
    desk.committed(end);
    assertThat(takes(ended, 0, "hello")).contains(durable(ended, 5));
    for (int more = 0; more < LogReceiver.MOST_ENDED; more++) {
      DrivenRun other = planned("r" + more);
      does(other, grant());
      does(other, new EngineCommand.RevokeLease(FIRST, Actor.ORCHESTRATOR, ""));
    }
    assertThat(takes(ended, 5, "more")).isEmpty();
    assertThat(takes(alive, 0, "hello")).contains(durable(alive, 5));
  }

  private DrivenRun planned(String id) {
    return new DrivenRun(store, id).planned(SamplePlans.sideBySide(1));
  }

  private static EngineCommand grant() {
    return new EngineCommand.GrantLease(FIRST.attempt(), SampleCommits.AGENT);
  }

  private void does(DrivenRun run, EngineCommand command) {
    Change change = run.change(command);
    run.committed(change);
    desk.committed(change);
  }

  private Optional<LogAck> takes(DrivenRun run, long offset, String text) {
    return desk.receive(SampleCommits.AGENT, frame(run, offset, text));
  }

  private LogFrame frame(DrivenRun run, long offset, String text) {
    return new LogFrame(id(run), 2, offset, text.getBytes(UTF_8));
  }

  private String id(DrivenRun run) {
    return leaseIds.of(run.id(), FIRST);
  }

  private LogAck durable(DrivenRun run, long offset) {
    return new LogAck(id(run), 2, offset);
  }
}
