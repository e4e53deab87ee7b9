package jdsm.examples.programs;

import jdsm.SPMD;

/** Worker 0 writes some nodes. Worker 1 reads the first of some nodes, or all of them; then worker 0 writes them again, so that all copies are stale. */
public final class Unread extends SPMD {
    private static final int NODES = 200;

    private Node first;
    private long sum;

    private static final class Node {
        private final Node next;
        private long value = 1;

        private Node(Node next) {
            this.next = next;
        }
    }

    /** Objects of the start, reached by a chain, are a unit each. */
    @Override
    public void initialize() {
        for (int i = 0; i < NODES; i++) {
            first = new Node(first);
        }
    }

    @Override
    public void start() {
        write();
        barrier();
        if (worker() == 1) {
            boolean all = args()[0].equals("all");
            for (Node node = first; node != null; node = all ? node.next : null) {
                sum += node.value;
            }
        }
        barrier();
        write();
        barrier();
        if (worker() == 0) {
            report("Unread sum=" + sum + " OK");
        }
    }

    private void write() {
        for (Node node = first; node != null && worker() == 0; node = node.next) {
            node.value++;
        }
    }
}
