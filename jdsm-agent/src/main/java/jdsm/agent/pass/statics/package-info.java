/**
 * The pass for static fields and fields of enums, which each rank has for itself: it reports changes that other ranks
 * would not see.
 */
package jdsm.agent.pass.statics;
