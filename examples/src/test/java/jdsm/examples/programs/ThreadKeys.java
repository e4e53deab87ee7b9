package jdsm.examples.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import jdsm.SPMD;

/** Takes ids and default names of threads for keys of shared maps, and observes threads by their ids. */
public final class ThreadKeys extends SPMD {
    private static final int STARTED = 5;

    private final Map<Long, Integer> ids = new ConcurrentHashMap<>();
    private final Map<String, Integer> names = new ConcurrentHashMap<>();
    private final Map<String, Integer> wrong = new ConcurrentHashMap<>();
    private long main;
    private Unnamed early;
    private String[] seen;

    /** A thread of the program's own class, without a name. */
    static class Unnamed extends Thread {
        private final ThreadKeys keys;

        Unnamed(ThreadKeys keys) {
            this.keys = keys;
        }

        @Override
        public void run() {
            keys.note();
        }
    }

    @Override
    public void initialize() {
        main = Thread.currentThread().getId();
        early = new Unnamed(this);
        seen = new String[workers()];
    }

    @Override
    public void start() {
        note();
        List<Thread> started = new ArrayList<>();
        ThreadFactory factory = Thread::new;
        Supplier<Thread> own = () -> new Unnamed(this);
        for (int i = 0; i < STARTED; i++) {
            started.add(i == 0 ? own.get() : i == 1 ? factory.newThread(this::note) : new Thread(this::note));
            started.get(i).start();
        }
        for (Thread each : started) {
            join(each);
        }
        seen[worker()] = early.getName();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void note() {
        Thread self = Thread.currentThread();
        long id = self.getId();
        ids.merge(id, 1, Integer::sum);
        names.merge(self.getName(), 1, Integer::sum);
        ToLongFunction<Thread> asked = Thread::getId;
        require("reference", asked.applyAsLong(self) == id);
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        require(
                "time",
                bean.getThreadCpuTime(id) == -1 ? !bean.isThreadCpuTimeEnabled() : bean.getThreadUserTime(id) >= 0);
        require("info", bean.getThreadInfo(id).getThreadId() == id);
        require("frames", bean.getThreadInfo(id, 3).getStackTrace().length > 0);
        require(
                "infos",
                bean.getThreadInfo(new long[] {id, id})[1].getThreadName().equals(self.getName()));
        require("all", Arrays.stream(bean.getAllThreadIds()).anyMatch(each -> each == id));
    }

    private void require(String what, boolean holds) {
        if (!holds) {
            wrong.merge(what, 1, Integer::sum);
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            require("main", Thread.currentThread().getId() == main);
            int threads = workers() * (1 + STARTED);
            report("ids=" + (ids.size() - threads) + " names=" + (names.size() - threads) + " early="
                    + Arrays.stream(seen).distinct().count() + " wrong=" + wrong);
        }
    }
}
