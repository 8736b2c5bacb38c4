import { expect, test } from 'vitest';
import * as moderationText from '../../text/web/moderation.ts';
import { describeDecisionForOwner, describeDecisionForReporter } from './describe-decision.ts';

const formatDay = (time: string) => time.slice(0, 10);
const ad = { kind: 'ad', id: 7, title: 'Blue cloth' } as const;
const account = { kind: 'account', id: 7, title: 'Ada' } as const;

test('describes the decision and its duration for the owner', () => {
	expect(describeDecisionForOwner({ kind: 'hide', target: ad, until: null }, formatDay)).toBe(
		moderationText.ownTargetHidden('ad'),
	);
	expect(describeDecisionForOwner({ kind: 'warn', target: account, until: null }, formatDay)).toBe(
		moderationText.ownAccountWarned,
	);
	expect(describeDecisionForOwner({ kind: 'suspend', target: ad, until: null }, formatDay)).toBe(
		moderationText.ownAccountSuspendedForGood,
	);
	expect(describeDecisionForOwner({ kind: 'suspend', target: ad, until: '2026-03-01T10:00:00.000Z' }, formatDay)).toBe(
		moderationText.ownAccountSuspended('2026-03-01'),
	);
});

test('describes the decision for the reporter', () => {
	expect(describeDecisionForReporter({ kind: 'dismiss', target: ad, until: null })).toBe(
		moderationText.reportedDismissed('ad'),
	);
	expect(describeDecisionForReporter({ kind: 'delete', target: ad, until: null })).toBe(
		moderationText.reportedDeleted('ad'),
	);
	expect(describeDecisionForReporter({ kind: 'warn', target: ad, until: null })).toBe(moderationText.ownerWarned('ad'));
	expect(describeDecisionForReporter({ kind: 'suspend', target: account, until: null })).toBe(
		moderationText.reportedSuspended('account'),
	);
});
