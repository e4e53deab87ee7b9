package jdsm.bench.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** All example programs, each with arguments that take a fraction of a second, in jobs of all kinds. */
final class Examples {
    /** Every transport; {@code auto} chooses one of them. */
    static final List<String> TRANSPORTS = List.of("tcp", "shm", "inproc");

    private static final List<String> CONSISTENCIES =
            List.of("lazy-release", "write-invalidate", "write-update", "auto");
    private static final int MOST_RANKS = 3;
    private static final int MOST_THREADS = 2;

    /** Programs without calls for their shared data. */
    private static final List<String> WOVEN = List.of(
            "Hello",
            "LU -n 96 -b 16",
            "LU -n 61 -b 8 --reps 2",
            "SOR -n 60 -i 6",
            "SOR -n 60 -i 6 --layout flat",
            "MatMul -n 80",
            "MolDyn --cells 3 --steps 5",
            "MolDyn --cells 2 --steps 3 --forces synchronized",
            "KMeans -n 600 -i 4",
            "Counter -n 60",
            "Queue -n 100 --capacity 5",
            "Queue -n 60 --capacity 5 --kind linked",
            "WordCount -n 1000",
            "TaskPool -n 4",
            "Inventory -n 30",
            "Bank -n 30",
            "SparseMatVec -n 2000 -i 6",
            "Stencil -n 80 -i 6",
            "Life -n 60 -g 5",
            "RayTracer -n 60 --spheres 20",
            "ConjugateGradient --class S",
            "Integral -n 200000",
            "IntegerSort --class S",
            "Tsp -n 9",
            "NBody --bodies 200 --steps 3",
            "PageRank -n 300 -i 4",
            "CountedTree -n 300",
            "MultiGrid --class S",
            "FourierTransform --class S");

    /** Programs that call the pool. */
    private static final List<String> BY_HAND = List.of(
            "LuByHand -n 96 -b 16",
            "LuByHand -n 96 -b 16 --access interval",
            "SorByHand -n 60 -i 6",
            "SorByHand -n 60 -i 6 --layout flat --block 500",
            "PingPong --size 5000 --turns 200",
            "Barrier --rounds 300 --checks 20 --sum",
            "FalseSharing -n 256 --rounds 30",
            "Migratory --rounds 200");

    private Examples() {}

    /**
     * Each program over each transport in random order, with random numbers of ranks and threads and a random protocol.
     */
    static List<JobSpec> shuffled(boolean woven, Random random) {
        List<JobSpec> jobs = new ArrayList<>();
        for (String program : woven ? WOVEN : BY_HAND) {
            List<String> words = List.of(program.split(" "));
            for (String transport : TRANSPORTS) {
                jobs.add(new JobSpec(
                        transport,
                        2 + random.nextInt(MOST_RANKS - 1),
                        1 + random.nextInt(MOST_THREADS),
                        CONSISTENCIES.get(random.nextInt(CONSISTENCIES.size())),
                        words.get(0),
                        words.subList(1, words.size())));
            }
        }
        Collections.shuffle(jobs, random);
        return jobs;
    }

    /** Whether the agent weaves a program. */
    static boolean isWoven(String program) {
        return WOVEN.stream().anyMatch(each -> each.split(" ")[0].equals(program));
    }
}
