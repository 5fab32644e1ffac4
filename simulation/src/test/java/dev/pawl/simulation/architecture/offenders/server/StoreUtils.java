package dev.pawl.simulation.architecture.offenders.server;

final class StoreUtils {
  private StoreUtils() {}
}
