package jdsm.examples;

import jdsm.examples.Sequential.Swaps;
import jdsm.remote.RemoteInts;
import jdsm.remote.RemoteSpace;
import picocli.CommandLine.Option;

/**
 * Goes through an array of ints three times: each element for the first time, one of every 4 KB, each element again (the
 * program {@code test1} of DLM, figure 8). For {@code jdsm memory}.
 */
public final class Test1 {
    private static final int STRIDE = 1024;

    static final class Arguments {
        @Option(names = "-n")
        long n = 32 << 20;
    }

    private final RemoteInts array;

    private Test1(long n) {
        array = RemoteSpace.current().ints("data", n);
    }

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "Test1", args);
        Test1 test = new Test1(arguments.n);
        test.timed("first", () -> test.write(1, 1));
        test.timed("every 4 KB", () -> test.write(STRIDE, 2));
        test.timed("again", () -> test.write(1, 3));
        Sequential.report(
                "Test1 n=" + arguments.n + " page=" + RemoteSpace.current().pageBytes(), test.isRight());
    }

    private void timed(String phase, Runnable pass) {
        Swaps before = Swaps.now();
        long begin = System.nanoTime();
        pass.run();
        System.out.println(Swaps.now().since(before, phase, (System.nanoTime() - begin) / 1e9));
    }

    private void write(int stride, int factor) {
        long n = array.length();
        for (long i = 0; i < n; i += stride) {
            array.set(i, (int) i * factor);
        }
    }

    private boolean isRight() {
        for (long i = 0; i < array.length(); i++) {
            if (array.get(i) != (int) i * 3) {
                return false;
            }
        }
        return true;
    }
}
