/**
 * Release consistency with a home that moves: the owner of a unit keeps its authoritative copy and its directory entry.
 * How the other ranks hear of a release is a unit's {@link jdsm.coherence.Publication}.
 */
package jdsm.coherence.home;
