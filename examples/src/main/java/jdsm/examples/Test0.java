package jdsm.examples;

import jdsm.examples.Sequential.Swaps;
import jdsm.remote.RemoteInts;
import jdsm.remote.RemoteSpace;
import picocli.CommandLine.Option;

/**
 * Writes an array of ints twice: each element, then one of every 4 KB (the program {@code test0} of DLM, section 4.1). Without
 * memory for all of the array the second pass shows the cost of one swap. For {@code jdsm memory}.
 */
public final class Test0 {
    private static final int STRIDE = 1024;

    static final class Arguments {
        @Option(names = "-n")
        long n = 32 << 20;
    }

    private Test0() {}

    public static void main(String[] args) {
        Arguments arguments = Sequential.parse(new Arguments(), "Test0", args);
        RemoteInts array = RemoteSpace.current().ints("data", arguments.n);
        Swaps before = Swaps.now();
        long begin = System.nanoTime();
        for (long i = 0; i < arguments.n; i++) {
            array.set(i, (int) i);
        }
        System.out.println(Swaps.now().since(before, "each element", (System.nanoTime() - begin) / 1e9));
        before = Swaps.now();
        begin = System.nanoTime();
        for (long i = 0; i < arguments.n; i += STRIDE) {
            array.set(i, (int) -i);
        }
        System.out.println(Swaps.now().since(before, "every 4 KB", (System.nanoTime() - begin) / 1e9));
        Sequential.report(
                "Test0 n=" + arguments.n + " page=" + RemoteSpace.current().pageBytes(), isRight(array));
    }

    private static boolean isRight(RemoteInts array) {
        for (long i = 0; i < array.length(); i++) {
            if (array.get(i) != (int) (i % STRIDE == 0 ? -i : i)) {
                return false;
            }
        }
        return true;
    }
}
