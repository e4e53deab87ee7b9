package jdsm.agent.analysis;

import java.util.Random;

/**
 * Source of random methods that build texts: variables that are assigned from one another, from fields, arrays, collections and calls, within
 * branches, loops, blocks with handlers and lambdas. A method that fails returns the exception's class.
 */
final class RandomTexts {
    private static final String[] BUILDERS = {"a", "b", "c"};
    private static final String[] BUFFERS = {"x", "y"};
    private static final String[] NUMBERS = {"n", "n + 1", "7", "-3"};

    private final Random random;
    private final StringBuilder code = new StringBuilder();
    private int variables;

    RandomTexts(long seed) {
        this.random = new Random(seed);
    }

    /** A class with methods {@code run0} and so on, of an int, that return texts. */
    String program(String name, int methods) {
        code.append("""
                class %1$s {
                    StringBuilder field = new StringBuilder("f");
                    StringBuffer shared = new StringBuffer("s");
                    StringBuilder[] array = new StringBuilder[2];
                    final java.util.List<StringBuilder> list = new java.util.ArrayList<>();
                    StringBuilder pass(StringBuilder text) { return text; }
                    StringBuffer pass(StringBuffer text) { return text; }
                    static void change(StringBuilder text, int n) { text.append('c').append(n); }
                    static int read(CharSequence text) { return text == null ? -1 : text.length(); }
                    static String any(Object object) { return "" + object; }
                """.formatted(name));
        for (int i = 0; i < methods; i++) {
            code.append("String run")
                    .append(i)
                    .append("(int n) {\nString seen = \"\";\nCharSequence any = \"any\";\nObject object = null;\n");
            for (String variable : BUILDERS) {
                code.append("StringBuilder ").append(variable).append(" = ").append(first("StringBuilder", "field"));
            }
            for (String variable : BUFFERS) {
                code.append("StringBuffer ").append(variable).append(" = ").append(first("StringBuffer", "shared"));
            }
            block(3);
            code.append("return seen + a + b + c + x + y + any + object + field + shared + list + array[0]; }\n");
        }
        return code.append("}\n").toString();
    }

    private String first(String type, String field) {
        return switch (random.nextInt(6)) {
            case 0 -> "null;\n";
            case 1 -> field + ";\n";
            default -> "new " + type + "(\"" + random.nextInt(10) + "\");\n";
        };
    }

    private String of(String[] names) {
        return names[random.nextInt(names.length)];
    }

    private void block(int depth) {
        int statements = 3 + random.nextInt(5);
        for (int i = 0; i < statements; i++) {
            statement(depth);
        }
    }

    private void line(String text, Object... arguments) {
        code.append(text.formatted(arguments)).append('\n');
    }

    private void statement(int depth) {
        if (depth > 0 && random.nextInt(4) == 0) {
            nested(depth);
            return;
        }
        String a = of(BUILDERS);
        String b = of(BUILDERS);
        String x = of(BUFFERS);
        String n = of(NUMBERS);
        switch (random.nextInt(30)) {
            case 0 -> line("%s = new StringBuilder();", a);
            case 1 -> line("%s = %s;", a, b);
            case 2, 3, 4 -> line("%s.append(%s);", a, n);
            case 5 -> line("%s = %s.append(%s).append(\"t\");", a, b, n);
            case 6 -> line("if (%s != null) { seen += %s.length() + \",\"; }", a, a);
            case 7 -> line("if (String.valueOf(%s).length() < 99) { %s.append(%s); }", x, a, x);
            case 8 -> line("if (String.valueOf(%s).length() < 99) { %s.append(%s); }", a, x, a);
            case 9 -> line("%s = new StringBuffer(String.valueOf(%s));", x, a);
            case 10 -> line("seen += %s;", a);
            case 11 -> line("seen = String.valueOf(%s) + %s + n;", a, x);
            case 12 -> line("seen += %s == %s;", a, b);
            case 13 -> line("if (%1$s != null) { seen += \"abc\".contentEquals(%1$s) + new String(%1$s); }", x);
            case 14 -> line("(n > 2 ? %s : %s).append('q');", a, b);
            case 15 -> line("any = %s;", random.nextBoolean() ? a : x);
            case 16 -> line("seen += any.length();");
            case 17 -> line("if (%1$s != null && %2$s != null) { seen += %1$s.compareTo(%2$s); }", a, b);
            case 18 -> line("%s.insert(0, %s).reverse().setLength(2);", a, b);
            case 19 ->
                line(
                        "{ java.util.regex.Matcher m%1$d = java.util.regex.Pattern.compile(\"(b)\").matcher(\"abcb\"); while (m%1$d.find()) { m%1$d.appendReplacement(%2$s, \"<$1>\"); } seen += m%1$d.appendTail(%2$s); }",
                        variables++, random.nextBoolean() ? a : x);
            case 20 -> line("change(%s, n);", a);
            case 21 -> line("seen += read(%s);", random.nextBoolean() ? a : x);
            default -> leaving(a, b, x);
        }
    }

