/// Tests of commands against a real server and agent in this process.
@NullMarked
package dev.pawl.cli.remote;

import org.jspecify.annotations.NullMarked;
