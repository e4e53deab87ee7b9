package jdsm.examples.contracts;

/**
 * What the specification of a type promises to threads, tried by all workers of a job at once. The objects that they share are
 * in fields; whoever has none of the parts only takes the steps.
 */
abstract class Scenario {
    private final String name;

    Scenario(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    /** The part of one worker. All workers take the same number of steps. */
    abstract void run(Part me) throws Exception;

    /** Lets threads go that no interrupt ends, after a failure. */
    void giveUp() {}
}
