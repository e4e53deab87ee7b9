package jdsm.bench.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** All compared workloads. */
final class Workloads {
    private static final Pattern MICROSECONDS = Runs.figure("microseconds");
    /** The program Barrier prints the mean before the median. */
    private static final Pattern MEDIAN = Runs.figure("median");

    private static final Pattern SECONDS = Runs.figure("seconds");
    private static final Pattern UPDATES = Runs.figure("updatesPerSecond");
    private static final String SHM = "shm";
    private static final String TCP = "tcp";
    private static final String REPS = "5";
    /** Enough reads for the compilers to finish: C2 compiles JDSM's code late. */
    private static final String PASSES = "100";

    private static final String PCJ_PASSES = "20";
    private static final String READ = "jdsm.bench.peers.ColdRead";
    private static final String UPDATE = "jdsm.bench.peers.RandomUpdate";
    private static final String US = "us";

    private final Commands commands;

    Workloads(Commands commands) {
        this.commands = commands;
    }

    List<Workload> all() {
        List<Workload> all = new ArrayList<>(List.of(read(), start(), startMany()));
        for (int ranks : new int[] {2, 4, 8, 16}) {
            all.add(barrier(ranks));
        }
        all.addAll(List.of(lu(), sor(), molDyn(), randomUpdate()));
        return all;
    }

    private Workload read() {
        return new Workload(
                "read of 8 bytes",
                US,
                false,
                "One rank reads `long`s, each a unit of its own, that another rank wrote before the last barrier. JDSM: plain reads of array"
                        + " elements, after barriers in an irregular rhythm, which allows no early requests. PCJ: `PCJ.get`.",
                List.of(
                        one(Peer.SHM, MICROSECONDS, commands.woven(2, SHM, READ, "2000", PASSES)),
                        one(Peer.TCP, MICROSECONDS, commands.woven(2, TCP, READ, "2000", PASSES)),
                        one(Peer.PCJ, MICROSECONDS, commands.pcj("PcjGet", 2, "rounds=2000", "reps=" + PCJ_PASSES))));
    }

    private Workload start() {
        return new Workload(
                "start of 2 JVMs",
                "s",
                false,
                "A program that prints a greeting, from the command to its end.",
                List.of(
                        one(Peer.SHM, null, commands.woven(2, SHM, "Hello")),
                        one(Peer.PCJ, null, commands.pcj("PcjHello", 2)),
                        one(Peer.BARE, null, commands.jvms(2))));
    }

    private Workload startMany() {
        return new Workload(
                "start of 16 JVMs",
                "s",
                false,
                "The same with sixteen JVMs.",
                List.of(
                        one(Peer.SHM, null, commands.woven(16, SHM, "Hello")),
                        one(Peer.BARE, null, commands.jvms(16))));
    }

    private Workload barrier(int ranks) {
        String rounds = ranks == 2 ? "20000" : ranks == 4 ? "5000" : "2000";
        String[] program = {"Barrier", "--rounds", rounds, "--reps", REPS};
        List<Peer> peers = new ArrayList<>(List.of(
                one(Peer.SHM, MEDIAN, commands.byHand(ranks, SHM, program)),
                one(Peer.TCP, MEDIAN, commands.byHand(ranks, TCP, program))));
        if (ranks == 2) {
            peers.add(one(Peer.PCJ, MICROSECONDS, commands.pcj("PcjBarrier", 2, "rounds=2000", "reps=" + REPS)));
        }
        peers.add(one(
                Peer.THREADS,
                MICROSECONDS,
                commands.java("jdsm.bench.peers.ThreadsBarrier", "" + ranks, rounds, REPS)));
        if (commands.hasMpi()) {
            peers.add(one(Peer.MPI, MICROSECONDS, commands.mpi("barrier", ranks, rounds, REPS)));
        }
        return new Workload(
                "barrier of " + ranks,
                US,
                false,
                "Barriers one after the other, median. Threads use `CyclicBarrier`, C uses `MPI_Barrier`.",
                peers);
    }

