package jobs;

import java.lang.ref.WeakReference;
import java.util.Collection;
import jdsm.SPMD;

/** Tells outside, by an object of the platform, which class loader it has; may fail. */
public final class Leaving extends SPMD {
    /** The system property whose value is the collection that receives the class loaders. */
    static final String LOADERS = "jobs.loaders";

    private long[] numbers;
    /** Of a class of the JDK, which must not keep what the ranks know of its arrays. */
    private String[] words;

    @Override
    public void initialize() {
        numbers = new long[1000];
        words = new String[workers()];
        @SuppressWarnings("unchecked")
        Collection<Object> loaders = (Collection<Object>) System.getProperties().get(LOADERS);
        loaders.add(new WeakReference<>(Leaving.class.getClassLoader()));
    }

    @Override
    public void start() throws InterruptedException {
        numbers[worker()]++;
        words[worker()] = "worker " + worker();
        barrier();
        if (!words[0].equals("worker 0")) {
            throw new AssertionError(words[0]);
        }
        if (args()[0].equals("fail") && worker() == 0) {
            throw new IllegalStateException("as told");
        }
        if (args()[0].equals("sleep") && worker() == 1) {
            Thread.sleep(Long.MAX_VALUE);
        }
        if (args()[0].equals("sleep") && worker() == 0) {
            throw new IllegalStateException("while another sleeps");
        }
    }
}
