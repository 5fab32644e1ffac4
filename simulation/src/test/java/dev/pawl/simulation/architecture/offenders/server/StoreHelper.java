package dev.pawl.simulation.architecture.offenders.server;

final class StoreHelper {
  private StoreHelper() {}
}
