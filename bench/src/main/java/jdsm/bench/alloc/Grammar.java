package jdsm.bench.alloc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A grammar in Chomsky normal form and sentences, both drawn by a seed over the words of a text in the public domain
 * (Lincoln's address at Gettysburg, 1863). The sentences follow the text's pairs of neighbours.
 */
final class Grammar {
    /** Symbols; the first is the start symbol. */
    static final int SYMBOLS = 4;

    static final int SENTENCES = 85;
    static final int SHORTEST = 36;
    static final int LONGEST = 97;

    private static final int RULES = 8;
    private static final int SEED = 1863;

    /** The symbol on the left of a rule, by both on its right; -1 if there is none. */
    private final int[][] left = new int[SYMBOLS][SYMBOLS];

    /** By sentence and place, the symbol of the word. */
    private final int[][] sentences = new int[SENTENCES][];

    Grammar() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int[] row : left) {
            Arrays.fill(row, -1);
        }
        for (int rules = 0; rules < RULES; ) {
            int first = random.nextInt(SYMBOLS);
            int second = random.nextInt(SYMBOLS);
            if (left[first][second] < 0) {
                left[first][second] = rules++ % SYMBOLS; // each symbol has as many rules
            }
        }
        List<String> words = words();
        Map<String, Integer> symbols = new HashMap<>();
        Map<String, List<String>> followers = new HashMap<>();
        for (int i = 0; i < words.size(); i++) {
            symbols.computeIfAbsent(words.get(i), word -> random.nextInt(SYMBOLS));
            followers.computeIfAbsent(words.get(i), word -> new ArrayList<>()).add(words.get((i + 1) % words.size()));
        }
        for (int i = 0; i < SENTENCES; i++) {
            int length = random.nextInt(SHORTEST, LONGEST + 1);
            sentences[i] = new int[length];
            String word = words.get(random.nextInt(words.size()));
            for (int place = 0; place < length; place++) {
                sentences[i][place] = symbols.get(word);
                List<String> next = followers.get(word);
                word = next.get(random.nextInt(next.size()));
            }
        }
    }

    private static List<String> words() {
        try (InputStream text = Grammar.class.getResourceAsStream("address.txt")) {
            String all = new String(text.readAllBytes(), StandardCharsets.US_ASCII);
            return List.of(all.toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z]+", " ")
                    .strip()
                    .split(" "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The symbols of a sentence's words. */
    int[] sentence(int number) {
        return sentences[number];
    }

    /** The symbol that derives these two, or -1. */
    int derives(int first, int second) {
        return left[first][second];
    }
}
