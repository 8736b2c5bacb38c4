import { afterEach, expect, test } from 'vitest';
import { setDataSaver } from '../platform/data-saver.ts';
import { autoplayChoice, isAutoplayOn } from './autoplay.ts';

/** Makes the browser tell a type of connection; without one it tells none, as on computers and iPhones. */
function connect(type: string | undefined) {
	Object.defineProperty(navigator, 'connection', { configurable: true, value: { type } });
}

afterEach(() => {
	autoplayChoice.remove();
	localStorage.removeItem('data-saver');
	Reflect.deleteProperty(navigator, 'connection');
});

test.each([
	['wifi', true],
	['ethernet', true],
	[undefined, true],
	['cellular', false],
	['unknown', false],
	['bluetooth', false],
])('after the user chose it, videos play by themselves on %s: %s', (type, plays) => {
	connect(type);
	expect(isAutoplayOn()).toBe(false);
	autoplayChoice.set(true);
	expect(isAutoplayOn()).toBe(plays);
});

test('videos wait for a tap while the user saves data, or declined', () => {
	connect('wifi');
	autoplayChoice.set(false);
	expect(isAutoplayOn()).toBe(false);
	autoplayChoice.set(true);
	setDataSaver(true);
	expect(isAutoplayOn()).toBe(false);
	setDataSaver(false);
	expect(isAutoplayOn()).toBe(true);
});
