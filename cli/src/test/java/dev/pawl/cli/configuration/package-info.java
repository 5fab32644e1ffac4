/// Tests of the configuration of a server.
@NullMarked
package dev.pawl.cli.configuration;

import org.jspecify.annotations.NullMarked;
