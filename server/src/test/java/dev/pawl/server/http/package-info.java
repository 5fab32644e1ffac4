/// Tests of `server.http`.
@org.jspecify.annotations.NullMarked
package dev.pawl.server.http;
