package jdsm.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A table of text with aligned columns: numbers on the right, words on the left. */
final class TextTable {
    private static final String GAP = "  ";

    private final Set<Integer> numbers;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param numbers the columns of numbers, from 0 */
    TextTable(Set<Integer> numbers, String... heads) {
        this.numbers = numbers;
        row(heads);
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The lines of the table, each with a gap before every column. */
    List<String> lines() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            line.append(GAP).append(numbers.contains(i) ? blanks + row.get(i) : row.get(i) + blanks);
        }
        return line.toString().stripTrailing();
    }
}
