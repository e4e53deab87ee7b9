package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.IllegalReferenceCountException;
import java.util.SplittableRandom;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageBufAllocatorTest {
    private final PageAllocator memory = new PageAllocator(
            AllocatorSettings.of(PagePolicy.lps(1)).withDebug(true).withPages(8192, 2));
    private final ByteBufAllocator allocator = new PageBufAllocator(memory);

    @AfterEach
    void nothingIsLeft() {
        assertThat(memory.leaks()).isEmpty();
        memory.place().trim();
        assertThat(memory.usage().usedPages()).isZero();
    }

    /** A buffer of Netty's goes through the same changes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void behavesAsABufferOfNettys(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int first = random.nextInt(100);
        ByteBuf subject = allocator.directBuffer(first, 100_000);
        ByteBuf model = Unpooled.directBuffer(first, 100_000);
        for (int step = 0; step < 2_000; step++) {
            int bytes = random.nextInt(20);
            switch (random.nextInt(7)) {
                case 0 -> {
                    byte[] content = new byte[bytes];
                    random.nextBytes(content);
                    subject.writeBytes(content);
                    model.writeBytes(content);
                }
                case 1 -> {
                    long value = random.nextLong();
                    subject.writeLong(value).writeIntLE((int) value);
                    model.writeLong(value).writeIntLE((int) value);
                }
                case 2 -> {
                    int read = Math.min(bytes, model.readableBytes());
                    assertThat(subject.readBytes(new byte[read])).isSameAs(subject);
                    model.skipBytes(read);
                }
                case 3 -> {
                    int capacity = random.nextInt(2_000);
                    subject.capacity(capacity);
                    model.capacity(capacity);
                }
                case 4 -> {
                    subject.discardReadBytes();
                    model.discardReadBytes();
                }
                case 5 -> {
                    ByteBuf part = subject.readRetainedSlice(Math.min(bytes, model.readableBytes()));
                    assertThat(part).isEqualTo(model.readSlice(part.readableBytes()));
                    part.release();
                }
                default -> {
                    ByteBuf copy = subject.copy();
                    assertThat(copy).isEqualTo(model);
                    copy.release();
                }
            }
            assertThat(subject.capacity()).isEqualTo(model.capacity());
            assertThat(subject).isEqualTo(model);
        }
        subject.release();
        model.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 4_000, 5_000, 100_000, 600_000})
    void aBufferHasTheWantedLength(int bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes, bytes);
        assertThat(buffer.capacity()).isEqualTo(bytes);
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.readableBytes()).isZero();
        buffer.writeZero(bytes);
        assertThat(buffer.nioBuffer().remaining()).isEqualTo(bytes);
        buffer.release();
    }

    @Test
    void aReleasedBufferRefusesAccess() {
        ByteBuf buffer = allocator.buffer(16);
        assertThat(buffer.isDirect()).isTrue();
        buffer.retain();
        buffer.release();
        buffer.writeByte(1);
        assertThat(buffer.release()).isTrue();
        assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(() -> buffer.getByte(0));
        assertThatExceptionOfType(IllegalReferenceCountException.class).isThrownBy(buffer::release);
    }

    @Test
    void anyThreadMayRelease() throws InterruptedException {
        ByteBuf[] buffers = new ByteBuf[2_000];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = allocator.directBuffer(64);
        }
        Thread other = new Thread(() -> {
            for (ByteBuf buffer : buffers) {
                buffer.release();
            }
        });
        other.start();
        other.join();
    }

    @Test
    void heapAndCompositeBuffersWork() {
        ByteBuf heap = allocator.heapBuffer(16);
        assertThat(heap.hasArray()).isTrue();
        CompositeByteBuf both = allocator.compositeBuffer();
        both.addComponents(true, heap.writeInt(7), allocator.directBuffer(8).writeInt(8));
        assertThat(both.readLong()).isEqualTo(7L << 32 | 8);
        both.release();
    }

    @Test
    void thePoolHasAName() {
        assertThat(NettyRuntime.pool("netty")).isInstanceOf(PooledByteBufAllocator.class);
        assertThat(NettyRuntime.pool("pages")).isInstanceOf(PageBufAllocator.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NettyRuntime.pool("page"))
                .withMessage("jdsm.tcp.buffers is \"page\"; known: netty, pages");
    }
}
