package jdsm.pool;

import java.util.Arrays;

/*
 * What is read in one order is read in that order again: see Wenisch et al., Temporal streaming of shared memory, ISCA
 * 2005. Here the home keeps the order for each reader, because it sees all of the reader's requests.
 */

/**
 * The units that another rank has been sent, each once, in the order of the first time. It begins anew when it has
 * {@link #MOST} units. Not thread-safe.
 */
final class Trail {
    static final int MOST = 1 << 18;

    private static final int FIRST = 64;
    private static final int MOST_VAIN = 6;

    private int[] units = new int[FIRST];
    /** For each unit, the last turn in which it is not to be sent again. */
    private int[] until = new int[FIRST];
    /** For each unit, the number of times in a row that the other rank had no use for it, up to a limit. */
    private byte[] vain = new byte[FIRST];

    private int turn;
    private int size;
    /** The position behind the last unit of the reply before. */
    private int left;
    /** A hash table of open addressing: the position of a unit plus one, or 0. */
    private int[] table = new int[2 * FIRST];

    int size() {
        return size;
    }

    int unit(int position) {
        return units[position];
    }

    /** The position behind the last unit of the reply before. */
    int left() {
        return left;
    }

    /** A reply ends before a position. */
    void leave(int position) {
        left = position;
    }

    /** The position of a unit, or -1. */
    int position(int unit) {
        return table[slot(unit)] - 1;
    }

    /** The slot of a unit, or the free one where it would be. */
    private int slot(int unit) {
        int slot = (unit * 0x9E3779B9 >>> 7) & table.length - 1;
        while (table[slot] != 0 && units[table[slot] - 1] != unit) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    /** Begins a turn: units that were sent before may be stale at the other rank. */
    void nextTurn() {
        turn++;
    }

    /** Whether the unit at a position was sent in this turn. */
    boolean wasSent(int position) {
        return vain[position] == 0 && until[position] == turn;
    }

    /** Whether the unit at a position need not be sent in this turn. */
    boolean mayRest(int position) {
        return until[position] >= turn;
    }

    /** Notes that the unit at a position is sent. */
    void isSent(int position) {
        until[position] = turn;
        vain[position] = 0;
    }

    /** The other rank has the unit at a position. It rests for the longer, the more often that was so. */
    void inVain(int position) {
        until[position] = turn + (1 << vain[position]) - 1;
        vain[position] = (byte) Math.min(vain[position] + 1, MOST_VAIN);
    }

    /** Notes that a unit is sent, and adds it unless it is there. */
    void add(int unit) {
        int known = position(unit);
        if (known >= 0) {
            isSent(known);
            return;
        }
        if (size == MOST) {
            size = 0;
            left = 0;
            Arrays.fill(table, 0);
        } else if (size == units.length) {
            units = Arrays.copyOf(units, 2 * size);
            until = Arrays.copyOf(until, 2 * size);
            vain = Arrays.copyOf(vain, 2 * size);
            table = new int[2 * table.length];
            for (int i = 0; i < size; i++) {
                table[slot(units[i])] = i + 1;
            }
        }
        int slot = slot(unit);
        isSent(size);
        units[size++] = unit;
        table[slot] = size;
    }
}
