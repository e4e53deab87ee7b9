package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of checks that stay in loops, and of indices, in the words of the program. */
class ReasonsTest {
    private static final String STAY = """
            class R {
                volatile int flag; int n, k; int[] a, b; int[][] g; R next; Object any; R[] others; @jdsm.Local static int total;
                @jdsm.Local static volatile int common;
                void readsVolatile(int[] c) { for (int i = 0; i < n; i++) { c[i] = 1; k += flag; } }
                void readsStaticVolatile(int[] c) { for (int i = 0; i < n; i++) { c[i] = common; } }
                void readsOfOther(int[] c) { for (int i = 0; i < n; i++) { c[i] = Late.made; } }
                void callsOfOther(int[] c) { for (int i = 0; i < n; i++) { c[i] = Late.make(); } }
                void makesOther(int[] c) { for (int i = 0; i < n; i++) { c[i] = new Late().hashCode(); } }
                void makesLocked(int[] c) { for (int i = 0; i < n; i++) { c[i] = new Locked().n; } }
                void joins(int[] c) { String s = ""; for (int i = 0; i < n; i++) { c[i] = 1; s += any; } any = s; }
                void locks(int[] c) { for (int i = 0; i < n; i++) { c[i] = 1; synchronized (this) { k++; } } }
                void locked(int[] c) { for (int i = 0; i < n; i++) { c[i] = take(); } }
                static synchronized int take() { return 1; }
                void copies(int[] c) { for (int i = 0; i < n; i++) { c[i] = 1; System.arraycopy(c, 0, a, 0, 1); b[i] = 2; } }
                void changing(int[] c) { for (int i = 0; i < n; i++) { b[i] = 1; b = next.a; } }
                void ofChanging(int[] c) { R r = this; for (int i = 0; i < n; i++) { c[i] = 1; r.a[i] = 2; r = r.next; } }
                void byPath(int[] c) { int[] d = null; for (int i = 0; i < n; i++) { if (i > k) d = c; else d = a; d[i] = 1; } }
                void byNumberOnPath(int[] c, boolean t) { for (int i = 0; i < n; i++) { int j = t ? i : k; c[j] = 1; } }
                void result(int[] c) { for (int i = 0; i < n; i++) { int j = Math.abs(i); c[j] = 1; } }
                void made(int[] c) { for (int i = 0; i < n; i++) { int[] d = i > k ? new int[9] : c; d[i] = 1; } }
                void doubled(int[] c) { for (int i = 1; i < n; i *= 2) { c[i] = 1; } }
                void square(int[] c) { for (int i = 1; i < n; i++) { c[i * i] = 1; } }
                void loaded(int[] c) { for (int i = 1; i < n; i++) { c[b[i]] = 1; c[b[i] + 1] = 2; c[b[k]] = 3; } }
                void outer(int[] c) { for (int i = 1; i < n; i++) { g[b[i]][i] = 1; g[i] = c; } }
                void boundChanges(int[] c) { for (int i = 0; i < k; i++) { c[i] = 1; k--; } }
                void lengthChanges(int[] c) { int[] d = a; for (int i = 0; i < d.length; i++) { c[i] = 1; d = next.a; } }
                void firstChanges(int[] c) { int j = 0; for (int t = 0; t < 3; t++) { take(); for (int i = j; i < n; i++) { c[i] = 1; } j = take(); } }
                void stepChanges(int[] c) { for (int i = 0; i < n; i += k) { c[i] = 1; k++; } }
                void partChanges(int[] c) { for (int i = 0; i < n; i++) { c[i + k] = 1; k++; } }
                void factorChanges(int[] c) { for (int i = 0; i < n; i++) { c[i * k] = 1; k++; } }
                void unbounded(int[] c) { int i = 0; while (true) { c[i] = 1; i++; if (c[0] > k) return; } }
                void late(int[] c) { int i = 0; do { c[i] = 1; i++; } while (i < next.a.length); }
                void ofResult(int[] c) { for (int i = 0; i < n; i++) { pick(i).k = 1; } }
                R pick(int i) { try { return others[i]; } catch (RuntimeException e) { return null; } }
                void casts(int[] c) { for (int i = 0; i < n; i++) { ((R) others[i].any).k = 1; } }
                void longer(int[] c) { for (long i = 0; i < n; i++) { c[(int) i] = 1; } }
                void fromLong(int[] c, long[] d) { for (int i = 0; i < n; i++) { c[(int) d[i]] = 1; } }
                void handler(int[] c) { for (;;) { try { c[k] = take(); return; } catch (RuntimeException e) { c[0] = 2; } } }
            }
            class Late { @jdsm.Local static int made = new Object().hashCode(); static { synchronized (Late.class) { made++; } }
                static int make() { try { return 2; } catch (RuntimeException e) { return 3; } } }
            class Locked { int n; Locked() { synchronized (this) { n = 1; } } }
            """;

