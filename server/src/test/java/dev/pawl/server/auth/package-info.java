/// Tests of tokens: creation, enrolment, expiry and revocation.
@NullMarked
package dev.pawl.server.auth;

import org.jspecify.annotations.NullMarked;
