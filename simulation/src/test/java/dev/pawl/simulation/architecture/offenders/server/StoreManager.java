package dev.pawl.simulation.architecture.offenders.server;

final class StoreManager {
  private StoreManager() {}
}
