package jdsm.remote;

import java.net.InetSocketAddress;

/**
 * A memory server and the memory that a program takes from it.
 *
 * @param name the name for messages
 * @param address the address at which the server lets clients in
 * @param bytes the memory, in bytes
 */
public record MemoryHost(String name, InetSocketAddress address, long bytes) {}
