import { expect, test } from 'vitest';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { type Actor, enforcePolicy, isSessionlessPolicy, type Policy, policies } from './policy.ts';

const user: Actor = {
	accountId: 1,
	userName: 'ada',
	role: 'user',
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
	scopes: null,
};
const admin: Actor = { ...user, role: 'admin' };

const names = Object.keys(policies) as Policy[];
const withoutSession: Policy[] = ['anyone', 'unguessable', 'capability'];
const withSession = names.filter((name) => !withoutSession.includes(name));

const unauthenticated = expect.objectContaining({ code: 'unauthenticated', message: problemsText.logInFirst });
const forbidden = (message: string) => expect.objectContaining({ code: 'forbidden', message });

function getError(policy: Policy, actor: Actor | null, exceptions: Parameters<typeof enforcePolicy>[2] = {}): unknown {
	try {
		enforcePolicy(policy, actor, exceptions);
		return null;
	} catch (error) {
		return error;
	}
}

test('allows every caller under policies that need no session', () => {
	expect(names.filter(isSessionlessPolicy)).toEqual(withoutSession);
	for (const policy of withoutSession) {
		for (const actor of [null, user, { ...user, isPendingDeletion: true }, { ...user, mustChangePassword: true }]) {
			expect(getError(policy, actor)).toBeNull();
		}
	}
});

test('rejects visitors under all other policies', () => {
	for (const policy of withSession) expect(getError(policy, null)).toEqual(unauthenticated);
});

test('allows only administrators under the policy admin', () => {
	for (const policy of withSession) {
		expect(getError(policy, admin)).toBeNull();
		expect(getError(policy, user)).toEqual(policy === 'admin' ? forbidden(problemsText.administratorsOnly) : null);
	}
});

test('rejects an account pending deletion except on routes that allow it', () => {
	const actor = { ...admin, isPendingDeletion: true };
	for (const policy of withSession) {
		const expectedError = forbidden(problemsText.accountDeleted);
		expect(getError(policy, actor)).toEqual(expectedError);
		expect(getError(policy, actor, { beforePasswordChange: true })).toEqual(expectedError);
		expect(getError(policy, actor, { allowPendingDeletion: true })).toBeNull();
	}
});

test('rejects an account that must change its password except on routes that allow it', () => {
	const actor = { ...admin, mustChangePassword: true };
	for (const policy of withSession) {
		const expectedError = forbidden(problemsText.choosePasswordFirst);
		expect(getError(policy, actor)).toEqual(expectedError);
		expect(getError(policy, actor, { allowPendingDeletion: true })).toEqual(expectedError);
		expect(getError(policy, actor, { beforePasswordChange: true })).toBeNull();
	}
});

test('rejects an API token without the scope of the route, and any token on a route without a scope', () => {
	const actor: Actor = { ...admin, scopes: ['read', 'ads'] };
	for (const policy of withSession) {
		expect(getError(policy, actor, { scope: 'ads' })).toBeNull();
		expect(getError(policy, actor, { scope: 'posts' })).toEqual(forbidden(apiTokensText.scopeNeeded('posts')));
		expect(getError(policy, actor)).toEqual(forbidden(apiTokensText.noToken));
	}
});

test('enforces its table', () => {
	for (const policy of names) {
		const { visitor, user: owner, other, suspended, admin: administrator } = policies[policy];
		if (policy === 'capability') {
			expect(new Set([visitor, owner, other, suspended, administrator])).toEqual(new Set([403]));
			continue;
		}
		expect(visitor).toBe(getError(policy, null) ? 401 : 'allow');
		// A suspended account has no session, so it is treated like a visitor.
		expect(suspended).toBe(visitor);
		expect(owner).toBe(getError(policy, user) ? 403 : 'allow');
		// For these policies, the handler checks who owns the resource or is enrolled.
		const bySession = { ownerAlone: 404, owner: 403, learner: 403, ownerOrAdmin: 403 } as Record<Policy, number>;
		expect(other).toBe(bySession[policy] ?? owner);
		expect(administrator).toBe(policy === 'owner' || policy === 'ownerAlone' ? other : 'allow');
	}
});
