package dev.pawl.agent.logs;

/// Takes the bytes of a stream in order. The caller may reuse the array after the call.
public interface ByteSink {

  void take(byte[] bytes, int length) throws InterruptedException;
}
