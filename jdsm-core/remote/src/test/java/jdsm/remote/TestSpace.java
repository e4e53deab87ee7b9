package jdsm.remote;

import java.util.ArrayList;
import java.util.List;
import jdsm.remote.PageTable.ElementType;
import jdsm.remote.server.InprocServer;
import jdsm.remote.store.PageStore;
import jdsm.remote.store.Placement;

/** A pager with servers of the same JVM, and what it said of them. Belongs to the thread that made it. */
final class TestSpace implements AutoCloseable {
    final List<InprocServer> servers = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    final List<String> endings = new ArrayList<>();
    final Placement placement;
    final Pager pager;

    TestSpace(SpaceSettings settings, boolean messages, int... pagesOfServers) {
        Losses losses = new Losses(settings.copies(), add(warnings), add(endings));
        List<PageStore> stores = new ArrayList<>();
        for (int pages : pagesOfServers) {
            String name = "server" + (servers.size() + 1);
            InprocServer server =
                    new InprocServer(name, settings.pageBytes(), pages, messages, why -> losses.lost(name, why));
            servers.add(server);
            stores.add(server.store());
        }
        placement = new Placement(stores, settings.copies());
        pager = new Pager(settings, placement, losses);
    }

    private static java.util.function.Consumer<String> add(List<String> to) {
        return text -> {
            synchronized (to) {
                to.add(text);
            }
        };
    }

    static SpaceSettings settings(int pageBytes, int frames, ReplacementPolicy policy, int copies) {
        return new SpaceSettings("here", (long) frames * pageBytes, pageBytes, policy, copies, 8);
    }

    RemoteDoubles doubles(long length) {
        return new RemoteDoubles(pager, Thread.currentThread(), table(ElementType.DOUBLE, length), 0, length);
    }

    RemoteBytes bytes(long length) {
        return new RemoteBytes(pager, Thread.currentThread(), table(ElementType.BYTE, length), 0, length);
    }

    PageTable table(ElementType type, long length) {
        return pager.allocate(type, length, "array of " + type.plural());
    }

    @Override
    public void close() {
        pager.close();
        for (InprocServer server : servers) {
            server.close();
        }
    }
}
