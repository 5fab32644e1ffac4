package dev.pawl.cli.local;

/// Which Pawl this is.
public final class Version {

  public static final String TEXT = "0.1.0";

  private Version() {}
}