    private static final String MOVED = """
            class D {
                int n, k; int[] a, b; int[][] g; D next; Object any; @jdsm.Local static int[] common; @jdsm.Local static int size;
                void strides(int[] c) { for (int i = 0; i < n; i++) { c[4 * i] = 1; c[4 * i + 1] = 2; c[4 * i + 3] = 3; } }
                void far(int[] c) { for (int i = 0; i < n; i++) { c[2 * i] = 1; c[2 * i + 100] = 2; } }
                void stencil(int[] c) { for (int i = 1; i < n; i++) { k += c[i - 1] + c[i + 1]; } }
                void minus(int[] c) { for (int i = 0; i < n; i++) { c[n - i - 1] = 1; } }
                void signs(int[] c, int v) { for (int i = 0; i < n; i++) {
                    c[i + v / 2] = 1; c[i + v % 3] = 1; c[i + (v << 2)] = 1; c[i + (v >> 1)] = 1; c[i + (v >>> 2)] = 1;
                    c[i + (v & 7)] = 1; c[i + (v | 1)] = 1; c[i + (v ^ 2)] = 1; c[i + v * 5] = 1; c[i - v] = 1; c[i - 3] = 1; c[-v] = 2;
                } }
                void extremes(int[] c, int v) { for (int i = Math.max(v, 1); i < Math.min(n, v); i++) { c[i] = 1; } }
                void ofStatic(int[] c) { for (int i = 0; i < size; i++) { c[i] = common[i]; } }
                void cast(int[] c) { int[] d = (int[]) any; for (int i = 0; i < n; i++) { d[i] = 1; } }
                void castInLoop(int[] c) { for (int i = 0; i < n; i++) { ((int[]) any)[i] = 1; ((D) any).k = 1; } }
                void ofResult(int[] c) { int m = Integer.parseInt("3"); for (int i = 0; i < m; i++) { c[i + m] = 1; } }
                void matrix(int[] c) { for (int i = 0; i < n; i++) { for (int j = 0; j < k; j++) { c[i * k + j] = 1; c[i * k + j + 1] = 1; } } }
                void matrixOfRows(int[] c, int v) { for (int i = 0; i < v; i++) { for (int j = 1; j < v; j++) { c[i * (v + 1) + 2 * j] = 1; } } }
                void rows(int[] c) { for (int i = 0; i < n; i++) { for (int j = 0; j < c.length; j++) { k += g[j][i]; } } }
                void path(int[] c) { for (int i = 0; i < next.next.n; i++) { c[i + next.k] = next.a[i]; } }
                void unequal(int[] c, int v) { for (int i = 0; i != v; i += 3) { c[i] = 1; } }
                void byStep(int[] c, int v) { for (int i = 0; i < n; i += v) { c[i] = 1; } }
                void downTo(int[] c, int v) { for (int i = n; i > v; i--) { c[i] = 1; } }
                void upTo(int[] c, int v) { for (int i = v; i <= n; i++) { c[i] = 1; } }
                void downToAndAt(int[] c, int v) { for (int i = n; i >= v; i -= 2) { c[i] = 1; } }
                void atTheEnd(int[] c, int v) { int i = v; do { c[i] = 1; i -= 2; } while (i > n); }
                void mirrored(int[] c, int v) { for (int i = 0; n > i; i++) { c[i] = 1; } for (int i = v; 3 <= i; i--) { c[i] = 1; } }
                void innerFirst(int[] c, int v) { int i = 0; while (i < v) { while (c[i] > 0) { c[i]--; } i++; } }
                void segments(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i] - 1; j < d[i + 1] + 2; j++) { k += c[j + 4]; } } }
                void tooWideSegments(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[i + 1]; j += 65) { k += c[j]; } } }
                void wideSegmentsDown(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i + 1] - 1; j >= d[i]; j -= 65) { k += c[j]; } } }
                void everySecondOfSegments(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[i + 1]; j++) { k += c[2 * j]; } } }
                void segmentsByVariable(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[i + 1]; j += v) { k += c[j]; } } }
                void segmentsOfTwo(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[2 * i]; j++) { k += c[j]; } } }
                void segmentsThatChange(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[i + 1]; j++) { k += c[j]; } d[i] = 0; } }
                void readInWritten(int[] c) { for (int i = 0; i < n; i++) { c[4 * i] = 1; c[4 * i + 3] = 2; k += c[4 * i + 1]; } }
                void readBeforeWritten(int[] c) { for (int i = 0; i < n; i++) { k += c[4 * i + 1]; c[4 * i] = 1; c[4 * i + 3] = 2; } }
                void readBeside(int[] c) { for (int i = 1; i < n; i++) { c[i] = c[i - 1]; } }
                void widestSegments(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i]; j < d[i + 1]; j += 64) { k += c[j]; } } }
                void segmentsDown(int[] c, int[] d, int v) {
                    for (int i = 0; i < v; i++) { for (int j = d[i + 1] - 1; j >= d[i]; j -= 64) { k += c[j]; } } }
                void leftOut(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v == 0) { for (int j = 0; j < k; j++) { g[i][j] = c[j]; } } } }
                void leftOutByContinue(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v != 0) continue; for (int j = 0; j < k; j++) { g[i][j] = c[j]; } } }
                void leftOutWithLoop(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v == 0) { int s = g[i][3]; for (int j = 0; j < k; j++) { s += c[j]; } g[i][2] = s; } } }
                void leftOutOfMatrix(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v == 0) { for (int j = 0; j < k; j++) { c[i * k + j] = 1; } } } }
                void leftOutColumn(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v == 0) { int f = c[i * k + v]; for (int j = 0; j < k; j++) { g[v][j] += f; } } } }
                void leftOutNeighbours(int[] c, int v) { for (int i = 0; i < n; i++) { if (i % v == 0) { int f = c[i + v]; for (int j = 0; j < k; j++) { g[v][j] += f; } } } }
                void leftOutAlone(int[] c, int v) { for (int i = 0; i < n; i++) { for (int j = 0; j < k; j++) { if (c[j] > v) { g[j][i] = c[j]; } } } }
                void secondVariable(int[] c, int v) { int j = 5; for (int i = 0; i < v; i += 2) { c[j] = 1; j += 6; } }
            }
            """;

