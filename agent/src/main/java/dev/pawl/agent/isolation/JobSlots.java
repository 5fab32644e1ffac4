package dev.pawl.agent.isolation;

import dev.pawl.agent.process.SystemUser;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The slots of an agent. Of those that are free, a job gets the one with the lowest number.
/// Thread-safe.
public final class JobSlots {

  /// The time within which the job before has been cleaned up.
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Optional<JobSlot> common;
  private final PriorityBlockingQueue<JobSlot> free =
      new PriorityBlockingQueue<>(1, Comparator.comparingInt(JobSlot::number));

  @SuppressWarnings("unused") // held as long as the slots are in use
  private final UserClaims claims;

  private JobSlots(Optional<JobSlot> common, List<JobSlot> all, UserClaims claims) {
    this.common = common;
    this.claims = claims;
    free.addAll(all);
  }

  /// Any number of jobs, all of the same user; of the agent's own if absent.
  public static JobSlots uncounted(Optional<SystemUser> user) {
    return new JobSlots(Optional.of(new JobSlot(0, user, false)), List.of(), new UserClaims());
  }

  /// As many jobs at a time as there are slots.
  ///
  /// @param claims the claims to the users of the slots
  public static JobSlots of(List<JobSlot> slots, UserClaims claims) {
    return new JobSlots(Optional.empty(), slots, claims);
  }

  /// Whether the jobs of each slot are kept apart from those of the others.
  public boolean areApart() {
    return common.isEmpty();
  }

  /// Takes a free slot. The job before may not have been cleaned up yet, which is waited for.
  ///
  /// @throws IOException if none gets free
  public JobSlot take() throws IOException, InterruptedException {
    if (common.isPresent()) {
      return common.get();
    }
    JobSlot slot = free.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (slot == null) {
      throw new IOException("no slot of the agent is free: an earlier job is still being removed");
    }
    return slot;
  }

  /// Makes a slot free for another job.
  public void giveBack(JobSlot slot) {
    if (common.isEmpty()) {
      free.add(slot);
    }
  }
}
