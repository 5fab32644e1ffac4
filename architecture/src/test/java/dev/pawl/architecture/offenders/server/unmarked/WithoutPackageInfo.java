package dev.pawl.architecture.offenders.server.unmarked;

final class WithoutPackageInfo {
  private WithoutPackageInfo() {}
}
