/// Tests of what a server and an agent consist of.
@NullMarked
package dev.pawl.cli.service;

import org.jspecify.annotations.NullMarked;
