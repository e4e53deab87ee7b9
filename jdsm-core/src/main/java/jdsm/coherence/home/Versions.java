package jdsm.coherence.home;

/**
 * The versions of a unit's content that matter to one rank. The owner raises the version with each publication. All
 * copies of one version are the same but for the unpublished writes of their ranks.
 */
final class Versions {
    /** The version of the content here; -1 if none has been here. */
    private long present;
    /** The highest version of which this rank has heard as newer than its copy: content of a lower version is stale. */
    private long least;
    /** Whether the content of the present version is in place. */
    private boolean inPlace;
    /** The version of the authoritative copy when it last took in a diff of this rank: a lower one lacks that diff. */
    private long own;

    /** @param content whether this rank has content from the beginning */
    Versions(boolean content) {
        this.present = content ? 0 : -1;
        this.inPlace = content;
    }

    long present() {
        return present;
    }

    long least() {
        return least;
    }

    /** Whether neither this rank nor, as far as it has heard, another one has published the unit. */
    boolean areInitial() {
        return present <= 0 && least == 0;
    }

    /** Whether the content here must not be read. */
    boolean isStale() {
        return present < least;
    }

    /** Whether content of a version lacks a diff of this rank that was applied. */
    boolean lacksOwn(long version) {
        return version < own;
    }

    /** Whether content of a version would be newer than all that has been here, and is not stale by itself. */
    boolean isNews(long version) {
        return version > present && version >= least && !lacksOwn(version);
    }

    /** The version whose content is in place, perhaps stale; or -1. */
    long inPlace() {
        return inPlace ? present : -1;
    }

    /** Whether the content of a version, or of a later one, is in place, perhaps stale. */
    boolean isInPlaceSince(long version) {
        return inPlace && present >= version;
    }

    /** Notes that parts of the stale content here are no longer in place. */
    void contentIsGone() {
        inPlace = false;
    }

    /** Notes that the owner publishes the next version. */
    void raise() {
        present++;
    }

    /** Notes that content of a version has been put in place. */
    void installed(long version) {
        present = version;
        inPlace = true;
    }

    /** Notes that the content here has all that a version has, and perhaps more. */
    void includes(long version) {
        present = Math.max(present, version);
    }

    /** Notes that content of a lower version is stale. */
    void requires(long version) {
        least = Math.max(least, version);
    }

    /** Notes the version that the authoritative copy got when it took in a diff of this rank. */
    void ownApplied(long version) {
        own = version;
    }
}
