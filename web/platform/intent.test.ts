import { describe, expect, test } from 'vitest';
import { type PendingIntent, saveIntent, takeIntent } from './intent.ts';

const intent: PendingIntent = { action: 'like', input: { id: 5 }, path: '/?category=Shoes', scroll: 840, at: 1000 };

describe('what a visitor wanted', () => {
	test('is taken once, on the page it was wanted on', () => {
		const storage = memory();
		saveIntent(storage, intent);
		expect(takeIntent(storage, '/', 2000)).toBeNull();
		expect(takeIntent(storage, intent.path, 2000)).toEqual(intent);
		expect(takeIntent(storage, intent.path, 2000)).toBeNull();
	});

	test('gives way to a later wish', () => {
		const storage = memory();
		saveIntent(storage, intent);
		saveIntent(storage, { ...intent, action: 'follow' });
		expect(takeIntent(storage, intent.path, 2000)?.action).toBe('follow');
	});

	test('is forgotten after half an hour, wherever one is', () => {
		const storage = memory();
		saveIntent(storage, intent);
		expect(takeIntent(storage, '/elsewhere', 1000 + 31 * 60_000)).toBeNull();
		expect(takeIntent(storage, intent.path, 2000)).toBeNull();
	});

	test.each(['', 'null', '{}', '[1]', '{"action":1,"path":"/","scroll":0,"at":0}'])(
		'what is none is nothing: %s',
		(text) => {
			const storage = memory();
			storage.setItem('intent', text);
			expect(takeIntent(storage, '/', 0)).toBeNull();
		},
	);

	test('is not lost loudly where nothing can be stored', () => {
		const refusing = {
			setItem() {
				throw new Error('full');
			},
		};
		expect(() => saveIntent(refusing, intent)).not.toThrow();
	});
});

function memory() {
	const values = new Map<string, string>();
	return {
		getItem: (key: string) => values.get(key) ?? null,
		setItem: (key: string, value: string) => void values.set(key, value),
		removeItem: (key: string) => void values.delete(key),
	};
}
