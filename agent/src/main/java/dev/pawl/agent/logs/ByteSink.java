package dev.pawl.agent.logs;

/// Takes bytes of a stream, in order. The array is the giver's again when the call is over.
public interface ByteSink {

  void take(byte[] bytes, int length) throws InterruptedException;
}
