/// Tests of the server's copies of repositories, with real repositories and a git server.
@NullMarked
package dev.pawl.server.repositories;

import org.jspecify.annotations.NullMarked;
