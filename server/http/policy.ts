import type { TokenScope } from '../../contract/accounts/token-scopes.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';

export interface Actor {
	accountId: number;
	userName: string;
	role: 'user' | 'admin';
	sessionId: number;
	/** Whether the password was generated. The account can only change such a password, read its own data, or log out. */
	mustChangePassword: boolean;
	/** Whether the owner has deleted the account. Such an account can only be read, exported, restored or logged out. */
	isPendingDeletion: boolean;
	/** What an API token may do; null for a login, which may do everything. */
	scopes: readonly TokenScope[] | null;
}

/** Exceptions of a route from the rules for all routes. */
export interface PolicyOptions {
	/** Scope with which API tokens may call the route. Without it, only logins may. */
	scope?: TokenScope;
	/** Whether a call with an API token is rejected, although visitors may call the route. */
	refusesTokens?: true;
	/** Whether accounts that must change their password first may call the route. */
	beforePasswordChange?: true;
	/** Whether accounts that are pending deletion may call the route. */
	allowPendingDeletion?: true;
}

/**
 * Expected result of each policy for each kind of caller: 'allow' or an error status. The authorization test and docs/authorization.md use
 * it. `other` is a logged-in account that does not own the resource.
 */
export const policies = {
	anyone: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	signedIn: { visitor: 401, user: 'allow', other: 'allow', suspended: 401, admin: 'allow' },
	/** Policy for public resources with an owner, whom the handler checks. Any other account gets 403. */
	owner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 403 },
	/** Policy for private resources with an owner, whom the handler checks. Any other account gets 404. */
	ownerAlone: { visitor: 401, user: 'allow', other: 404, suspended: 401, admin: 404 },
	/** Policy for the active learners of a course, whom the handler checks, and for administrators. */
	learner: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	/** Policy for the owner of the resource, whom the handler checks, and for administrators. */
	ownerOrAdmin: { visitor: 401, user: 'allow', other: 403, suspended: 401, admin: 'allow' },
	admin: { visitor: 401, user: 403, other: 403, suspended: 401, admin: 'allow' },
	/** Policy for URLs with an unguessable id, which grants access. A wrong id gives 404. Responses are never cached. */
	unguessable: { visitor: 'allow', user: 'allow', other: 'allow', suspended: 'allow', admin: 'allow' },
	/** Policy for requests with a signed permission, which grants access. The session does not matter. */
	capability: { visitor: 403, user: 403, other: 403, suspended: 403, admin: 403 },
} as const;

export type Policy = keyof typeof policies;

export type PolicyActor<P extends Policy> = P extends SessionlessPolicy ? Actor | null : Actor;

type SessionlessPolicy = 'anyone' | 'unguessable' | 'capability';

export function isSessionlessPolicy(policy: Policy): policy is SessionlessPolicy {
	return policy === 'anyone' || policy === 'unguessable' || policy === 'capability';
}

/** Returns whether a login or an API token has the scope of a route. */
export function hasScope({ scopes }: Actor, scope: TokenScope | undefined): boolean {
	return scopes === null || (scope !== undefined && scopes.includes(scope));
}

/** Throws a 401 or 403 error if the policy rejects the caller whatever the resource is. */
export function enforcePolicy<P extends Policy>(
	policy: P,
	actor: Actor | null,
	{ scope, beforePasswordChange, allowPendingDeletion }: PolicyOptions,
): asserts actor is PolicyActor<P> {
	if (isSessionlessPolicy(policy)) return;
	if (!actor) {
		throw new DomainError('unauthenticated', problemsText.logInFirst);
	}
	if (!hasScope(actor, scope)) {
		throw new DomainError('forbidden', scope ? apiTokensText.scopeNeeded(scope) : apiTokensText.noToken);
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
