package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/** Makes a channel read into buffers that its handler chooses, instead of buffers of a guessed size. */
final class TargetedReads implements RecvByteBufAllocator {
    /** Chooses the buffer for the next read. */
    interface Target {
        /**
         * Returns a buffer with room for at least one byte behind its writer index; the channel's handler releases it.
         */
        ByteBuf next();
    }

    private static final int MAX_READS_A_ROUND = 16;

    private Target target;

    TargetedReads(Target first) {
        target = first;
    }

    /** Replaces the target. On the event loop. */
    void target(Target next) {
        target = next;
    }

    @Override
    @SuppressWarnings("deprecation")
    public Handle newHandle() {
        return new TargetedHandle();
    }

    @SuppressWarnings("deprecation") // Handle is deprecated, but channels require an ExtendedHandle
    private final class TargetedHandle implements ExtendedHandle {
        private ChannelConfig config;
        private int reads;
        private int attemptedBytes;
        private int readBytes;

        @Override
        public ByteBuf allocate(ByteBufAllocator ignored) {
            return target.next();
        }

        @Override
        public int guess() {
            return attemptedBytes;
        }

        @Override
        public void reset(ChannelConfig channelConfig) {
            config = channelConfig;
            reads = 0;
        }

        @Override
        public void incMessagesRead(int count) {
            reads += count;
        }

        @Override
        public void lastBytesRead(int bytes) {
            readBytes = bytes;
        }

        @Override
        public int lastBytesRead() {
            return readBytes;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attemptedBytes = bytes;
        }

        @Override
        public int attemptedBytesRead() {
            return attemptedBytes;
        }

        @Override
        public boolean continueReading() {
            // A read that did not fill the buffer has emptied the socket.
            return readBytes > 0 && readBytes == attemptedBytes && reads < MAX_READS_A_ROUND && config.isAutoRead();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return continueReading();
        }

        @Override
        public void readComplete() {
            // The target chooses sizes; nothing is learnt from past reads.
        }
    }
}
