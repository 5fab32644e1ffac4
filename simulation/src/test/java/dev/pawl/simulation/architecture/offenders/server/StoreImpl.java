package dev.pawl.simulation.architecture.offenders.server;

final class StoreImpl {
  private StoreImpl() {}
}
