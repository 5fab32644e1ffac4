package dev.pawl.server.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every effect comes back from the outbox as it went in.
class StoredEffectsTest {

  private static final RunId RUN = new RunId("r7");
  private static final AttemptRef REF = new AttemptRef(3, 2);
  private static final LeaseRef LEASE = new LeaseRef(REF, 4);
  private static final Actor OPS = Actor.person("ops:b");
  private static final Origin ORIGIN =
      new Origin(
          Origin.DEFAULT_ORG,
          12,
          "ci",
          "ci.yaml",
          "push",
          OPS,
          "o1",
          Instant.parse("2026-01-02T03:04:05.678Z"),
          new Origin.Source("acme/shop", "main", "abc", "forge"),
          new Origin.Lineage("r1", 3, 2));

  static Stream<Effect> effects() {
    return Stream.of(
        new Effect.Dispatch(LEASE, "a1"),
        new Effect.CancelJob(LEASE, "a1", true, Duration.ofSeconds(75), "cancelled by team:ops"),
        new Effect.Fence(LEASE, "a1", LeaseState.EXPIRED),
        new Effect.AskRun(
            RUN, new EngineCommand.CancelRun(Actor.POLICY, false, ReasonCode.USER, "why")),
        new Effect.AskRun(
            RUN,
            new EngineCommand.CancelAttempt(REF, Actor.POLICY, true, ReasonCode.SUPERSEDED, "why")),
        new Effect.AskRun(RUN, new EngineCommand.RevokeLease(LEASE, OPS, "why")),
        new Effect.StartRun(new RunId("r1.2"), ORIGIN, RUN, Duration.ofMillis(31_415)),
        new Effect.ReadWorkflow(2),
        new Effect.Report(RunState.TIMED_OUT, "after 2 h"));
  }

  @Test
  void thereIsAnExampleOfEveryEffect() {
    assertThat(
            effects().map(effect -> effect.getClass().getSimpleName()).collect(Collectors.toSet()))
        .isEqualTo(SealedFamilies.recordsOf(Effect.class));
  }

  @ParameterizedTest
  @MethodSource("effects")
  void anEffectComesBackAsItWentIn(Effect effect) {
    assertThat(StoreCodec.effect(StoreCodec.encode(effect))).isEqualTo(effect);
  }
}
