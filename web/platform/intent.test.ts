import { describe, expect, test } from 'vitest';
import { consumeIntent, type PendingIntent, saveIntent } from './intent.ts';

const intent: PendingIntent = { action: 'like', input: { id: 5 }, path: '/?category=Shoes', scroll: 840, at: 1000 };

describe('pending intents', () => {
	test('are taken once, and only on their page', () => {
		const storage = createMemoryStorage();
		saveIntent(storage, intent);
		expect(consumeIntent(storage, '/', 2000)).toBeNull();
		expect(consumeIntent(storage, intent.path, 2000)).toEqual(intent);
		expect(consumeIntent(storage, intent.path, 2000)).toBeNull();
	});

	test('are replaced by a later intent', () => {
		const storage = createMemoryStorage();
		saveIntent(storage, intent);
		saveIntent(storage, { ...intent, action: 'follow' });
		expect(consumeIntent(storage, intent.path, 2000)?.action).toBe('follow');
	});

	test('expire after half an hour on any page', () => {
		const storage = createMemoryStorage();
		saveIntent(storage, intent);
		expect(consumeIntent(storage, '/elsewhere', 1000 + 31 * 60_000)).toBeNull();
		expect(consumeIntent(storage, intent.path, 2000)).toBeNull();
	});

	test.each(['', 'null', '{}', '[1]', '{"action":1,"path":"/","scroll":0,"at":0}'])(
		'ignore an invalid stored value: %s',
		(text) => {
			const storage = createMemoryStorage();
			storage.setItem('intent', text);
			expect(consumeIntent(storage, '/', 0)).toBeNull();
		},
	);

	test('ignore a storage error', () => {
		const fullStorage = {
			setItem() {
				throw new Error('full');
			},
		};
		expect(() => saveIntent(fullStorage, intent)).not.toThrow();
	});
});

function createMemoryStorage() {
	const values = new Map<string, string>();
	return {
		getItem: (key: string) => values.get(key) ?? null,
		setItem: (key: string, value: string) => void values.set(key, value),
		removeItem: (key: string) => void values.delete(key),
	};
}
