import { describe, expect, test } from 'vitest';
import { consumeVisitorIntent, type PendingVisitorIntent, saveVisitorIntent } from './visitor-intent.ts';

const intent: PendingVisitorIntent = {
	action: 'like',
	input: { id: 5 },
	path: '/?category=Shoes',
	scroll: 840,
	at: 1000,
};

describe('pending intents', () => {
	test('are taken once, and only on their page', () => {
		const storage = createMemoryStorage();
		saveVisitorIntent(storage, intent);
		expect(consumeVisitorIntent(storage, '/', 2000)).toBeNull();
		expect(consumeVisitorIntent(storage, intent.path, 2000)).toEqual(intent);
		expect(consumeVisitorIntent(storage, intent.path, 2000)).toBeNull();
	});

	test('are replaced by a later intent', () => {
		const storage = createMemoryStorage();
		saveVisitorIntent(storage, intent);
		saveVisitorIntent(storage, { ...intent, action: 'follow' });
		expect(consumeVisitorIntent(storage, intent.path, 2000)?.action).toBe('follow');
	});

	test('expire after half an hour on any page', () => {
		const storage = createMemoryStorage();
		saveVisitorIntent(storage, intent);
		expect(consumeVisitorIntent(storage, '/elsewhere', 1000 + 31 * 60_000)).toBeNull();
		expect(consumeVisitorIntent(storage, intent.path, 2000)).toBeNull();
	});

	test.each(['', 'null', '{}', '[1]', '{"action":1,"path":"/","scroll":0,"at":0}'])(
		'ignore an invalid stored value: %s',
		(text) => {
			const storage = createMemoryStorage();
			storage.setItem('intent', text);
			expect(consumeVisitorIntent(storage, '/', 0)).toBeNull();
		},
	);

	test('ignore a storage error', () => {
		const fullStorage = {
			setItem() {
				throw new Error('full');
			},
		};
		expect(() => saveVisitorIntent(fullStorage, intent)).not.toThrow();
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
