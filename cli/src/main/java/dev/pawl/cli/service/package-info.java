/// The wiring of `pawl server` and `pawl agent`, with their directories and tokens. Settings go in;
/// messages for the operator come out. Decisions are made in the server and agent modules, never
/// here.
@NullMarked
package dev.pawl.cli.service;

import org.jspecify.annotations.NullMarked;
