/**
 * Turns objects into bytes and back: arrays of primitive types by bulk copy, all other objects by Kryo with a closed
 * list of classes.
 */
package jdsm.codec;
