package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where checks are, in small methods of one kind each. */
class PlacesTest {
    private static final String SOURCE = """
            class P {
                int x, y; int[] a; P next; int n;
                P(int[] given) { a = given; x = 1; for (int i = 0; i < 3; i++) { y += i; } }
                void sync() {}
                void other() {}
                int twice() { return x + y + x; }
                void readThenWrite() { x = x + 1; y = x; }
                int again() { int s = x; sync(); return s + x; }
                int path() { return next.x + next.y + next.next.x; }
                int onePath(boolean b) { if (b) { y = 1; } return x; }
                int[] fresh() { int[] c = new int[4]; c[0] = 1; sync(); c[1] = 2; return c; }
                int[] leaked() { int[] c = new int[4]; a = c; c[0] = 1; sync(); c[1] = 2; return c; }
                int handle(int[] c, int i, int j) { return c[i] + c[j] + c[i]; }
                int noHandle(int[] c, int i, int j) { int s = c[i]; sync(); return s + c[j]; }
                int indirect(int[] c, int[] k) { int s = 0;
                    for (int i = 0; i < k.length; i++) { s += c[k[i]]; }
                    return s; }
                void synchronizing(int[] c) {
                    for (int i = 0; i < n; i++) { c[i] = 1;
                        sync(); } }
                void changing(int[] c) {
                    for (int i = 0; i < n; i++) { a[i] = 1;
                        a = c; } }
                void calling() {
                    for (int i = 0; i < n; i++) { a[i] = 1;
                        other(); } }
                void down(int[] c) {
                    for (int i = n - 1; i >= 0; i--) { c[2 * i + 1] = i; } }
                int search(int[] c, int v) {
                    for (int i = 0; i < c.length; i++) { if (c[i] == v) { return i; } }
                    return -1; }
                void twoVariables(int[] c, int k) {
                    for (int i = 0; i < n; i++, k += 3) { c[k] = i; } }
                void whileLoop(int[] c, int i) {
                    while (i < n) { c[i++] = 0; } }
                void doLoop(int[] c) { int i = 0;
                    do { c[i] = 0; i++; } while (i < c.length); }
                void invariant(P p, int[] c, int k) {
                    for (int i = 0; i < 9; i++) { p.x += c[k]; } }
                void list(P p) {
                    while (p != null) { p.x++; p = p.next; } }
                void outer(int[] c) {
                    for (int t = 0; t < 5; t++) {
                        for (int i = 0; i < n; i++) { c[i]++; } } }
                void phases(int[] c) {
                    for (int t = 0; t < 5; t++) {
                        for (int i = 0; i < n; i++) { c[i]++; }
                        sync(); } }
                void unequal(int[] c) {
                    for (int i = 0; i != n; i++) { c[i] = i; } }
            }
            """;

    private static final List<String> METHODS = List.of(
            "<init>",
            "twice",
            "readThenWrite",
            "again",
            "path",
            "onePath",
            "fresh",
            "leaked",
            "handle",
            "noHandle",
            "indirect",
            "synchronizing",
            "changing",
            "calling",
            "down",
            "search",
            "twoVariables",
            "whileLoop",
            "doLoop",
            "invariant",
            "list",
            "outer",
            "phases",
            "unequal");

    private static final String EXPECTED = """
            <init>:
                nothing
            twice:
                line 6: read(this) not in a loop
            readThenWrite:
                line 7: write(this) not in a loop
            again:
                line 8: read(this) not in a loop
                line 8: read(this) not in a loop
            path:
                line 9: read(this) not in a loop
                line 9: read(this.next) not in a loop
                line 9: read(this.next.next) not in a loop
            onePath:
                line 10: read(this) not in a loop
                line 10: write(this) not in a loop
            fresh:
                nothing
            leaked:
                line 12: write(c[1]) not in a loop
                line 12: write(this) not in a loop
            handle:
                line 13: read(c[i]) not in a loop
                line 13: read(c[j]) not in a loop
            noHandle:
                line 14: read(c[i]) not in a loop
                line 14: read(c[j]) not in a loop
            indirect:
                line 16: read(c[k[i]]) in the loop: the index is an array's element
                line 16: read(k[0 .. k.length - 1]) at the method's start
            synchronizing:
                line 19: read(this) in the loop: the loop may synchronise in line 20: it calls P.sync
                line 19: write(c[i]) in the loop: the loop may synchronise in line 20: it calls P.sync
            changing:
                line 22: read(this) at the method's start
                line 22: write(this.a[i]) in the loop: the array is field P.a, which the loop may change in line 23
                line 23: write(this) at the method's start
            calling:
                line 25: read(this) at the method's start
                line 25: write(this.a[i]) in the loop: the array is field P.a, which the loop may change by a call
            down:
                line 28: read(this) at the method's start
                line 28: write(c[2 * (this.n - 1 .. 0) + 1]) at the method's start
            search:
                line 30: read(c[0 .. c.length - 1]) at the method's start
            twoVariables:
                line 33: read(this) at the method's start
                line 33: write(c[3 * (0 .. this.n - 1) + k]) at the method's start
            whileLoop:
                line 35: read(this) before the loop in line 35
                line 35: write(c[i .. this.n - 1]) before the loop in line 35
            doLoop:
                line 37: write(c[0 .. max(0, c.length - 1)]) at the method's start
            invariant:
                line 39: read(c[k]) at the method's start
                line 39: write(p) at the method's start
            list:
                line 41: write(p) in the loop: the object is 'p', which changes in the loop
            outer:
                line 44: read(this) at the method's start
                line 44: write(c[0 .. this.n - 1]) at the method's start
            phases:
                line 47: read(this) before the loop in line 47
                line 47: write(c[0 .. this.n - 1]) before the loop in line 47
            unequal:
                line 50: read(this) at the method's start
                line 50: write(c[0 .. end of this.n]) at the method's start
            """;

    private Golden golden;

    @BeforeEach
    void weave() {
        golden = new Golden(SOURCE);
    }

    @Test
    void placesAsWritten() {
        StringBuilder actual = new StringBuilder();
        for (String method : METHODS) {
            actual.append(method).append(":\n");
            String listing = golden.listing(method);
            String lines = listing.isEmpty() ? "nothing" : listing;
            lines.lines().forEach(line -> actual.append("    ").append(line).append('\n'));
        }

        assertThat(actual).hasToString(EXPECTED);
    }
}
