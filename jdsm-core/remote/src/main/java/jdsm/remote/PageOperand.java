package jdsm.remote;

/**
 * An array and what a loop does with it, see {@link PageLoop}.
 *
 * @param array the array or slice
 * @param use what the loop does with its elements
 */
public record PageOperand(RemoteArray array, PageUse use) {}
