package jdsm.launcher.backend.ssh;

import java.util.ArrayList;
import java.util.List;

/**
 * The commands that run on a host by {@code ssh}. Pure. The login shell of the host may be any: the script is one quoted
 * word for {@code sh}. Nothing in it is secret, because others see the command lines of processes.
 */
final class RemoteScript {
    /** Exit status of the script if the host has no Java. */
    static final int NO_JAVA = 97;
    /** Exit status of the script if JDSM is not where it should be. */
    static final int NO_JDSM = 98;
    /** Exit status of {@code ssh} itself. */
    static final int NO_CONNECTION = 255;

    /** No questions to the user, and an end of connections whose network has gone. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=20",
            "-o",
            "ServerAliveInterval=15",
            "-o",
            "ServerAliveCountMax=3");

    private static final String FLAGS =
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xshare:auto -Xmx64m";

    private RemoteScript() {}

    /** Returns the local command that runs a script on a host. */
    static List<String> command(List<String> ssh, String host, String script) {
        List<String> command = new ArrayList<>(ssh);
        command.addAll(OPTIONS);
        command.add(host);
        command.add("exec sh -c " + quoted(script));
        return command;
    }

    /**
     * Returns the script that becomes the helper.
     *
     * @param java the launcher's own Java, which is taken if the host has it
     * @param home JDSM's directory; begins at the user's home directory if it is not absolute
     */
    static String helper(String java, String home) {
        return "h=" + quoted(home) + "; case $h in /*) ;; *) h=$HOME/$h ;; esac; j=" + quoted(java)
                + "; if ! [ -x \"$j\" ]; then j=${JAVA_HOME:-/}/bin/java;"
                + " [ -x \"$j\" ] || j=$(command -v java) || exit " + NO_JAVA + "; fi;"
                + " [ -r \"$h/lib/jdsm-launcher.jar\" ] || exit " + NO_JDSM + ";"
                + " exec \"$j\" " + FLAGS + " -cp \"$h/lib/*\" jdsm.launcher.host.HostMain \"$h\"";
    }

    /**
     * Returns the script that unpacks an archive from its standard input into a new directory, or leaves a directory
     * that is there already.
     *
     * @param directory begins at the user's home directory; must have a parent
     */
    static String unpack(String directory) {
        String parent = directory.substring(0, directory.lastIndexOf('/'));
        return "cd && [ -d " + quoted(directory) + " ] && exit 0; umask 077; mkdir -p " + quoted(parent)
                + " && t=$(mktemp -d " + quoted(directory + ".XXXXXX") + ") && tar -x -C \"$t\""
                + " && { mv -T \"$t\" " + quoted(directory) + " 2>/dev/null || rm -r \"$t\"; } && [ -d "
                + quoted(directory) + " ]";
    }

    /** Returns a text as one word of a shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
