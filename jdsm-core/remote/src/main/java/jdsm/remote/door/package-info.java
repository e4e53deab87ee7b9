/**
 * The door of a memory server: how a client asks for memory, how both prove that they know the secret, and the messages
 * between the two afterwards.
 */
package jdsm.remote.door;
