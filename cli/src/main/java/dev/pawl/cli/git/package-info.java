/// Reads facts from git: the current commit, branch, remote repository and changed files. It runs
/// read-only `git` commands only, and returns records. A missing repository is a normal case and
/// not an error.
@NullMarked
package dev.pawl.cli.git;

import org.jspecify.annotations.NullMarked;
