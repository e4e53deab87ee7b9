package jdsm.bench.peers;

/** The least that a JVM can do. */
final class BareHello {
    private BareHello() {}

    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
