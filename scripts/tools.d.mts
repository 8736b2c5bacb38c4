/** Returns the path of the Chromium for browser tests, or null. */
export function findChromium(): string | null;
