package dev.pawl.cli.git;

/// A failed `git` command. The message is git's own if it has one.
final class GitException extends Exception {

  GitException(String why) {
    super(why);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
