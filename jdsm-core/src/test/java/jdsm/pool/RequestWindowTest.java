package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestWindowTest {
    private final List<PendingAccess> sent = new ArrayList<>();
    private final RequestWindow window = new RequestWindow(100, sent::add);

    private static PendingAccess access() {
        return new PendingAccess(null, Thread.currentThread(), PendingAccess.Right.READ, null);
    }

    private PendingAccess request(long bytes) {
        PendingAccess access = access();
        window.request(access, bytes);
        return access;
    }

    @Test
    void requestsGoAsFarAsTheWindowReaches() {
        PendingAccess first = request(60);
        PendingAccess second = request(40);
        PendingAccess third = request(40);
        PendingAccess fourth = request(1);
        assertThat(sent).containsExactly(first, second);
        window.ended(60);
        assertThat(sent).containsExactly(first, second, third, fourth);
    }

    @Test
    void oneRequestOfAnySizeIsAlwaysUnderWay() {
        PendingAccess large = request(1000);
        PendingAccess larger = request(2000);
        assertThat(sent).containsExactly(large);
        window.ended(1000);
        assertThat(sent).containsExactly(large, larger);
    }

    @Test
    void whatSomebodyWaitsForGoesAtOnceAndOnce() {
        request(100);
        PendingAccess second = request(10);
        PendingAccess third = request(10);
        window.urge(third, 10);
        window.urge(third, 10);
        assertThat(sent).hasSize(2).endsWith(third);
        window.ended(100);
        assertThat(sent).hasSize(3).endsWith(second);
        window.urge(second, 10);
        window.ended(10);
        window.ended(10);
        assertThat(sent).hasSize(3);
        request(100);
        assertThat(sent).hasSize(4);
    }
}
