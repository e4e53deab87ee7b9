package jdsm.examples.programs;

import java.util.function.IntConsumer;
import jdsm.SPMD;

/**
 * Ends its JVM in the way that its first argument names, with the status that its second one gives. A shutdown hook says
 * what a shared field contains.
 */
public final class Exiting extends SPMD {
    private int entered;
    private volatile boolean never;

    @Override
    public void initialize() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + entered)));
        if (args()[0].equals("early")) {
            System.exit(status());
        }
    }

    private int status() {
        return Integer.parseInt(args()[1]);
    }

    @Override
    public void start() {
        synchronized (this) {
            entered++;
        }
        barrier();
        boolean last = worker() == workers() - 1;
        switch (args()[0]) {
            case "exit":
                if (last) {
                    System.exit(status() + entered);
                }
                break;
            case "halt":
                if (last) {
                    Runtime.getRuntime().halt(status());
                }
                break;
            case "reference":
                if (last) {
                    IntConsumer exit = Runtime.getRuntime()::exit;
                    exit.accept(status());
                }
                while (!never) { // no wait that anything could end
                    Thread.onSpinWait();
                }
                break;
            case "thread":
                if (last) {
                    Thread thread = new Thread(() -> System.exit(status()));
                    thread.start();
                    join(thread);
                }
                break;
            case "caught":
                try {
                    if (last) {
                        throw new IllegalStateException("the cause");
                    }
                    barrier();
                } catch (RuntimeException e) {
                    System.exit(status());
                }
                break;
            case "interrupted":
                if (last) {
                    Thread.currentThread().interrupt();
                    System.exit(status());
                }
                break;
            case "failed":
                if (last) {
                    throw new IllegalStateException("the cause");
                }
                try {
                    barrier();
                } catch (RuntimeException e) {
                    System.exit(status());
                }
                break;
            case "several":
                System.exit(status() + worker());
                break;
            case "finish":
                return;
            default:
                throw new IllegalArgumentException(args()[0]);
        }
        barrier();
        report("not reached");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void finish() {
        System.exit(status());
    }
}
