/**
 * Encodes the content of units as bytes and decodes it: primitive arrays by bulk copy, fields and references by fixed
 * slots, all other objects by Kryo with a closed list of classes.
 */
package jdsm.codec;
