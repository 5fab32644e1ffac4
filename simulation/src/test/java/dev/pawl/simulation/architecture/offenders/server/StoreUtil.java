package dev.pawl.simulation.architecture.offenders.server;

final class StoreUtil {
  private StoreUtil() {}
}
