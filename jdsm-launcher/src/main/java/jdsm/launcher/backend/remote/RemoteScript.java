package jdsm.launcher.backend.remote;

/** The scripts that run on hosts. Pure. Nothing in them is secret, because others see the command lines of processes. */
public final class RemoteScript {
    /** Exit status of the script if the host has no Java. */
    static final int NO_JAVA = 97;
    /** Exit status of the script if JDSM is not where it should be. */
    static final int NO_JDSM = 98;
    /** Exit status of {@code ssh} itself, and of processes that are out of reach. */
    static final int NO_CONNECTION = 255;

    /** The last file of an archive, because {@code tar} takes some cut archives for complete ones. */
    public static final String LAST_FILE = ".jdsm-complete";

    private static final String FLAGS =
            "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xshare:auto -Xmx64m";

    private RemoteScript() {}

    /**
     * Returns the script that becomes the helper.
     *
     * @param java the launcher's own Java, which is taken if the host has it
     * @param home JDSM's directory; begins at the user's home directory if it is not absolute
     */
    public static String helper(String java, String home) {
        return "h=" + quoted(home) + "; case $h in /*) ;; *) h=$HOME/$h ;; esac; j=" + quoted(java)
                + "; if ! [ -x \"$j\" ]; then j=${JAVA_HOME:-/}/bin/java;"
                + " [ -x \"$j\" ] || j=$(command -v java) || exit " + NO_JAVA + "; fi;"
                + " [ -r \"$h/lib/jdsm-launcher.jar\" ] || exit " + NO_JDSM + ";"
                + " exec \"$j\" " + FLAGS + " -cp \"$h/lib/*\" jdsm.launcher.host.HostMain \"$h\"";
    }

    /**
     * Returns the script that unpacks an archive from its standard input into a new directory, or leaves a directory
     * that is there already. If it fails, or the archive has no {@link #LAST_FILE}, it leaves nothing behind.
     *
     * @param directory begins at the user's home directory; must have a parent
     */
    public static String unpack(String directory) {
        String parent = directory.substring(0, directory.lastIndexOf('/'));
        return "cd && [ -d " + quoted(directory) + " ] && exit 0; umask 077; mkdir -p " + quoted(parent)
                + " && t=$(mktemp -d " + quoted(directory + ".XXXXXX") + ") && trap 'rm -rf \"$t\"' EXIT"
                + " && trap 'exit 1' HUP INT TERM && tar -x -C \"$t\" && [ -f \"$t/" + LAST_FILE + "\" ]"
                + " && { mv -T \"$t\" " + quoted(directory) + " 2>/dev/null || :; } && [ -d "
                + quoted(directory) + " ]";
    }

    /** Returns the script that removes a directory, which begins at the user's home directory. */
    public static String remove(String directory) {
        return "cd && rm -rf " + quoted(directory);
    }

    /** Returns a text as one word of a shell. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
