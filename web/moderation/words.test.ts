import { expect, test } from 'vitest';
import * as moderationText from '../../contract/text/moderation.ts';
import { saidToOwner, saidToReporter } from './words.ts';

const dayOf = (time: string) => time.slice(0, 10);
const ad = { kind: 'ad', id: 7, title: 'Blue cloth' } as const;
const account = { kind: 'account', id: 7, title: 'Ada' } as const;

test('an owner reads what was done, and for how long', () => {
	expect(saidToOwner({ kind: 'hide', target: ad, until: null }, dayOf)).toBe(moderationText.ownTargetHidden('ad'));
	expect(saidToOwner({ kind: 'warn', target: account, until: null }, dayOf)).toBe(moderationText.ownAccountWarned);
	expect(saidToOwner({ kind: 'suspend', target: ad, until: null }, dayOf)).toBe(
		moderationText.ownAccountSuspendedForGood,
	);
	expect(saidToOwner({ kind: 'suspend', target: ad, until: '2026-03-01T10:00:00.000Z' }, dayOf)).toBe(
		moderationText.ownAccountSuspended('2026-03-01'),
	);
});

test('who reported reads what became of it', () => {
	expect(saidToReporter({ kind: 'dismiss', target: ad, until: null })).toBe(moderationText.reportedDismissed('ad'));
	expect(saidToReporter({ kind: 'delete', target: ad, until: null })).toBe(moderationText.reportedDeleted('ad'));
	expect(saidToReporter({ kind: 'warn', target: ad, until: null })).toBe(moderationText.ownerWarned('ad'));
	expect(saidToReporter({ kind: 'suspend', target: account, until: null })).toBe(
		moderationText.reportedSuspended('account'),
	);
});
