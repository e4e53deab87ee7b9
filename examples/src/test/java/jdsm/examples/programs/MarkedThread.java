package jdsm.examples.programs;

import jdsm.remote.Remote;

/** Accesses a marked array on a second thread, in a loop and by element. */
public final class MarkedThread {
    private static @Remote long[] array;

    private MarkedThread() {}

    public static void main(String[] args) throws InterruptedException {
        array = new long[100];
        Thread thread = new Thread(
                () -> {
                    try {
                        for (int i = 0; i < array.length; i++) {
                            array[i] = i;
                        }
                    } catch (IllegalStateException e) {
                        System.out.println(e.getMessage());
                    }
                },
                "second");
        thread.start();
        thread.join();
        System.out.println(array[7]);
    }
}
