package dev.pawl.server.store;

/// The answer to a request that may be repeated. The commit that does what was asked for writes it,
/// so that a repetition gets the same answer, and changes nothing.
///
/// @param token id of the token of the request
/// @param route method and path of the request
/// @param key that the client has chosen
/// @param claim of the request that is being worked on
/// @param status of the answer
/// @param body of the answer
public record StoredAnswer(
    String token, String route, String key, String claim, int status, String body) {}
