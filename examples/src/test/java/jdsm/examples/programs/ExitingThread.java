package jdsm.examples.programs;

import java.util.concurrent.CountDownLatch;
import jdsm.remote.RemoteLongs;
import jdsm.remote.RemoteSpace;

/**
 * Ends by a call of {@code System.exit} on a second thread, which takes some time, while {@code main} goes on with a remote array.
 * Arguments: the array's length, the time in milliseconds.
 */
public final class ExitingThread {
    private ExitingThread() {}

    public static void main(String[] args) {
        RemoteLongs array = RemoteSpace.current().longs("passes", Long.parseLong(args[0]));
        long millis = Long.parseLong(args[1]);
        CountDownLatch first = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(millis), "slow end"));
        new Thread(() -> exit(first), "second").start();
        while (true) {
            for (long i = 0; i < array.length(); i++) {
                array.set(i, array.get(i) + i);
            }
            first.countDown();
        }
    }

    private static void exit(CountDownLatch when) {
        try {
            when.await();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        System.exit(3);
    }

    private static void end(long millis) {
        System.out.println("ending");
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
