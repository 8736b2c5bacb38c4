import { expect, test } from 'vitest';
import * as problemsText from '../../../contract/text/problems.ts';
import { type Actor, enforcePolicy, isSessionless, type Policy, policies } from './policy.ts';

const user: Actor = {
	accountId: 1,
	userName: 'ada',
	role: 'user',
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
};
const admin: Actor = { ...user, role: 'admin' };

const names = Object.keys(policies) as Policy[];
const withoutSession: Policy[] = ['anyone', 'unguessable', 'capability'];
const withSession = names.filter((name) => !withoutSession.includes(name));

const unauthenticated = expect.objectContaining({ code: 'unauthenticated', message: problemsText.logInFirst });
const forbidden = (message: string) => expect.objectContaining({ code: 'forbidden', message });

/** What a caller is refused with, or null. */
function refusalOf(policy: Policy, actor: Actor | null, exceptions: Parameters<typeof enforcePolicy>[2] = {}): unknown {
	try {
		enforcePolicy(policy, actor, exceptions);
		return null;
	} catch (refusal) {
		return refusal;
	}
}

test('lets everyone through where it is not the session that decides', () => {
	expect(names.filter(isSessionless)).toEqual(withoutSession);
	for (const policy of withoutSession) {
		for (const actor of [null, user, { ...user, isPendingDeletion: true }, { ...user, mustChangePassword: true }]) {
			expect(refusalOf(policy, actor)).toBeNull();
		}
	}
});

test('refuses a visitor everywhere else', () => {
	for (const policy of withSession) expect(refusalOf(policy, null)).toEqual(unauthenticated);
});

test('refuses everyone but administrators what is for them', () => {
	for (const policy of withSession) {
		expect(refusalOf(policy, admin)).toBeNull();
		expect(refusalOf(policy, user)).toEqual(policy === 'admin' ? forbidden(problemsText.administratorsOnly) : null);
	}
});

test('refuses a deleted account all but what is for it', () => {
	const actor = { ...admin, isPendingDeletion: true };
	for (const policy of withSession) {
		const refused = forbidden(problemsText.accountDeleted);
		expect(refusalOf(policy, actor)).toEqual(refused);
		expect(refusalOf(policy, actor, { beforePasswordChange: true })).toEqual(refused);
		expect(refusalOf(policy, actor, { allowPendingDeletion: true })).toBeNull();
	}
});

test('refuses whoever must change the password all but that', () => {
	const actor = { ...admin, mustChangePassword: true };
	for (const policy of withSession) {
		const refused = forbidden(problemsText.choosePasswordFirst);
		expect(refusalOf(policy, actor)).toEqual(refused);
		expect(refusalOf(policy, actor, { allowPendingDeletion: true })).toEqual(refused);
		expect(refusalOf(policy, actor, { beforePasswordChange: true })).toBeNull();
	}
});

test('says in its table what it does', () => {
	for (const policy of names) {
		const { visitor, user: owner, other, suspended, admin: administrator } = policies[policy];
		if (policy === 'capability') {
			expect(new Set([visitor, owner, other, suspended, administrator])).toEqual(new Set([403]));
			continue;
		}
		expect(visitor).toBe(refusalOf(policy, null) ? 401 : 'allow');
		// A suspended account has no session.
		expect(suspended).toBe(visitor);
		expect(owner).toBe(refusalOf(policy, user) ? 403 : 'allow');
		// Who owns or learns what the address names is for the rules to check.
		const bySession = { ownerAlone: 404, owner: 403, learner: 403, ownerOrAdmin: 403 } as Record<Policy, number>;
		expect(other).toBe(bySession[policy] ?? owner);
		expect(administrator).toBe(policy === 'owner' || policy === 'ownerAlone' ? other : 'allow');
	}
});
