package jdsm.codec;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The primitive element types of arrays, with bulk copies between arrays and little-endian buffers. */
public enum ElementKind {
    BOOLEAN(boolean.class, 1) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            boolean[] elements = (boolean[]) array;
            for (int i = from; i < from + count; i++) {
                target.put((byte) (elements[i] ? 1 : 0));
            }
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            boolean[] elements = (boolean[]) array;
            for (int i = from; i < from + count; i++) {
                elements[i] = source.get() != 0;
            }
        }
    },
    BYTE(byte.class, 1) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.put((byte[]) array, from, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            source.get((byte[]) array, from, count);
        }
    },
    CHAR(char.class, 2) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asCharBuffer().put((char[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            source.asCharBuffer().get((char[]) array, from, count);
            advance(source, count);
        }
    },
    SHORT(short.class, 2) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asShortBuffer().put((short[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            source.asShortBuffer().get((short[]) array, from, count);
            advance(source, count);
        }
    },
    INT(int.class, 4) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asIntBuffer().put((int[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            if (count > FEW) {
                source.asIntBuffer().get((int[]) array, from, count);
                advance(source, count);
                return;
            }
            int[] elements = (int[]) array;
            for (int i = from; i < from + count; i++) {
                elements[i] = source.getInt();
            }
        }
    },
    LONG(long.class, 8) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asLongBuffer().put((long[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            if (count > FEW) {
                source.asLongBuffer().get((long[]) array, from, count);
                advance(source, count);
                return;
            }
            long[] elements = (long[]) array;
            for (int i = from; i < from + count; i++) {
                elements[i] = source.getLong();
            }
        }
    },
    FLOAT(float.class, 4) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asFloatBuffer().put((float[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            if (count > FEW) {
                source.asFloatBuffer().get((float[]) array, from, count);
                advance(source, count);
                return;
            }
            float[] elements = (float[]) array;
            for (int i = from; i < from + count; i++) {
                elements[i] = source.getFloat();
            }
        }
    },
    DOUBLE(double.class, 8) {
        @Override
        void put(ByteBuffer target, Object array, int from, int count) {
            target.asDoubleBuffer().put((double[]) array, from, count);
            advance(target, count);
        }

        @Override
        void get(ByteBuffer source, Object array, int from, int count) {
            if (count > FEW) {
                source.asDoubleBuffer().get((double[]) array, from, count);
                advance(source, count);
                return;
            }
            double[] elements = (double[]) array;
            for (int i = from; i < from + count; i++) {
                elements[i] = source.getDouble();
            }
        }
    };

    /** The most elements for which a copy one by one is quicker than one in bulk: diffs have many short runs. */
    private static final int FEW = 4;

    private final Class<?> type;
    private final int width;
    private final int shift;

    ElementKind(Class<?> type, int widthBytes) {
        this.type = type;
        this.width = widthBytes;
        this.shift = Integer.numberOfTrailingZeros(widthBytes);
    }

    /** The kind of an array's elements, or null if they are references. */
    public static ElementKind of(Class<?> arrayClass) {
        Class<?> element = arrayClass.getComponentType();
        for (ElementKind kind : values()) {
            if (kind.type == element) {
                return kind;
            }
        }
        return null;
    }

    /** The width of an element in bytes. */
    public int widthBytes() {
        return width;
    }

    /** The binary logarithm of the width. */
    int widthShift() {
        return shift;
    }

    /** Copies elements to the target's position and advances the position. */
    abstract void put(ByteBuffer target, Object array, int from, int count);

    /** Copies elements from the source's position and advances the position. */
    abstract void get(ByteBuffer source, Object array, int from, int count);

    final void advance(ByteBuffer buffer, int count) {
        buffer.position(buffer.position() + count * width);
    }

    /** The elements {@code from} to {@code to - 1} of an array as little-endian bytes. */
    public byte[] encode(Object array, int from, int to) {
        ByteBuffer target =
                ByteBuffer.allocate(Math.multiplyExact(to - from, width)).order(ByteOrder.LITTLE_ENDIAN);
        put(target, array, from, to - from);
        return target.array();
    }

    /**
     * Makes an array of the remaining elements of a little-endian buffer, which then has none.
     *
     * @throws CodecException if the last element is cut off
     */
    public Object decode(ByteBuffer source) {
        if (source.remaining() % width != 0) {
            throw new CodecException(source.remaining() + " bytes for elements of type " + type);
        }
        int length = source.remaining() / width;
        Object array = newArray(length);
        get(source, array, 0, length);
        return array;
    }

    final Object newArray(int length) {
        return Array.newInstance(type, length);
    }
}
