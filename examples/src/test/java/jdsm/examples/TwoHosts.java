package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hosts, alpha and beta, made of network namespaces of this machine: each with an address, an {@code sshd} and a
 * {@code /dev/shm} of its own. Needs root.
 */
final class TwoHosts implements AutoCloseable {
    private static final List<String> NAMES = List.of("alpha", "beta");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path folder;
    /** Short, because names of network interfaces are, and different for each test JVM of this machine. */
    private final String tag;

    private final int subnet;
    /** A line of the servers' configuration, perhaps empty. */
    private final String environment;

    private final List<Process> servers = new ArrayList<>();

    /**
     * Makes the hosts.
     *
     * @param folder takes keys and configurations
     * @param letter another one for each pair of hosts of a test JVM
     */
    TwoHosts(Path folder, String letter) throws IOException {
        this(folder, letter, "");
    }

    /** @param variables variables of all processes on the hosts, {@code NAME=value} with blanks between them */
    TwoHosts(Path folder, String letter, String variables) throws IOException {
        this.folder = folder;
        environment = variables.isEmpty() ? "" : "SetEnv " + variables + "\n";
        long pid = ProcessHandle.current().pid();
        tag = letter + Long.toString(pid, 36);
        subnet = (int) ((pid + letter.charAt(0)) % 250);
        try {
            begin();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void begin() throws IOException {
        keys();
        Files.createDirectories(Path.of("/run/sshd"));
        run("ip link add " + tag + " type bridge");
        run("ip addr add " + address(1) + "/24 dev " + tag);
        run("ip link set " + tag + " up");
        StringBuilder config = new StringBuilder();
        StringBuilder known = new StringBuilder();
        for (int i = 0; i < NAMES.size(); i++) {
            String address = address(11 + i);
            host(i, address);
            config.append("Host ")
                    .append(NAMES.get(i))
                    .append("\n HostName ")
                    .append(address)
                    .append('\n');
            known.append(address).append(' ').append(Files.readString(folder.resolve("host.pub")));
        }
        Files.writeString(folder.resolve("known"), known);
        Files.writeString(
                folder.resolve("config"),
                "%sHost *\n User root\n IdentityFile %s\n IdentitiesOnly yes\n UserKnownHostsFile %s\n"
                        .formatted(config, folder.resolve("user"), folder.resolve("known")));
        for (int i = 0; i < NAMES.size(); i++) {
            String address = address(11 + i);
            await().atMost(PATIENCE).until(() -> listens(address));
        }
    }

    private void keys() throws IOException {
        run("ssh-keygen -q -t ed25519 -N  -f " + folder.resolve("user"));
        run("ssh-keygen -q -t ed25519 -N  -f " + folder.resolve("host"));
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
        Files.setPosixFilePermissions(folder.resolve("authorized"), PosixFilePermissions.fromString("rw-------"));
    }

    private String address(int last) {
        return "10.117." + subnet + "." + last;
    }

    private void host(int number, String address) throws IOException {
        String space = tag + NAMES.get(number);
        String port = tag + number;
        run("ip netns add " + space);
        run("ip link add " + port + " type veth peer name eth0 netns " + space);
        run("ip link set " + port + " master " + tag + " up");
        run("ip -n " + space + " addr add " + address + "/24 dev eth0");
        run("ip -n " + space + " link set eth0 up");
        run("ip -n " + space + " link set lo up");
        Path config = Files.writeString(
                folder.resolve("sshd" + number),
                "ListenAddress %s\nHostKey %s\nAuthorizedKeysFile %s\nStrictModes no\nUsePAM no\nPidFile none\n%s"
                        .formatted(address, folder.resolve("host"), folder.resolve("authorized"), environment));
        servers.add(new ProcessBuilder(
                        "ip",
                        "netns",
                        "exec",
                        space,
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && exec /usr/sbin/sshd -D -e -f " + config)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log" + number).toFile())
                .start());
    }

    private static boolean listens(String address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, 22), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** The ssh command that knows the hosts. */
    String ssh() {
        return "ssh -F " + folder.resolve("config");
    }

    /** All processes on both hosts but the servers themselves. */
    List<ProcessHandle> processes() {
        return servers.stream()
                .flatMap(server -> server.toHandle().descendants())
                .toList();
    }

    /** Cuts a host from the network. */
    void cut(int number) throws IOException {
        run("ip link set " + tag + number + " down");
    }

    /** Runs a command of words separated by one blank each; two in a row stand for an empty word between them. */
    private static void run(String command) throws IOException {
        Process process =
                new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Ends what is left in a namespace, such as the server's side of a connection that was cut. */
    private static void endProcesses(String space) throws IOException {
        Process process = new ProcessBuilder("ip", "netns", "pids", space)
                .redirectError(Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(pid -> !pid.isEmpty())
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() throws IOException {
        for (Process server : servers) {
            server.destroy();
        }
        endProcesses(tag + "alpha");
        endProcesses(tag + "beta");
        for (String command :
                List.of("ip netns del " + tag + "alpha", "ip netns del " + tag + "beta", "ip link del " + tag)) {
            try {
                run(command);
            } catch (AssertionError e) {
                System.err.println("jdsm: " + e.getMessage()); // it was not made
            }
        }
    }
}