    /** What lets an object leave the method, half of the time. */
    private void leaving(String a, String b, String x) {
        switch (random.nextInt(18)) {
            case 0 -> line("field = %s;", a);
            case 1 -> line("%s = field;", a);
            case 2 -> line("shared = %s;", x);
            case 3 -> line("%s = pass(%s);", a, b);
            case 4 -> line("%s = pass(%s);", x, x);
            case 5 -> line("array[0] = %s;", a);
            case 6 -> line("%s = array[0];", a);
            case 7 -> line("list.add(%s);", a);
            case 8 -> line("if (!list.isEmpty()) { %s = list.get(0); }", a);
            case 9 -> line("object = %s;", random.nextBoolean() ? a : x);
            case 10 -> line("if (object instanceof StringBuilder) { %s = (StringBuilder) object; }", a);
            case 11 -> line("seen += any(%s);", a);
            case 12 -> {
                int name = variables++;
                line(
                        "StringBuilder k%d = %s; Runnable r%d = () -> k%d.append('l'); r%d.run();",
                        name, a, name, name, name);
            }
            case 13 -> line("%s = null;", a);
            case 14 -> {
                int name = variables++;
                line(
                        "java.io.StringWriter w%d = new java.io.StringWriter(); w%d.write(\"wr\"); StringBuffer g%d = w%d.getBuffer(); g%d.append(n);",
                        name, name, name, name, name);
                line("seen += read(g%d) + any(g%d) + w%d; any = g%d;", name, name, name, name);
            }
            default -> line("%s.append(\"more\").deleteCharAt(0);", a);
        }
    }

    private void nested(int depth) {
        switch (random.nextInt(6)) {
            case 0 -> {
                line("if (n %% 3 == %d) {", random.nextInt(3));
                block(depth - 1);
                line("} else {");
                block(depth - 1);
                line("}");
            }
            case 1 -> {
                int name = variables++;
                line("for (int i%d = 0; i%d < %d; i%d++) {", name, name, random.nextInt(4), name);
                block(depth - 1);
                line("}");
            }
            case 2 -> {
                int name = variables++;
                line("try {");
                block(depth - 1);
                line("} catch (NullPointerException | IndexOutOfBoundsException e%d) { seen += \"caught\";", name);
                block(0);
                line("}");
            }
            case 3 -> {
                int name = variables++;
                line("{ long gap%d = n; StringBuilder own%d = new StringBuilder().append(gap%d);", name, name, name);
                block(depth - 1);
                line("seen += own%d; }", name);
            }
            case 4 -> {
                line("switch (n) { case 0: ");
                block(depth - 1);
                line("case 1: ");
                block(depth - 1);
                line("break; default: ");
                block(depth - 1);
                line("}");
            }
            default -> {
                line("if (%s != null) { synchronized (%s) {", "x", "x");
                block(depth - 1);
                line("} }");
            }
        }
    }
}
