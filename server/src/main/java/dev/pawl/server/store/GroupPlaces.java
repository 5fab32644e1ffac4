package dev.pawl.server.store;

import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/// In which groups a run, or its jobs, wait or hold a place.
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
