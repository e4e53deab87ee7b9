package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdsm.runtime.ObjectCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ids and default names of threads in woven code, here as on rank 1 of 4, and calls that end the JVM. All code is verified. */
@Timeout(30)
class ThreadIdsTest {
    private static final String SOURCE = """
            import java.lang.management.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;
            class Own extends Thread {
                Own() {}
                Own(Runnable task) { super(task); }
                Own(ThreadGroup group, Runnable task) { super(group, task); }
                Own(String name) { super(name); }
                Own(boolean named) { this(named ? "named" : new Thread().getName()); }
            }
            class Numbered extends Thread {
                @Override public long getId() { return 7; }
                long inherited() { return super.getId(); }
            }
            class Box {
                String[] names() {
                    Runnable none = () -> {};
                    ThreadGroup group = Thread.currentThread().getThreadGroup();
                    Function<Runnable, Thread> maker = Thread::new;
                    ThreadFactory factory = none == null ? null : Thread::new;
                    Supplier<Thread> own = Own::new;
                    return new String[] {
                        new Thread().getName(), new Thread(none).getName(), new Thread(group, none).getName(),
                        new Own().getName(), new Own(none).getName(), new Own(group, none).getName(), new Own(false).getName(),
                        maker.apply(none).getName(), factory.newThread(none).getName(), own.get().getName(),
                        new Thread(none == null ? () -> {} : none) { int x; }.getName(),
                        new Thread("given").getName(), new Own("given").getName(), new Thread(group, none, "given").getName()};
                }
                void discarded() { new Thread(); new Thread(() -> {}); }
                long main() { return Thread.currentThread().getId(); }
                long of(Thread thread) { return thread.getId(); }
                long own(Own thread) { return thread.getId(); }
                long inherited() {
                    ToLongFunction<Numbered> id = Numbered::inherited;
                    ToLongFunction<Own> own = Own::getId;
                    return id.applyAsLong(new Numbered()) % 4 + 10 * (own.applyAsLong(new Own()) % 4);
                }
                long numbered() { return new Numbered().getId(); }
                long reference(Thread thread) { ToLongFunction<Thread> id = Thread::getId; return id.applyAsLong(thread); }
                List<Object> observed(long id) {
                    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
                    com.sun.management.ThreadMXBean more = (com.sun.management.ThreadMXBean) bean;
                    List<Object> all = new ArrayList<>();
                    all.add(bean.getThreadInfo(id).getThreadId());
                    all.add(bean.getThreadInfo(id, 1).getThreadId());
                    all.add(bean.getThreadInfo(new long[] {id})[0].getThreadId());
                    all.add(bean.getThreadInfo(new long[] {id, id}, 1)[1].getThreadId());
                    all.add(bean.getThreadInfo(new long[] {id}, false, false)[0].getThreadId());
                    all.add(Arrays.stream(bean.getAllThreadIds()).filter(each -> each == id).findFirst().orElse(-1));
                    all.add(bean.getThreadCpuTime(id) > 0 && more.getThreadAllocatedBytes(id) > 0 && more.getThreadUserTime(new long[] {id})[0] >= 0
                        ? id : -2L);
                    bean.findDeadlockedThreads();
                    LongUnaryOperator time = bean::getThreadCpuTime;
                    ToLongFunction<ThreadInfo> ofInfo = ThreadInfo::getThreadId;
                    all.add(time.applyAsLong(id) > 0 ? ofInfo.applyAsLong(bean.getThreadInfo(id)) : -3L);
                    all.add(bean.getThreadInfo(id).getLockOwnerId() == -1 && bean.getThreadCpuTime(id + 1) == -1 && bean.getThreadInfo(2) == null ? id : -4L);
                    return all;
                }
                int ends(int how) {
                    Runtime runtime = Runtime.getRuntime();
                    IntConsumer exit = System::exit, other = runtime::exit, halt = Runtime.getRuntime()::halt;
                    Thread hook = new Thread(() -> {});
                    runtime.addShutdownHook(hook);
                    int removed = runtime.removeShutdownHook(hook) ? 1 : 0;
                    if (how == 1) { System.exit(how); } else if (how == 2) { runtime.exit(how); } else if (how == 3) { runtime.halt(how); }
                    return runtime.removeShutdownHook(hook) ? 5 : removed;
                }
            }
            """;

    @TempDir
    static Path directory;

    private Object box;

    @BeforeEach
    void make() throws Exception {
        box = Program.compile(directory, SOURCE).weave().make("Box");
        ObjectCalls.numberThreads(1, 4, Thread.currentThread());
    }

    @AfterEach
    void forget() {
        ObjectCalls.numberThreads(0, 1, null);
    }

    @Test
    void namesAreThoseOfAllRanksAtFirstAndThisOnesThen() throws Throwable {
        String[] alike = (String[]) Program.call(box, "names");
        ObjectCalls.threadsDiffer();
        String[] apart = (String[]) Program.call(box, "names");
        Program.call(box, "discarded");

        assertThat(numbers(alike)).hasSize(11).isSorted();
        assertThat(numbers(apart)).hasSize(11).isSorted().allMatch(number -> number % 4 == 1);
        assertThat(numbers(apart).get(0)).isGreaterThan(numbers(alike).get(10));
    }

    private static List<Integer> numbers(String[] names) {
        List<String> all = List.of(names);
        assertThat(all.subList(11, all.size())).containsOnly("given");
        return all.subList(0, 11).stream()
                .map(name -> Integer.parseInt(name.substring("Thread-".length())))
                .toList();
    }

    @Test
    void idsAreThoseOfTheJob() throws Throwable {
        Thread other = new Thread();
        long id = (long) Program.call(box, "of", other);

        assertThat(id).isEqualTo((other.getId() + 1) * 4 + 1);
        assertThat(Program.call(box, "reference", other)).isEqualTo(id);
        assertThat(Program.call(box, "main")).isEqualTo(1L);
        assertThat(Program.call(box, "inherited")).as("remainders").isEqualTo(11L);
        assertThat(Program.call(box, "numbered"))
                .as("by the program's own method")
                .isEqualTo(7L);
    }

    @Test
    void observersOfThreadsKnowTheIds() throws Throwable {
        assertThat(Program.call(box, "observed", 1L)).isEqualTo(Collections.nCopies(9, 1L));
        List<Object> seen = new ArrayList<>();
        Thread other = new Thread(() -> {
            try {
                long id = (long) Program.call(box, "of", Thread.currentThread());
                seen.add(id);
                seen.addAll((List<?>) Program.call(box, "observed", id));
            } catch (Throwable e) {
                seen.add(e);
            }
        });
        other.start();
        other.join();

        assertThat(seen).containsOnly((other.getId() + 1) * 4 + 1);
    }

    @Test
    void hooksAreAddedAndRemovedAsInTheJdk() throws Throwable {
        assertThat(Program.call(box, "ends", 0)).isEqualTo(1);
    }
}