    /** The checks of all methods of the first class that stay in loops, or of those that do not; one for each reason. */
    private static String checks(String source, boolean inLoop) {
        Golden golden = new Golden(source, ClassFiles::of);
        StringBuilder all = new StringBuilder();
        Set<String> told = new HashSet<>();
        source.lines()
                .filter(line -> line.startsWith("    ") && line.contains("(int[] c"))
                .map(line -> line.substring(0, line.indexOf('(')).strip().replaceAll(".* ", ""))
                .forEach(method -> golden.listing(method)
                        .lines()
                        .filter(line -> line.contains(" in the loop: ") == inLoop)
                        .map(line -> line.substring(line.indexOf(": ") + 2).replace(" at the method's start", ""))
                        .filter(line -> !line.equals("read(this)"))
                        .filter(line -> told.add(method + (inLoop ? line.replaceAll(".* in the loop: ", "") : line)))
                        .forEach(line ->
                                all.append(method).append(": ").append(line).append('\n')));
        return all.toString();
    }

    @Test
    void whyChecksStay() {
        assertThat(checks(STAY, true)).isEqualTo("""
                readsVolatile: read(this) in the loop: the loop may synchronise in line 4: field R.flag is volatile
                readsStaticVolatile: read(this) in the loop: the loop may synchronise in line 5: field R.common is volatile
                readsOfOther: read(this) in the loop: the loop may synchronise in line 6: it may initialise class Late, whose initialiser may synchronise
                callsOfOther: read(this) in the loop: the loop may synchronise in line 7: it may initialise class Late, whose initialiser may synchronise
                makesOther: read(this) in the loop: the loop may synchronise in line 8: it may initialise class Late, whose initialiser may synchronise
                makesLocked: read(?) in the loop: the loop may synchronise in line 9: it calls a constructor of Locked, which in line 42 enters a monitor
                joins: read(this) in the loop: the loop may synchronise in line 10: it calls String.valueOf, which is not woven, and not known to be free of synchronisation
                locks: read(this) in the loop: the loop may synchronise in line 11: it enters or leaves a monitor
                locked: read(this) in the loop: the loop may synchronise in line 12: it calls R.take, which is synchronized
                copies: write(c[i]) in the loop: the bound is field R.n, which the loop may change by a call
                copies: write(this.b[i]) in the loop: the array is field R.b, which the loop may change by a call
                changing: write(this.b[i]) in the loop: the array is field R.b, which the loop may change in line 15
                ofChanging: read(r) in the loop: the object is 'r', which changes in the loop
                ofChanging: write(r.a[i]) in the loop: the array is a field of an object, and the object is 'r', which changes in the loop
                byPath: write(d[i]) in the loop: the array is 'd', which depends on the path that the loop takes
                byNumberOnPath: write(c[?]) in the loop: the index is a value, which depends on the path that the loop takes
                result: write(c[j]) in the loop: the index is the result of Math.abs
                made: write(?[i]) in the loop: the array is a value, which depends on the path that the loop takes
                doubled: write(c[i]) in the loop: the index is 'i', which changes in the loop, not by the same number each time
                square: write(c[i * i]) in the loop: the index does not have the form a * i + b, where i is the loop's variable, and a and b stay the same
                loaded: write(c[this.b[i] + 1]) in the loop: the index is an array's element
                loaded: write(c[this.b[this.k]]) in the loop: the index is an array's element, which the loop may change
                outer: read(this.g[this.b[i]]) in the loop: the index is an array's element
                outer: write(this.g[this.b[i]][i]) in the loop: the array is a different element of an array in each iteration
                boundChanges: write(c[i]) in the loop: the bound is field R.k, which the loop may change in line 25
                lengthChanges: write(c[i]) in the loop: the bound is the length of an array, and the array is 'd', which changes in the loop
                stepChanges: write(c[i]) in the loop: the index is 'i', which changes in the loop, not by the same number each time
                partChanges: write(c[i + this.k]) in the loop: a part of the index is field R.k, which the loop may change in line 29
                factorChanges: write(c[i * this.k]) in the loop: a part of the index is field R.k, which the loop may change in line 30
                unbounded: write(c[i]) in the loop: no test with <, <=, >, >= or != before the access bounds the loop's variable
                late: write(c[i]) in the loop: the loop computes the bound only after the access, and the computation may throw
                ofResult: write(pick()) in the loop: the object is the result of R.pick
                casts: read(this.others[i]) in the loop: the object is a different element of an array in each iteration
                casts: write(this.others[i].any) in the loop: the object is a field of an object, and the object is a different element of an array in each iteration
                longer: write(c[?]) in the loop: the index is a value, which the loop computes in line 36
                fromLong: write(c[?]) in the loop: the index is a value, which the loop computes in line 37
                handler: read(this) in the loop: the loop may synchronise in line 38: it calls R.take, which is synchronized
                """);
    }

