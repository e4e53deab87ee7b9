package jdsm.bench.why;

import java.util.List;
import java.util.stream.Stream;

/** The programs by which mechanisms are measured. */
final class Loads {
    private static final String TCP = "--comm=tcp";

    /** Cold and warm computation. */
    static final List<Load> COMPUTING = List.of(
            Load.once("LU", "-n", "1024"),
            Load.warm("LU", "-n", "2048"),
            Load.once("MolDyn"),
            Load.warm("MolDyn"),
            Load.warm("SOR", "-n", "2000"));

    static final List<Load> STARTING = List.of(Load.once("Hello"), Load.once("LU", "-n", "1024"));

    static final List<Load> ALL = Stream.concat(COMPUTING.stream(), Stream.of(Load.barriers(), Load.once("Hello")))
            .toList();

    /** Over sockets, where a copy costs a message. */
    static final List<Load> EXCHANGING = List.of(
            Load.warm("SOR", "-n", "2000").with(TCP),
            Load.warm("MolDyn").with(TCP),
            Load.warm("LU", "-n", "1024").with(TCP));

    static final List<Load> LOCKING = List.of(
            Load.once("Counter").with(TCP),
            Load.once("Queue").with(TCP),
            Load.warm("KMeans").with(TCP));

    private Loads() {}
}
