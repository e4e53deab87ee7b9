package jdsm.bench.peers;

/** A minimal JVM: prints a greeting, and ends. */
final class BareHello {
    private BareHello() {}

    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
