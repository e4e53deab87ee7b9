package jdsm.launcher.backend.remote;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import jdsm.launcher.backend.ExitStatus;
import jdsm.launcher.backend.RankProcess;
import jdsm.launcher.backend.RelayedOutput;
import jdsm.launcher.host.Frame;

/** A process on another host. */
final class RemoteProcess implements RankProcess {
    private final int number;
    private final String label;
    private final RelayedOutput output;
    private final Consumer<Frame> to;
    private final CompletableFuture<ExitStatus> ended = new CompletableFuture<>();

    /** @param to sends frames to the helper on the process's host */
    RemoteProcess(int number, String label, RelayedOutput output, Consumer<Frame> to) {
        this.number = number;
        this.label = label;
        this.output = output;
        this.to = to;
    }

    String label() {
        return label;
    }

    /** Used by one thread, that of the connection. */
    RelayedOutput output() {
        return output;
    }

    /** The process has ended, or is out of reach. Only the first call counts. */
    void end(ExitStatus status) {
        if (!ended.isDone()) {
            output.end();
            ended.complete(status);
        }
    }

    @Override
    public CompletableFuture<ExitStatus> ended() {
        return ended;
    }

    @Override
    public void terminate() {
        to.accept(Frame.of(Frame.Type.TERMINATE, number));
    }

    @Override
    public void kill() {
        to.accept(Frame.of(Frame.Type.KILL, number));
    }
}
