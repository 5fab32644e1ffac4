package dev.pawl.cli.git;

/// Git did not answer. The message says why, in git's own words where it has any.
final class GitException extends Exception {

  GitException(String why) {
    super(why);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
