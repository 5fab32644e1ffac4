package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.AgentCommand;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.RevokeLease;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.RunId;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.StoredEffect;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the world is to be told, in order, until it was told.
interface OutboxContract extends UnderContract {

  LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);

  private List<Effect> effects() {
    return store().effects(0, 100).stream().map(StoredEffect::effect).toList();
  }

  @Test
  default void effectsComeInTheOrderOfTheirCommits() {
    var run = queued("r1").running().does(new CancelRun(Actor.person("ana"), true, "enough"));
    var expected = new Effect.Dispatch(LEASE, Commits.AGENT);
    List<StoredEffect> stored = store().effects(0, 100);
    assertThat(stored).extracting(StoredEffect::id).isSorted().doesNotHaveDuplicates();
    assertThat(stored).extracting(StoredEffect::aggregate).containsOnly("r1");
    assertThat(effects()).hasSizeGreaterThan(2).contains(expected);
    assertThat(effects().getFirst()).isEqualTo(new Effect.ReadWorkflow(1));
    assertThat(stored.getLast().at()).isEqualTo(run.now());
    assertThat(reopened().effects(0, 100)).isEqualTo(stored);
  }

  @Test
  default void aDispatchThatWhoeverCommitsSendsItselfIsNotKept() {
    var run = queued("r1");
    Change change = run.change(new GrantLease(LEASE.attempt(), Commits.AGENT));
    Set<String> linked = Set.of(Commits.AGENT);
    store().commit(new Commit("c1", List.of(change), List.of(), List.of(), false, linked));
    assertThat(effects()).noneMatch(Effect.Dispatch.class::isInstance);
    assertThat(store().agent(Commits.AGENT).leases()).hasSize(1);
  }

  @Test
  default void effectsAreReadOnFromTheLastOneAndNoMoreThanAsked() {
    queued("r1").leased();
    queued("r2").leased();
    List<StoredEffect> all = store().effects(0, 100);
    assertThat(store().effects(0, 2)).isEqualTo(all.subList(0, 2));
    assertThat(store().effects(all.get(1).id(), 100)).isEqualTo(all.subList(2, all.size()));
    assertThat(store().effects(all.getLast().id(), 100)).isEmpty();
  }

  @Test
  default void effectsAreForgottenOnceDelivered() {
    queued("r1").leased();
    List<StoredEffect> all = store().effects(0, 100);
    Commits.delivered(store(), List.of(all.getFirst().id()));
    assertThat(store().effects(0, 100)).isEqualTo(all.subList(1, all.size()));
    Commits.delivered(store(), List.of(all.getFirst().id()));
    assertThat(store().effects(0, 100)).hasSize(all.size() - 1);
  }

  /// Whoever has read up to one must not miss what comes after it.
  @Test
  default void anIdIsNeverGivenTwice() {
    queued("r1").leased();
    long last = store().effects(0, 100).getLast().id();
    Commits.delivered(store(), store().effects(0, 100).stream().map(StoredEffect::id).toList());
    assertThat(effects()).isEmpty();
    reopened();
    queued("r2").leased();
    assertThat(store().effects(0, 100)).extracting(StoredEffect::id).allMatch(id -> id > last);
  }

  @Test
  default void whatAgentsOfARunWereToBeToldIsForgottenAndNothingElse() {
    var source = new Origin.Source("acme/shop", "abc");
    new DrivenRun(store(), "r1", source).planned(Plans.sideBySide(1)).leased();
    queued("r2").leased();
    store().forgetEffects(new RunId("r1"));
    assertThat(store().effects(0, 100))
        .noneMatch(
            stored -> stored.aggregate().equals("r1") && stored.effect() instanceof Effect.ToAgent)
        .anyMatch(
            stored -> stored.aggregate().equals("r1") && stored.effect() instanceof Effect.Report)
        .anyMatch(stored ->
            stored.aggregate().equals("r2") && stored.effect() instanceof Effect.Dispatch);
  }

  @Test
  default void anAgentsEffectsAreKeptUnderItsId() {
    var run = queued("r1").leased();
    Commits.commit(
        store(),
        Commits.change(
            store(), Commits.AGENT, new AgentCommand.Revoke(Actor.person("ana"), "gone")));
    StoredEffect last = store().effects(0, 100).getLast();
    assertThat(last.aggregate()).isEqualTo(Commits.AGENT);
    assertThat(last.effect())
        .isEqualTo(
            new Effect.AskRun(run.id(), new RevokeLease(LEASE, Actor.person("ana"), "gone")));
  }
}
