/** Data directory if `DATA_DIR` is not set. */
export const defaultDataDir = './data';

/** Name of Node's compile cache in the data directory. It can be deleted at any time. */
export const compileCacheName = 'compile-cache';
