package dev.pawl.core.agent;

import java.util.List;

/// The org and the labels that a job asks of its agent.
///
/// @param org the org that the agent must belong to
/// @param labels the labels that it must have
public record AgentDemand(String org, List<String> labels) {
  public AgentDemand {
    labels = List.copyOf(labels);
  }
}
