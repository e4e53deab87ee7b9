package jdsm.launcher.memory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts of a program's memory, from a file with a line {@code name megabytes} for each (DLM, figure 1). The first is
 * the computing host, whose memory is that of the program's process. {@code #} begins a comment. Immutable.
 *
 * @param file for messages
 * @param hosts at least the computing host
 */
record HostFile(Path file, List<Host> hosts) {
    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\d{1,9})");
    private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
    /** No name can be taken for an option of {@code ssh}. */
    private static final Pattern SSH_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@%-]*");

    private static final int LAST_PORT = 65_535;

    /**
     * A line of the file.
     *
     * @param name as it stands there, with the line's number if it stands there twice
     * @param megabytes the memory, in units of 2^20 bytes
     * @param address where a server listens; empty: one is started
     * @param ssh the host on which it is started, as {@code ssh} takes it; empty: this one
     */
    record Host(String name, long megabytes, Optional<InetSocketAddress> address, Optional<String> ssh) {
        long bytes() {
            return megabytes << 20;
        }
    }

    HostFile {
        hosts = List.copyOf(hosts);
    }

    /** The hosts on which servers are started by {@code ssh}. */
    List<Host> others() {
        return servers().stream().filter(host -> host.ssh().isPresent()).toList();
    }

    Host computing() {
        return hosts.get(0);
    }

    List<Host> servers() {
        return hosts.subList(1, hosts.size());
    }

    /** @throws MemoryException if the file cannot be read, or a line is not a host's; the message names the line */
    static HostFile read(Path file) throws MemoryException {
        try {
            return parse(file, Files.readAllLines(file));
        } catch (NoSuchFileException e) {
            throw new MemoryException("host file " + file + ": no such file");
        } catch (MalformedInputException e) {
            throw new MemoryException("host file " + file + " is not a text in UTF-8");
        } catch (IOException e) {
            throw new MemoryException("host file " + file + " cannot be read: " + e.getMessage());
        }
    }

    static HostFile parse(Path file, List<String> lines) throws MemoryException {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                hosts.add(host(file, i + 1, line, hosts));
            }
        }
        if (hosts.isEmpty()) {
            throw new MemoryException("host file " + file + " names no host; its first line is the computing host's");
        }
        return new HostFile(file, hosts);
    }

    private static Host host(Path file, int number, String line, List<Host> before) throws MemoryException {
        String where = "host file " + file + ", line " + number + ": ";
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new MemoryException(where + "'" + line + "' is not a host's name and its megabytes");
        }
        long megabytes = Long.parseLong(parts.group(2));
        if (megabytes == 0) {
            throw new MemoryException(where + parts.group(1) + " has 0 megabytes; the least is 1");
        }
        String name = parts.group(1);
        boolean again = before.stream().anyMatch(host -> host.name().equals(name));
        String shown = again ? name + " (line " + number + ")" : name;
        Optional<InetSocketAddress> address = address(where, name);
        boolean other = address.isEmpty() && !isThisHost(name);
        if (other && before.isEmpty()) {
            throw new MemoryException(where + name + " is not this host: the computing host is this one, localhost");
        }
        if (other && !SSH_NAME.matcher(name).matches()) {
            throw new MemoryException(where + "'" + name + "' is no name of a host");
        }
        if (address.isPresent() && before.isEmpty()) {
            throw new MemoryException(where + "the computing host has no port: write localhost");
        }
        return new Host(shown, megabytes, address, other ? Optional.of(name) : Optional.empty());
    }

    private static Optional<InetSocketAddress> address(String where, String name) throws MemoryException {
        Matcher parts = ADDRESS.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > LAST_PORT) {
            throw new MemoryException(where + "port " + port + " is not 1 to " + LAST_PORT);
        }
        return Optional.of(InetSocketAddress.createUnresolved(parts.group(1), port));
    }

    private static boolean isThisHost(String name) {
        try {
            return name.equals("localhost")
                    || name.equals(InetAddress.getLocalHost().getHostName())
                    || name.startsWith("127.") && InetAddress.getByName(name).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