    private Workload lu() {
        List<List<String>> shm = new ArrayList<>();
        List<List<String>> tcp = new ArrayList<>();
        List<List<String>> one = new ArrayList<>();
        List<List<String>> two = new ArrayList<>();
        for (String block : new String[] {"32", "64"}) {
            String[] program = {"LU", "-n", "2048", "-b", block, "--reps", REPS};
            shm.add(commands.woven(2, SHM, program));
            tcp.add(commands.woven(2, TCP, program));
            one.add(commands.plain(1, program));
            two.add(commands.plain(2, program));
        }
        List<Peer> peers = new ArrayList<>(List.of(
                new Peer(Peer.SHM, shm, SECONDS),
                new Peer(Peer.TCP, tcp, SECONDS),
                new Peer("one Java thread", one, SECONDS),
                new Peer(Peer.THREADS, two, SECONDS)));
        if (commands.hasMpi()) {
            peers.add(new Peer(
                    Peer.MPI,
                    Arrays.stream(new String[] {"16", "32", "64", "128"})
                            .map(block -> commands.mpi("lu", 2, "2048", block, REPS))
                            .toList(),
                    SECONDS));
        }
        return new Workload(
                "LU, n = 2048",
                "s",
                false,
                "LU factorisation without pivoting in blocks; each peer with its best block size.",
                peers);
    }

    private Workload sor() {
        String[] program = {"SOR", "-n", "4000", "-i", "20", "--reps", REPS};
        List<Peer> peers = new ArrayList<>(List.of(
                one(Peer.SHM, SECONDS, commands.woven(2, SHM, program)),
                one(Peer.TCP, SECONDS, commands.woven(2, TCP, program)),
                one("one Java thread", SECONDS, commands.plain(1, program)),
                one(Peer.THREADS, SECONDS, commands.plain(2, program))));
        if (commands.hasMpi()) {
            peers.add(one(Peer.MPI, SECONDS, commands.mpi("sor", 2, "4000", "20", REPS)));
        }
        return new Workload(
                "SOR, 4000 x 4000",
                "s",
                false,
                "Red-black successive over-relaxation on rows, twenty iterations.",
                peers);
    }

    private Workload molDyn() {
        String[] program = {"MolDyn", "--cells", "13", "--steps", "20", "--reps", REPS};
        return new Workload(
                "MolDyn, 8788 particles",
                "s",
                false,
                "Molecular dynamics, all pairs, at the second size of the Java Grande benchmark, twenty steps. Under PCJ each JVM"
                        + " has all positions, and gets the others' forces and positions as arrays.",
                List.of(
                        one(Peer.SHM, SECONDS, commands.woven(2, SHM, program)),
                        one(Peer.TCP, SECONDS, commands.woven(2, TCP, program)),
                        one(Peer.PCJ, SECONDS, commands.pcj("PcjMolDyn", 2, "cells=13", "steps=20", "reps=" + REPS)),
                        one("one Java thread", SECONDS, commands.plain(1, program)),
                        one(Peer.THREADS, SECONDS, commands.plain(2, program))));
    }

    private Workload randomUpdate() {
        return new Workload(
                "random updates",
                "updates/s",
                true,
                "Updates (exclusive or) of a table of 2^20 `long`s at random places, verified. JDSM: workers sort the updates by target, and"
                        + " take them as shared arrays after a barrier. PCJ: `asyncAt`, with a thousand calls under way.",
                List.of(
                        one(Peer.SHM, UPDATES, commands.woven(2, SHM, UPDATE, "1048576", "1048576", REPS)),
                        one(Peer.TCP, UPDATES, commands.woven(2, TCP, UPDATE, "1048576", "1048576", REPS)),
                        one(
                                Peer.PCJ,
                                UPDATES,
                                commands.pcj("PcjRandomUpdate", 2, "table=1048576", "updates=20000", "reps=" + REPS))));
    }

    private static Peer one(String name, Pattern result, List<String> command) {
        return new Peer(name, List.of(command), result);
    }
}
