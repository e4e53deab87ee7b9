package jdsm.examples.programs;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.text.FieldPosition;
import java.text.Format;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdsm.SPMD;

/** Objects that build texts, in fields, arrays and collections. Each line that it reports needs what all workers did. */
public final class WovenTexts extends SPMD {
    private static final int TURNS = 40;

    /** What a program without knowledge of ranks writes down. */
    private static final class Journal {
        private final StringBuilder lines = new StringBuilder();
        private StringJoiner names = new StringJoiner(", ", "{", "}").setEmptyValue("none");

        private synchronized void add(int worker, int turn) {
            lines.append('w').append(worker).append(' ').append(turn).append('\n');
            names.add("n" + worker);
        }

        private synchronized long count(char wanted) {
            return lines.chars().filter(each -> each == wanted).count();
        }
    }

    /** A format of the program's: the JDK gives it an object of its own class. */
    private static final class Loud extends Format {
        private static final long serialVersionUID = 1L;

        @Override
        public StringBuffer format(Object object, StringBuffer text, FieldPosition position) {
            return text.append(object.toString().toUpperCase(Locale.ROOT)).append('!');
        }

        @Override
        public Object parseObject(String text, ParsePosition position) {
            position.setIndex(text.length());
            return text;
        }
    }

    private final Journal journal = new Journal();
    private final StringBuffer buffer = new StringBuffer();
    private final List<StringBuilder> list = new ArrayList<>();
    private final Map<String, StringBuilder> byName = new TreeMap<>();
    private final StringBuilder[] array = new StringBuilder[2];
    private final ReentrantLock lock = new ReentrantLock();
    private CharSequence anything;
    private StringBuilder tree;

    @Override
    public void start() {
        int w = worker();
        if (w == 0) {
            list.add(new StringBuilder("first"));
            array[1] = list.get(0);
            anything = array[1];
            tree = new StringBuilder();
            nest(tree, 4);
        }
        barrier();
        for (int turn = 0; turn < TURNS; turn++) {
            journal.add(w, turn);
            buffer.append(w).append(";");
            lock.lock();
            try {
                byName.computeIfAbsent("k" + turn % 2, name -> new StringBuilder(1))
                        .insert(0, w % 10)
                        .append(turn % 2 == 0)
                        .setCharAt(0, 'x');
            } finally {
                lock.unlock();
            }
        }
        barrier();
        report(w + " " + journal.count('\n') + journal.count('w') + " " + journal.names.length() + " "
                + buffer.length());
        report(w + " " + byName + list + (array[1] == list.get(0)) + (anything == array[1]) + tree
                + (anything instanceof StringBuilder)
                + ((StringBuilder) anything).compareTo(new StringBuilder("first")));
        report(w + " " + ofJdk() + new Loud().format("abc"));
        barrier();
        if (w == 1 % workers()) {
            array[1].delete(0, 2).reverse().replace(0, 1, "TT").deleteCharAt(2);
            journal.names = new StringJoiner("+");
            buffer.setLength(3);
            for (int i = 0; i < 5000; i++) {
                tree.append(i).append(" \u4e2d\ud83d\ude00");
            }
        }
        barrier();
        report(w + " " + list + anything + journal.names + buffer.length() + " " + tree.length() + tree.indexOf("4999")
                + tree.codePointCount(0, tree.length()));
    }

    private static void nest(StringBuilder text, int depth) {
        text.append('(');
        if (depth > 0) {
            nest(text, depth - 1);
            nest(text, depth - 1);
        }
        text.append(')');
    }

    /** Objects that the JDK's methods take and return. */
    private String ofJdk() {
        Matcher matcher = Pattern.compile("a(\\d)").matcher("xa1ya2z");
        Matcher another = matcher.pattern().matcher("xa1ya2z");
        StringBuilder within = new StringBuilder();
        StringBuilder passed = pass(new StringBuilder());
        while (matcher.find() && another.find()) {
            matcher.appendReplacement(within, "<$1>");
            another.appendReplacement(passed, "[$1]");
        }
        String tail = pass(another.appendTail(passed)).toString();
        StringWriter written = new StringWriter();
        new PrintWriter(written, true).print(passed);
        String joined = Stream.of("a", "b")
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .toString();
        synchronized (buffer) {
            return matcher.appendTail(within)
                    + tail
                    + written.getBuffer().length()
                    + new String(passed)
                    + joined
                    + tail.contentEquals(new StringBuffer(passed))
                    + String.join("-", within, passed)
                    + Arrays.asList(within, passed)
                    + new StringBuilder().append(buffer).length();
        }
    }

    private static StringBuilder pass(StringBuilder text) {
        return text;
    }
}
