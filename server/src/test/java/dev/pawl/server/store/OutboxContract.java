package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.AgentStateCommand;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.RevokeLease;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Effects are kept, in order, until they are delivered.
interface OutboxContract extends StoreFixture {

  LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);

  private List<Effect> effects() {
    return store().pendingEffects(0, 100).stream().map(StoredEffect::effect).toList();
  }

  @Test
  default void effectsComeInTheOrderOfTheirCommits() {
    var run = queuedRun("r1").running().does(new CancelRun(Actor.person("ops"), true, "enough"));
    var expected = new Effect.Dispatch(LEASE, SampleCommits.AGENT);
    List<StoredEffect> stored = store().pendingEffects(0, 100);
    assertThat(stored).extracting(StoredEffect::id).isSorted().doesNotHaveDuplicates();
    assertThat(stored).extracting(StoredEffect::aggregate).containsOnly("r1");
    assertThat(effects()).hasSizeGreaterThan(2).contains(expected);
    assertThat(effects().getFirst()).isEqualTo(new Effect.ReadWorkflow(1));
    assertThat(stored.getLast().at()).isEqualTo(run.now());
    assertThat(reopened().pendingEffects(0, 100)).isEqualTo(stored);
  }

  @Test
  default void aDispatchToAConnectedAgentIsNotStored() {
    var run = queuedRun("r1");
    Change change = run.change(new GrantLease(LEASE.attempt(), SampleCommits.AGENT));
    Set<String> linked = Set.of(SampleCommits.AGENT);
    store()
        .commit(new Commit("c1", List.of(change), List.of(), List.of(), CommitNotice.WORK, linked));
    assertThat(effects()).noneMatch(Effect.Dispatch.class::isInstance);
    assertThat(store().agent(SampleCommits.AGENT).leases()).hasSize(1);
  }

  @Test
  default void effectsAreReadInPages() {
    queuedRun("r1").leased();
    queuedRun("r2").leased();
    List<StoredEffect> all = store().pendingEffects(0, 100);
    assertThat(store().pendingEffects(0, 2)).isEqualTo(all.subList(0, 2));
    assertThat(store().pendingEffects(all.get(1).id(), 100)).isEqualTo(all.subList(2, all.size()));
    assertThat(store().pendingEffects(all.getLast().id(), 100)).isEmpty();
  }

  @Test
  default void deliveredEffectsAreDeleted() {
    queuedRun("r1").leased();
    List<StoredEffect> all = store().pendingEffects(0, 100);
    SampleCommits.delivered(store(), List.of(all.getFirst().id()));
    assertThat(store().pendingEffects(0, 100)).isEqualTo(all.subList(1, all.size()));
    SampleCommits.delivered(store(), List.of(all.getFirst().id()));
    assertThat(store().pendingEffects(0, 100)).hasSize(all.size() - 1);
  }

  /// A reader that continues after an id must not miss a later effect.
  @Test
  default void idsAreNeverReused() {
    queuedRun("r1").leased();
    long last = store().pendingEffects(0, 100).getLast().id();
    SampleCommits.delivered(
        store(), store().pendingEffects(0, 100).stream().map(StoredEffect::id).toList());
    assertThat(effects()).isEmpty();
    reopened();
    queuedRun("r2").leased();
    assertThat(store().pendingEffects(0, 100))
        .extracting(StoredEffect::id)
        .allMatch(id -> id > last);
  }

  @Test
  default void onlyEffectsForAgentsOfTheRunAreDeleted() {
    var source = new Origin.Source("acme/shop", "main", "abc", "forge");
    new DrivenRun(store(), "r1", source).planned(SamplePlans.sideBySide(1)).leased();
    queuedRun("r2").leased();
    store().discardUndeliverable(new RunId("r1"));
    assertThat(store().pendingEffects(0, 100))
        .noneMatch(
            stored -> stored.aggregate().equals("r1") && stored.effect() instanceof Effect.ToAgent)
        .anyMatch(
            stored -> stored.aggregate().equals("r1") && stored.effect() instanceof Effect.Report)
        .anyMatch(stored ->
            stored.aggregate().equals("r2") && stored.effect() instanceof Effect.Dispatch);
  }

  @Test
  default void anAgentsEffectsAreStoredUnderItsId() {
    var run = queuedRun("r1").leased();
    SampleCommits.commit(
        store(),
        SampleCommits.change(
            store(),
            SampleCommits.AGENT,
            new AgentStateCommand.Revoke(Actor.person("ops"), "gone")));
    StoredEffect last = store().pendingEffects(0, 100).getLast();
    assertThat(last.aggregate()).isEqualTo(SampleCommits.AGENT);
    assertThat(last.effect())
        .isEqualTo(
            new Effect.AskRun(run.id(), new RevokeLease(LEASE, Actor.person("ops"), "gone")));
  }
}
