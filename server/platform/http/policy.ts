import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';

/** Who is acting. */
export interface Actor {
	accountId: number;
	userName: string;
	role: 'user' | 'admin';
	sessionId: number;
	/** May do nothing but change the password: it was given out, not chosen. */
	mustChangePassword: boolean;
	/** May do nothing but come back or log out: the account is deleted, and not erased yet. */
	isPendingDeletion: boolean;
}

/**
 * Who may use a route, as the generated authorization test and table read it: the status that each kind of caller is refused with,
 * or 'allow'. `other` is a signed-in account that does not own what the address names.
 */
export const policies = {
	anyone: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	signedIn: { visitor: 401, user: 'allow', other: 'allow', suspended: 401, admin: 'allow' },
	/** The rules check the object: another's public thing is 403. */
	owner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 403 },
	/** The same for what nobody else may know of: another's is 404. */
	ownerAlone: { visitor: 401, user: 'allow', other: 404, suspended: 401, admin: 404 },
	/** For those who learn the course, as the rules find, and for administrators, who put its content there. */
	learner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	/** One's own by the id in the address, or an administrator. */
	ownerOrAdmin: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	admin: { visitor: 401, user: 403, other: 403, suspended: 401, admin: 'allow' },
	/** Whoever has the unguessable id in the address; for anyone else there is nothing. Never kept by caches. */
	unguessable: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	/** A signed permission in the request decides, not the session. */
	capability: { visitor: 403, user: 403, other: 403, suspended: 403, admin: 403 },
} as const;

export type Policy = keyof typeof policies;

/** What a handler knows of its caller, by the route's policy. */
export type PolicyActor<P extends Policy> = P extends SessionlessPolicy ? Actor | null : Actor;

type SessionlessPolicy = 'anyone' | 'unguessable' | 'capability';

/** True where it is not the session that decides. */
export function isSessionless(policy: Policy): policy is SessionlessPolicy {
	return policy === 'anyone' || policy === 'unguessable' || policy === 'capability';
}

/** Throws 401 or 403 where the policy refuses this caller whatever the request names. */
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
