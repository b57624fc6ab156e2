// Documented network protocols as state machines.
//
// - `TCPConnection` (TCPConnection.yaml): one end of a TCP connection by RFC 9293, all eleven states.
// - `HTTP2Stream` (HTTP2Stream.yaml): a stream of HTTP/2 by RFC 9113.
