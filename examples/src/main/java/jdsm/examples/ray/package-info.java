/** A scene of solids, and the light that rays find in it: objects that call each other. */
package jdsm.examples.ray;