    @Test
    void whatIsCheckedBefore() {
        assertThat(checks(MOVED, false)).isEqualTo("""
                strides: write(c[4 * (0 .. this.n - 1) + (0 .. 3)])
                far: write(c[2 * (0 .. this.n - 1) + 100])
                far: write(c[2 * (0 .. this.n - 1)])
                stencil: read(c[0 .. this.n])
                stencil: write(this)
                minus: write(c[-1 * (0 .. this.n - 1) + (this.n - 1)])
                signs: write(c[v % 3 .. (this.n - 1) + (v % 3)])
                signs: write(c[v / 2 .. (this.n - 1) + (v / 2)])
                signs: write(c[v << 2 .. (this.n - 1) + (v << 2)])
                signs: write(c[v >> 1 .. (this.n - 1) + (v >> 1)])
                signs: write(c[v >>> 2 .. (this.n - 1) + (v >>> 2)])
                signs: write(c[-3 .. this.n - 4])
                signs: write(c[0 - v .. (this.n - 1) + (0 - v)])
                signs: write(c[0 - v])
                signs: write(c[v & 7 .. (this.n - 1) + (v & 7)])
                signs: write(c[v * 5 .. (this.n - 1) + v * 5])
                signs: write(c[v ^ 2 .. (this.n - 1) + (v ^ 2)])
                signs: write(c[v | 1 .. (this.n - 1) + (v | 1)])
                extremes: write(c[max(v, 1) .. min(this.n, v) - 1])
                ofStatic: read(D.common[0 .. D.size - 1])
                ofStatic: write(c[0 .. D.size - 1])
                cast: write(this.any[0 .. this.n - 1]) before the loop in line 13
                ofResult: write(c[m .. (m - 1) + m]) before the loop in line 15
                matrix: write(c[this.k * (0 .. this.n - 1) + 0 .. this.k]) before the loop in line 16
                matrixOfRows: write(c[(v + 1) * (0 .. v - 1) + 2 * (1 .. v - 1)]) before the loop in line 17
                rows: read(this.g[0 .. c.length - 1])
                rows: read(this.g[0 .. c.length - 1][0 .. this.n - 1])
                rows: write(this)
                path: read(this.next)
                path: read(this.next.a[0 .. this.next.next.n - 1])
                path: read(this.next.next)
                path: write(c[this.next.k .. (this.next.next.n - 1) + this.next.k])
                unequal: write(c[0 .. end of v])
                byStep: write(c[0 .. end of this.n])
                downTo: write(c[this.n .. v + 1])
                upTo: write(c[v .. this.n])
                downToAndAt: write(c[this.n .. v])
                atTheEnd: write(c[v .. min(v, this.n + 1)])
                mirrored: write(c[0 .. this.n - 1])
                mirrored: write(c[v .. 3])
                innerFirst: write(c[0 .. v - 1])
                segments: read(c[d[0 .. v - 1] - 1 .. d[1 .. v] + 1])
                segments: read(d[0 .. v])
                segments: write(this)
                tooWideSegments: read(c[d[i] .. d[i + 1] - 1]) before the loop in line 31
                tooWideSegments: read(d[0 .. v])
                tooWideSegments: write(this)
                wideSegmentsDown: read(c[d[i + 1] - 1 .. d[i]]) before the loop in line 33
                wideSegmentsDown: read(d[0 .. v])
                wideSegmentsDown: write(this)
                everySecondOfSegments: read(c[2 * (d[i] .. d[i + 1] - 1)]) before the loop in line 35
                everySecondOfSegments: read(d[0 .. v])
                everySecondOfSegments: write(this)
                segmentsByVariable: read(c[d[i] .. end of d[i + 1]]) before the loop in line 37
                segmentsByVariable: read(d[0 .. v])
                segmentsByVariable: write(this)
                segmentsOfTwo: read(c[d[0 .. v - 1] .. d[2 * (0 .. v - 1)] - 1])
                segmentsOfTwo: read(d[0 .. v - 1])
                segmentsOfTwo: read(d[2 * (0 .. v - 1)])
                segmentsOfTwo: write(this)
                segmentsThatChange: read(c[d[i] .. d[i + 1] - 1]) before the loop in line 41
                segmentsThatChange: read(d[0 .. v])
                segmentsThatChange: write(d[0 .. v - 1])
                segmentsThatChange: write(this)
                readInWritten: write(c[4 * (0 .. this.n - 1) + (0 .. 3)])
                readInWritten: write(this)
                readBeforeWritten: write(c[4 * (0 .. this.n - 1) + (0 .. 3)])
                readBeforeWritten: write(this)
                readBeside: read(c[0 .. this.n - 2])
                readBeside: write(c[1 .. this.n - 1])
                widestSegments: read(c[d[0 .. v - 1] .. d[1 .. v] - 1])
                widestSegments: read(d[0 .. v])
                widestSegments: write(this)
                segmentsDown: read(c[d[0 .. v - 1] .. d[1 .. v] - 1])
                segmentsDown: read(d[0 .. v])
                segmentsDown: write(this)
                leftOut: read(c[0 .. this.k - 1])
                leftOut: read(this.g[0 .. this.n - 1])
                leftOut: write(this.g[i][0 .. this.k - 1]) before the loop in line 49
                leftOutByContinue: read(c[0 .. this.k - 1])
                leftOutByContinue: read(this.g[0 .. this.n - 1])
                leftOutByContinue: write(this.g[i][0 .. this.k - 1]) before the loop in line 50
                leftOutWithLoop: read(c[0 .. this.k - 1])
                leftOutWithLoop: read(this.g[0 .. this.n - 1])
                leftOutOfMatrix: write(c[i * this.k .. (this.k - 1) + i * this.k]) before the loop in line 52
                leftOutColumn: read(this.g[v])
                leftOutColumn: write(this.g[v][0 .. this.k - 1])
                leftOutNeighbours: read(c[v .. (this.n - 1) + v])
                leftOutNeighbours: read(this.g[v])
                leftOutNeighbours: write(this.g[v][0 .. this.k - 1])
                leftOutAlone: read(c[0 .. this.k - 1])
                leftOutAlone: read(this.g[0 .. this.k - 1])
                leftOutAlone: write(this.g[0 .. this.k - 1][0 .. this.n - 1])
                secondVariable: write(c[3 * (0 .. v - 1) + 5])
                """);
    }
}
