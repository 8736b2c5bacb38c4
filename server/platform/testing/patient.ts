/** How `vi.waitFor` waits for what happens in another process or connection, milliseconds: a busy machine is late. */
export const patient = { timeout: 15_000, interval: 25 };
