package dev.pawl.server.runtime;

import dev.pawl.core.run.Job;
import dev.pawl.core.run.Place;
import dev.pawl.core.run.Run;
import java.util.ArrayList;
import java.util.List;

/// In which groups a run, or its jobs, wait or hold a place.
public final class Places {

  public static List<Place> of(Run run) {
    List<Place> places = new ArrayList<>();
    run.place().ifPresent(places::add);
    for (Job job : run.jobs()) {
      job.place().ifPresent(places::add);
    }
    return places;
  }

  private Places() {}
}
