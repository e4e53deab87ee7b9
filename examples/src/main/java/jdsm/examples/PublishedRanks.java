package jdsm.examples;

/**
 * The ranks of five keys that the NAS benchmark IS publishes for each size. In each iteration one key becomes small and
 * one large, so the ranks of small keys rise by one, and those of large keys fall by one.
 */
class PublishedRanks {
    private int[] places;
    private int[] ranks;
    /** The number of keys whose ranks rise; they are the first ones. */
    private int rising;
    /** What is added to the rank of a rising key, beside the iteration's number. */
    private int riseOffset;
    /** What is added to the rank of a falling key, from which the iteration's number is taken. */
    private int fallOffset;

    PublishedRanks(NpbClass size) {
        switch (size) {
            case S -> {
                places = new int[] {48427, 17148, 23627, 62548, 4431};
                ranks = new int[] {0, 18, 346, 64917, 65463};
                rising = 3;
            }
            case W -> {
                places = new int[] {357773, 934767, 875723, 898999, 404505};
                ranks = new int[] {1249, 11698, 1039987, 1043896, 1048018};
                rising = 2;
                riseOffset = -2;
            }
            case A -> {
                places = new int[] {2112377, 662041, 5336171, 3642833, 4250760};
                ranks = new int[] {104, 17523, 123928, 8288932, 8388264};
                rising = 3;
                riseOffset = -1;
                fallOffset = 1;
            }
        }
    }

    /**
     * How many of the five ranks are wrong.
     *
     * @param upTo for each key, the number of keys up to this one
     */
    int wrong(int[] keys, int[] upTo, int iteration) {
        int wrong = 0;
        for (int i = 0; i < places.length; i++) {
            int rank = upTo[keys[places[i]] - 1];
            int expected = ranks[i] + (i < rising ? riseOffset + iteration : fallOffset - iteration);
            wrong += rank == expected ? 0 : 1;
        }
        return wrong;
    }
}
