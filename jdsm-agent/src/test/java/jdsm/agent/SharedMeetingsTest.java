package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Phasers, exchangers and queues at which threads meet act in the whole job when shared fields refer to them, and so do maps
 * by identity. Several ranks in a JVM.
 */
@Timeout(180)
class SharedMeetingsTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Cell {
                int value;
                Cell(int value) { this.value = value; }
                @Override public boolean equals(Object other) { return other instanceof Cell; }
                @Override public int hashCode() { return 7; }
            }
            class Rounds extends Phaser {
                int advances;
                Rounds(int parties) { super(parties); }
                @Override protected boolean onAdvance(int phase, int registered) { advances++; return phase >= 4; }
            }
            class Other { static int of(Rounds rounds) { return rounds.getPhase(); } }
            class Task implements Delayed {
                final int at;
                final AtomicLong clock;
                Task(int at, AtomicLong clock) { this.at = at; this.clock = clock; }
                @Override public long getDelay(TimeUnit unit) { return unit.convert(at - clock.get(), TimeUnit.HOURS); }
                @Override public int compareTo(Delayed other) { return Integer.compare(at, ((Task) other).at); }
            }
            class SharedMeetings extends SPMD {
                Rounds rounds;
                Phaser all;
                final Phaser[] teams = new Phaser[2];
                final List<Exchanger<Cell>> pairs = new ArrayList<>();
                Cell[] cells;
                final SynchronousQueue<Integer> handed = new SynchronousQueue<>();
                final TransferQueue<Cell> transfers = new LinkedTransferQueue<>();
                final DelayQueue<Task> tasks = new DelayQueue<>();
                final AtomicLong clock = new AtomicLong();
                final Map<Object, Integer> places = new IdentityHashMap<>();
                static final Set<Cell> SEEN = Collections.newSetFromMap(new IdentityHashMap<>());
                final AtomicInteger sum = new AtomicInteger();
                @Override public void initialize() {
                    int p = workers();
                    rounds = new Rounds(p);
                    all = new Phaser();
                    for (int i = 0; i < 2; i++) { if (p > i) { teams[i] = new Phaser(all, (p - i + 1) / 2); } }
                    cells = new Cell[p];
                    for (int i = 0; i < p; i++) { pairs.add(new Exchanger<>()); cells[i] = new Cell(i); }
                }
                @Override public void start() {
                    try { run(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                }
                private void run() throws InterruptedException {
                    int w = worker(), p = workers();
                    StringBuilder seen = new StringBuilder();
                    int count = 0;
                    while (!rounds.isTerminated()) { rounds.arriveAndAwaitAdvance(); count++; }
                    seen.append(count).append(' ').append(rounds.advances).append(rounds.getPhase()).append(Other.of(rounds));
                    for (int i = 0; i < 3; i++) { seen.append(teams[w % 2].arriveAndAwaitAdvance()); }
                    barrier();
                    seen.append(' ').append(teams[w % 2].getRoot() == all).append(all.getPhase());
                    if ((w ^ 1) < p) { seen.append(pairs.get(w / 2).exchange(cells[w]) == cells[w ^ 1]); }
                    if (p > 1 && w == 0) {
                        for (int i = 0; i < 5 * (p - 1); i++) { handed.put(i); if (i % 2 == 0) { transfers.transfer(cells[i % p]); } else { transfers.put(cells[i % p]); } }
                    } else if (p > 1) {
                        int mine = 0;
                        for (int i = 0; i < 5; i++) { mine += handed.take(); mine += 1000 * transfers.take().value; }
                        sum.addAndGet(mine);
                    }
                    tasks.add(new Task(w, clock));
                    tasks.add(new Task(p + w, clock));
                    barrier();
                    seen.append(' ').append(sum).append(handed.size()).append(transfers).append(tasks.size()).append(tasks.peek().at);
                    barrier();
                    if (w == 0) { clock.set(p - 1); }
                    barrier();
                    sum.addAndGet(100000 * (1 + tasks.take().at));
                    barrier();
                    seen.append(' ').append(sum).append(tasks.poll() == null).append(tasks.size());
                    synchronized (places) { places.put(cells[w], w); places.put("text", 3); places.put(new Cell(w), -w); }
                    synchronized (SEEN) { for (Cell cell : cells) { SEEN.add(cell); } }
                    barrier();
                    for (Cell cell : cells) { seen.append(' ').append(places.get(cell)).append(SEEN.contains(cell)); }
                    seen.append(places.get(new Cell(0))).append(places.size()).append(places.get("text")).append(SEEN.size());
                    report(w + " " + seen);
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedMeetings.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allWorkersMeet(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedMeetings");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedMeetings");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }
}
