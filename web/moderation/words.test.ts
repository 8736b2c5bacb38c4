import { expect, test } from 'vitest';
import { saidToOwner, saidToReporter } from './words.ts';

const dayOf = (time: string) => time.slice(0, 10);
const ad = { kind: 'ad', id: 7, title: 'Blue cloth' } as const;
const account = { kind: 'account', id: 7, title: 'Ada' } as const;

test('an owner reads what was done, and for how long', () => {
	expect(saidToOwner({ kind: 'hide', target: ad, until: null }, dayOf)).toBe('Your ad was hidden');
	expect(saidToOwner({ kind: 'warn', target: account, until: null }, dayOf)).toBe('You have been warned');
	expect(saidToOwner({ kind: 'suspend', target: ad, until: null }, dayOf)).toBe('Your account is suspended for good');
	expect(saidToOwner({ kind: 'suspend', target: ad, until: '2026-03-01T10:00:00.000Z' }, dayOf)).toBe(
		'Your account is suspended until 2026-03-01',
	);
});

test('who reported reads what became of it', () => {
	expect(saidToReporter({ kind: 'dismiss', target: ad, until: null })).toBe('The ad you reported stays');
	expect(saidToReporter({ kind: 'delete', target: ad, until: null })).toBe('The ad you reported was deleted');
	expect(saidToReporter({ kind: 'warn', target: ad, until: null })).toBe('The owner of the ad you reported was warned');
	expect(saidToReporter({ kind: 'suspend', target: account, until: null })).toBe(
		'The account you reported was suspended',
	);
});
