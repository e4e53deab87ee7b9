package jdsm.launcher.plan;

import java.util.List;
import java.util.regex.Pattern;

/** The form in which {@code java @FILE} reads arguments from a file. */
public final class ArgumentFile {
    private static final Pattern PLAIN = Pattern.compile("[^\\s#\"'\\\\]+");

    private ArgumentFile() {}

    /** Returns a line for each argument, in quotation marks where it needs them. */
    public static List<String> of(List<String> arguments) {
        return arguments.stream().map(ArgumentFile::line).toList();
    }

    private static String line(String argument) {
        if (PLAIN.matcher(argument).matches()) {
            return argument;
        }
        String escaped = argument.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t")
                .replace("\f", "\\f");
        return '"' + escaped + '"';
    }
}
