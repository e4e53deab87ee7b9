package jdsm.launcher.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;

/** Reads a list of hosts: a line {@code host slots=N} for each; without {@code slots} one. {@code #} begins a comment. */
public final class Hostfile {
    /** No name can be taken for an option of {@code ssh}, or for more than one word. */
    private static final Pattern LINE =
            Pattern.compile("(?<name>[A-Za-z0-9_][A-Za-z0-9_.@:%-]*)(?:\\s+slots\\s*=\\s*(?<slots>\\d{1,9}))?");

    private Hostfile() {}

    /**
     * Parses the lines of a hostfile. Pure.
     *
     * @param file the file's name, for messages
     * @throws JdsmConfigException for a malformed line, a host that stands twice, or no host at all; names the line
     */
    public static List<HostSlots> parse(String file, List<String> lines) {
        List<HostSlots> hosts = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (line.isEmpty()) {
                continue;
            }
            String where = file + ":" + (i + 1) + ": ";
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new JdsmConfigException(where + "'" + line + "' is not 'host' or 'host slots=N'");
            }
            int slots = matcher.group("slots") == null ? 1 : Integer.parseInt(matcher.group("slots"));
            if (slots < 1 || slots > JdsmConfig.MOST_RANKS) {
                throw new JdsmConfigException(where + "slots must be 1 to " + JdsmConfig.MOST_RANKS);
            }
            if (!names.add(matcher.group("name"))) {
                throw new JdsmConfigException(where + "host " + matcher.group("name") + " stands in the file twice");
            }
            hosts.add(new HostSlots(matcher.group("name"), slots));
        }
        if (hosts.isEmpty()) {
            throw new JdsmConfigException(file + " names no host");
        }
        return hosts;
    }
}
