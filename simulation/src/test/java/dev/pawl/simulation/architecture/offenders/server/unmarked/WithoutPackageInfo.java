package dev.pawl.simulation.architecture.offenders.server.unmarked;

final class WithoutPackageInfo {
  private WithoutPackageInfo() {}
}
