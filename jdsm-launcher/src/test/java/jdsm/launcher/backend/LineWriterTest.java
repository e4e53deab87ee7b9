package jdsm.launcher.backend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LineWriterTest {
    private static final String MARK = "\u001e";

    @Test
    void eachLineGetsThePrefix() {
        LineWriter lines = new LineWriter("[2] ", false);

        assertThat(accept(lines, "one\ntwo\n")).isEqualTo("[2] one\n[2] two\n");
        assertThat(accept(lines, "\n")).isEqualTo("[2] \n");
        assertThat(end(lines)).isEmpty();
    }

    @Test
    void aLineIsWrittenWhenItIsWhole() {
        LineWriter lines = new LineWriter("[2] ", false);

        assertThat(accept(lines, "on")).isEmpty();
        assertThat(accept(lines, "e\ntw")).isEqualTo("[2] one\n");
        assertThat(end(lines)).isEqualTo("[2] tw\n");
    }

    @Test
    void aMarkedLineHasNeitherMarkNorPrefix() {
        LineWriter lines = new LineWriter("[2] ", false);

        assertThat(accept(lines, MARK + "residual 1e-9\nother\n")).isEqualTo("residual 1e-9\n[2] other\n");
        assertThat(accept(lines, MARK)).isEmpty();
        assertThat(accept(lines, "x\n")).isEqualTo("x\n");
        assertThat(accept(lines, "a" + MARK + "b\n")).isEqualTo("[2] a" + MARK + "b\n");
    }

    @Test
    void anEagerWriterDoesNotWaitForTheEndOfALine() {
        LineWriter lines = new LineWriter("", true);

        assertThat(accept(lines, "name? ")).isEqualTo("name? ");
        assertThat(accept(lines, MARK)).as("not at the start of a line").isEqualTo(MARK);
        assertThat(accept(lines, "\n" + MARK)).isEqualTo("\n");
        assertThat(accept(lines, "result")).isEqualTo("result");
        assertThat(end(lines)).isEmpty();
    }

    @Test
    void anEagerWriterPrefixesTheStartOfALineOnly() {
        LineWriter lines = new LineWriter("[0] ", true);

        assertThat(accept(lines, "a") + accept(lines, "b\nc") + end(lines)).isEqualTo("[0] ab\n[0] c");
    }

    @Test
    void whatEveryRankSaysOfTheProgramIsWrittenOnce() {
        SaidOnce once = new SaidOnce();
        String text = MARK + "jdsm-agent: refused\n" + MARK + "result\n jdsm-agent: mine\n";
        byte[] bytes = text.getBytes(UTF_8);

        assertThat(new String(new LineWriter("[0] ", false, once).accept(bytes, bytes.length), UTF_8))
                .isEqualTo("jdsm-agent: refused\nresult\n[0]  jdsm-agent: mine\n");
        assertThat(new String(new LineWriter("[1] ", false, once).accept(bytes, bytes.length), UTF_8))
                .isEqualTo("result\n[1]  jdsm-agent: mine\n");
    }

    @Test
    void howTheBytesAreCutMakesNoDifference() {
        String text = "grün\n" + MARK + "ergebnis €\n\n[x] 漢字 𝄞\nlast";
        String expected = "[2] grün\nergebnis €\n[2] \n[2] [x] 漢字 𝄞\n[2] last\n";
        byte[] bytes = text.getBytes(UTF_8);
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            LineWriter lines = new LineWriter("[2] ", false);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            int from = 0;
            while (from < bytes.length) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(5));
                written.writeBytes(lines.accept(Arrays.copyOfRange(bytes, from, to), to - from));
                from = to;
            }
            written.writeBytes(lines.end());
            assertThat(written.toString(UTF_8)).as("round %d", round).isEqualTo(expected);
        }
    }

    @Test
    void aLineWithoutEndIsCutBetweenCharacters() {
        LineWriter lines = new LineWriter("[2] ", false);
        byte[] bytes = ("x" + "€".repeat(LineWriter.LONGEST_LINE_BYTES / 3 + 1)).getBytes(UTF_8);
        ByteArrayOutputStream written = new ByteArrayOutputStream();

        for (int from = 0; from < bytes.length; from += 7) {
            int to = Math.min(bytes.length, from + 7);
            written.writeBytes(lines.accept(Arrays.copyOfRange(bytes, from, to), to - from));
        }
        assertThat(written.size()).as("written before the end").isPositive();
        written.writeBytes(lines.end());

        String text = written.toString(UTF_8);
        assertThat(text.lines().collect(Collectors.toList())).hasSize(2).allMatch(line -> line.startsWith("[2] "));
        assertThat(text.replace("[2] ", "").replace("\n", "").getBytes(UTF_8)).isEqualTo(bytes);
    }

    private static String accept(LineWriter lines, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new String(lines.accept(bytes, bytes.length), UTF_8);
    }

    private static String end(LineWriter lines) {
        return new String(lines.end(), UTF_8);
    }
}
