import { expect, test, vi } from 'vitest';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import { closeOnSignal } from './close-on-signal.ts';

/** Calls `closeOnSignal` without its effects on this process. `send` calls the handler of a signal. */
function start(close: () => Promise<void>) {
	const handlers = new Map<string | symbol, () => void>();
	vi.spyOn(process, 'on').mockImplementation((signal, handler) => {
		handlers.set(signal, handler as () => void);
		return process;
	});
	const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
	const closeCommands = vi.fn(async () => {});
	const error = vi.fn();
	const brand = { current: () => defaultBrand };
	const isClosing = closeOnSignal({ close, logger: { error } as never, brand }, { close: closeCommands });
	return { send: (signal: string) => handlers.get(signal)?.(), exit, closeCommands, error, isClosing };
}

test('the first signal closes the server, and further ones change nothing', async () => {
	const closed = Promise.withResolvers<void>();
	const close = vi.fn(() => closed.promise);
	const { send, exit, closeCommands, error, isClosing } = start(close);
	expect(isClosing()).toBe(false);
	send('SIGTERM');
	expect(isClosing()).toBe(true);
	send('SIGTERM');
	send('SIGINT');
	await vi.waitFor(() => expect(close).toHaveBeenCalled());
	expect(exit).not.toHaveBeenCalled();
	closed.resolve();
	await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(0));
	expect([close, closeCommands, error].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

test('a server that cannot be closed ends with 1 and its error in the log', async () => {
	const reason = new Error('The disk is gone');
	const { send, exit, error } = start(() => Promise.reject(reason));
	send('SIGTERM');
	await vi.waitFor(() => expect(exit).toHaveBeenCalledExactlyOnceWith(1));
	expect(error).toHaveBeenCalledExactlyOnceWith({ err: reason }, 'did not stop cleanly');
});
