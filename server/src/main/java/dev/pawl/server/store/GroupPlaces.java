package dev.pawl.server.store;

import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/// Finds the places of a run and its jobs in concurrency groups, held or waited for.
public final class GroupPlaces {

  public static List<GroupPlace> of(Run run) {
    List<GroupPlace> places = new ArrayList<>();
    run.place().ifPresent(places::add);
    for (Job job : run.jobs()) {
      job.place().ifPresent(places::add);
    }
    return places;
  }

  private GroupPlaces() {}
}
