package jdsm.bench.alloc;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A search for a short solution of Rubik's cube, breadth first: each level keeps the states with the fewest wrong pieces
 * (LPS, 4.1 and table 1). A node has 32 bytes: corners, edges, parent, move. Threads expand nodes that any thread has
 * made, and free those of their own that are not kept.
 */
final class Cube implements Program {
    private static final int NODE_BYTES = 32;
    private static final int EDGES = 8;
    private static final int PARENT = 16;
    private static final int MOVE = 24;
    private static final int SEARCHES = 2;
    private static final int LEVELS = 14;
    /** States that a level keeps. */
    private static final int KEPT = 4_000;

    private static final int SCRAMBLE = 40;

    private record Child(int wrong, long corners, long edges, long node, int maker) implements Comparable<Child> {
        @Override
        public int compareTo(Child other) {
            int byWrong = Integer.compare(wrong, other.wrong);
            int byCorners = byWrong != 0 ? byWrong : Long.compare(corners, other.corners);
            return byCorners != 0 ? byCorners : Long.compare(edges, other.edges);
        }
    }

    /** What the threads share; each element of {@code made} belongs to one thread between barriers. */
    private static final class Search {
        final Child[][] made;
        final Child[][] dropped;
        Child[] level = new Child[0];
        long sum;

        Search(int threads) {
            made = new Child[threads][];
            dropped = new Child[threads][0];
        }

        /** Keeps the best states, each once. */
        void choose() {
            Child[] all = Stream.of(made).flatMap(Stream::of).sorted().toArray(Child[]::new);
            boolean[] keep = new boolean[all.length];
            int kept = 0;
            for (int i = 0; i < all.length && kept < KEPT; i++) {
                keep[i] = i == 0 || all[i].compareTo(all[i - 1]) != 0;
                kept += keep[i] ? 1 : 0;
            }
            level = IntStream.range(0, all.length)
                    .filter(i -> keep[i])
                    .mapToObj(i -> all[i])
                    .toArray(Child[]::new);
            for (int thread = 0; thread < dropped.length; thread++) {
                int maker = thread;
                dropped[thread] = IntStream.range(0, all.length)
                        .filter(i -> !keep[i] && all[i].maker == maker)
                        .mapToObj(i -> all[i])
                        .toArray(Child[]::new);
            }
            for (Child child : level) {
                sum += child.wrong;
            }
        }
    }

    @Override
    public Map<String, Double> run(Memory memory, int threads) throws InterruptedException {
        Team team = new Team(threads);
        Search search = new Search(threads);
        long begin = System.nanoTime();
        team.run(memory, (thread, local) -> {
            for (int number = 0; number < SEARCHES; number++) {
                search(team, search, thread, local, number);
            }
        });
        return Map.of("seconds", (System.nanoTime() - begin) / 1e9, "check", (double) search.sum);
    }

    private static void search(Team team, Search search, int thread, Memory.Local memory, int number)
            throws InterruptedException {
        search.made[thread] = thread == 0 ? new Child[] {scrambled(memory, number)} : new Child[0];
        Child[] own = new Child[0];
        for (int depth = 0; depth <= LEVELS; depth++) {
            team.await();
            if (thread == 0) {
                search.choose();
            }
            team.await();
            for (Child child : search.dropped[thread]) {
                memory.free(child.node);
            }
            own = Stream.concat(Stream.of(own), Stream.of(search.level).filter(child -> child.maker == thread))
                    .toArray(Child[]::new);
            search.made[thread] = depth < LEVELS ? expand(search.level, memory, thread, team.threads()) : new Child[0];
        }
        team.await();
        for (Child child : own) {
            if (memory.getLong(child.node, 0) != child.corners) {
                throw new IllegalStateException("a node was overwritten");
            }
            memory.free(child.node);
        }
        team.await();
    }

    private static Child scrambled(Memory.Local memory, int number) {
        SplittableRandom random = new SplittableRandom(number);
        long corners = CubeState.CORNERS_SOLVED;
        long edges = CubeState.EDGES_SOLVED;
        for (int i = 0; i < SCRAMBLE; i++) {
            int move = random.nextInt(CubeState.MOVES);
            corners = CubeState.moveCorners(corners, move);
            edges = CubeState.moveEdges(edges, move);
        }
        return node(memory, corners, edges, 0, 0, 0);
    }

    private static Child[] expand(Child[] level, Memory.Local memory, int thread, int threads) {
        Child[] children = new Child[(level.length / threads + 1) * CubeState.MOVES];
        int count = 0;
        for (int i = thread; i < level.length; i += threads) {
            long parent = level[i].node;
            long corners = memory.getLong(parent, 0);
            long edges = memory.getLong(parent, EDGES);
            for (int move = 0; move < CubeState.MOVES; move++) {
                long newCorners = CubeState.moveCorners(corners, move);
                long newEdges = CubeState.moveEdges(edges, move);
                children[count++] = node(memory, newCorners, newEdges, parent, move, thread);
            }
        }
        return Arrays.copyOf(children, count);
    }

    private static Child node(Memory.Local memory, long corners, long edges, long parent, int move, int maker) {
        long node = memory.take(NODE_BYTES);
        memory.putLong(node, 0, corners);
        memory.putLong(node, EDGES, edges);
        memory.putLong(node, PARENT, parent);
        memory.putLong(node, MOVE, move);
        return new Child(CubeState.wrong(corners, edges), corners, edges, node, maker);
    }
}
