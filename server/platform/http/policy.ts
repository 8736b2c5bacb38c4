import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';

export interface Actor {
	accountId: number;
	userName: string;
	role: 'user' | 'admin';
	sessionId: number;
	/** The password was generated: the account can only change it. */
	mustChangePassword: boolean;
	/** The owner has deleted the account: it can only be restored or logged out. */
	isPendingDeletion: boolean;
}

/**
 * Expected result for each kind of caller: 'allow' or an error status. The authorization test and table are generated from it. `other` is a
 * signed-in account that does not own the resource.
 */
export const policies = {
	anyone: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	signedIn: { visitor: 401, user: 'allow', other: 'allow', suspended: 401, admin: 'allow' },
	/** The handler checks the owner; another's public resource is 403. */
	owner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 403 },
	/** Like `owner`, for private resources: another's is 404. */
	ownerAlone: { visitor: 401, user: 'allow', other: 404, suspended: 401, admin: 404 },
	/** Active learners of the course, as the handler checks, and administrators. */
	learner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	/** The owner of the resource, as the handler checks, and administrators. */
	ownerOrAdmin: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	admin: { visitor: 401, user: 403, other: 403, suspended: 401, admin: 'allow' },
	/** The unguessable id in the URL grants access; a wrong one is 404. Responses are never cached. */
	unguessable: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	/** A signed permission in the request grants access, independent of the session. */
	capability: { visitor: 403, user: 403, other: 403, suspended: 403, admin: 403 },
} as const;

export type Policy = keyof typeof policies;

export type PolicyActor<P extends Policy> = P extends SessionlessPolicy ? Actor | null : Actor;

type SessionlessPolicy = 'anyone' | 'unguessable' | 'capability';

export function isSessionless(policy: Policy): policy is SessionlessPolicy {
	return policy === 'anyone' || policy === 'unguessable' || policy === 'capability';
}

/** Throws 401 or 403 if the policy rejects the caller, independent of the resource. */
export function enforcePolicy(
	policy: Policy,
	actor: Actor | null,
	{ beforePasswordChange, allowPendingDeletion }: { beforePasswordChange?: true; allowPendingDeletion?: true },
): void {
	if (isSessionless(policy)) return;
	if (!actor) {
		throw new DomainError('unauthenticated', problemsText.logInFirst);
	}
	if (actor.isPendingDeletion && !allowPendingDeletion) {
		throw new DomainError('forbidden', problemsText.accountDeleted);
	}
	if (actor.mustChangePassword && !beforePasswordChange) {
		throw new DomainError('forbidden', problemsText.choosePasswordFirst);
	}
	if (policy === 'admin' && actor.role !== 'admin') {
		throw new DomainError('forbidden', problemsText.administratorsOnly);
	}
}
