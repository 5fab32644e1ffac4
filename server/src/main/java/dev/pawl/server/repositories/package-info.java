/// The server's copies of repositories, from which it reads called workflows and actions. A URL and
/// a ref or a commit enter; the commit and the bytes of its files leave. Uses the `git` command,
/// and executes nothing of a repository.
@NullMarked
package dev.pawl.server.repositories;

import org.jspecify.annotations.NullMarked;
