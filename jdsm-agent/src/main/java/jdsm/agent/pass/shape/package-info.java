/**
 * The passes that change a class's members: the handle field and methods of shareable classes, and annotations from
 * options.
 */
package jdsm.agent.pass.shape;
