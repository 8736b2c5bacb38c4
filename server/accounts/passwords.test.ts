import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

test('compares passwords of unknown accounts again after a full queue', async () => {
	const passwords = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
	const hashes = Array.from({ length: 100 }, () => passwords.hash('blue kettle'));
	const first = passwords.matches(null, 'blue kettle');
	const outcomes = await Promise.allSettled([...hashes, first]);
	expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
	expect(await passwords.matches(null, 'blue kettle')).toBe(false);
});
