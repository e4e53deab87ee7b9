package jdsm.bench.alloc;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table: one program with some parameters on some allocators.
 *
 * @param program its name for {@link AllocRun}
 * @param title the heading
 * @param explanation what the table shows, and what the paper has found
 * @param parameterName what the parameter is
 * @param parameters the parameters
 * @param columns the figures, as {@link AllocRun} names them, with their headings: {@code name=heading=factor}
 * @param candidates the allocators
 */
record Experiment(
        String program,
        String title,
        String explanation,
        String parameterName,
        List<Integer> parameters,
        List<Column> columns,
        List<Candidate> candidates) {
    /**
     * A figure of a table.
     *
     * @param figure its name
     * @param heading the column's heading
     * @param factor what to multiply it with
     * @param digits digits behind the point
     */
    record Column(String figure, String heading, double factor, int digits) {}

    private static final Column MEGABYTES = new Column("bytes", "MB", 1e-6, 1);
    private static final Column REMOTE = new Column("remote", "remote share", 1, 3);
    private static final Column PROCESSOR = new Column("processor", "processor s", 1, 2);
    private static final Column SECONDS = new Column("seconds", "s", 1, 2);

    /** All tables, in the page's order. */
    static List<Experiment> all() {
        List<Candidate> natives = Candidate.natives();
        List<Candidate> every = join(join(Candidate.POLICIES, natives), Candidate.BUFFERS);
        List<Candidate> alone = join(join(List.of(Candidate.POLICIES.get(1)), natives), Candidate.BUFFERS);
        return List.of(
                new Experiment(
                        "pairs",
                        "Takes of 16 bytes by one thread",
                        "Nanoseconds of processor time for a take and its free: each slot freed at once, and a thousand slots freed"
                                + " later.",
                        "threads",
                        List.of(1),
                        List.of(new Column("at once", "at once", 1, 1), new Column("later", "later", 1, 1)),
                        alone),
                new Experiment(
                        "handover",
                        "Takes of 16 bytes, freed by another thread",
                        "Nanoseconds of processor time for a take and its free: each thread frees what its neighbour took.",
                        "threads",
                        List.of(2, 8),
                        List.of(new Column("by another", "ns", 1, 1)),
                        alone),
                new Experiment(
                        "ptree",
                        "ptree (LPS, figure 3)",
                        "Trees of nodes of 16 bytes, built between barriers: millions of takes a second, of frees, and nanoseconds of"
                                + " processor time for a take with its two stores. The paper has 28 times the takes of one thread with"
                                + " AL and 24 times with LPS(1) on 48 processors; PS is slower; malloc does not scale. Here threads share"
                                + " this machine's processors.",
                        "threads",
                        List.of(1, 2, 8),
                        List.of(
                                new Column("takes", "takes", 1, 1),
                                new Column("frees", "frees", 1, 1),
                                new Column("nanos", "ns a take", 1, 1)),
                        every),
                new Experiment(
                        "vserver",
                        "vserver (LPS, figures 4 and 5)",
                        "12 threads, v of which use 20 MB / v at a time. The paper: PS takes about 20 MB whatever v is, AL about"
                                + " 240 MB at v = 1; LPS(k) takes about k times the memory of PS; 0.9 of the pages that PS takes are"
                                + " remote, none of AL; LPS lies between, lower with a larger v or k.",
                        "v",
                        List.of(1, 2, 4, 8, 12),
                        List.of(MEGABYTES, REMOTE, PROCESSOR),
                        join(Candidate.POLICIES, natives.subList(0, 1))),
                new Experiment(
                        "cky",
                        "CKY (LPS, table 1)",
                        "All parses of 85 sentences of 36 to 97 words, by 12 threads. The paper, on 48 processors (seconds, MB, remote"
                                + " share): PS 22.1, 37.3, 0.90; LPS(1) 21.7, 33.2, 0.25; LPS(2) 21.0, 59.8, 0.12; LPS(4) 20.7, 67.3,"
                                + " 0.00; AL 20.4, 67.3, 0.00.",
                        "threads",
                        List.of(12),
                        List.of(SECONDS, PROCESSOR, MEGABYTES, REMOTE),
                        every),
                new Experiment(
                        "cube",
                        "Cube (LPS, table 1)",
                        "Search for a solution of Rubik's cube, breadth first with pruning, by 12 threads. The paper: PS 24.5, 11.4,"
                                + " 0.68; LPS(1) 25.0, 10.2, 0.54; LPS(2) 24.7, 14.5, 0.00; LPS(4) 24.2, 16.3, 0.00; AL 24.2, 18.4,"
                                + " 0.00.",
                        "threads",
                        List.of(12),
                        List.of(SECONDS, PROCESSOR, MEGABYTES, REMOTE),
                        every));
    }

    private static List<Candidate> join(List<Candidate> first, List<Candidate> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
