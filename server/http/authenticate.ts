import type { FastifyRequest } from 'fastify';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { DomainError } from '../core/domain-error.ts';
import { type Actor, hasScope, isSessionlessPolicy } from './policy.ts';
import type { Route } from './route.ts';

export interface Sessions {
	/** Returns the actor of a session token; null if the token is unknown or expired. */
	authenticate: (token: string) => Promise<Actor | null>;
	/** Returns the account of a session token that was authenticated lately and not revoked since. Enough for a budget, not for access. */
	findRecentAccountId: (token: string) => number | undefined;
}

/** Who calls a route, and whose limits the call counts against. */
export interface Caller {
	/** Null for a visitor, and on routes that ignore the session. */
	actor: Actor | null;
	/** Account whose limits apply; null if those of the address do. */
	accountId: number | null;
	/** API token whose limits apply too; null without one. */
	tokenId: number | null;
}

const visitor: Caller = Object.freeze({ actor: null, accountId: null, tokenId: null });

export function getBearerToken({ headers: { authorization } }: FastifyRequest): string | null {
	return authorization === undefined ? null : (/^Bearer (\S+)$/i.exec(authorization)?.[1] ?? null);
}

/** Returns the caller if that needs no look-up: a visitor, or a session that is known and that the route ignores. Otherwise undefined. */
export function identifyAtOnce(request: FastifyRequest, { options }: Route, sessions: Sessions): Caller | undefined {
	const token = getBearerToken(request);
	if (token === null) return visitor;
	const accountId = options.cache?.ignoresSession ? sessions.findRecentAccountId(token) : undefined;
	return accountId === undefined ? undefined : { actor: null, accountId, tokenId: null };
}

/** Looks up the caller of a request with a token. Throws `forbidden` for an API token if the route accepts none. */
export async function authenticate(request: FastifyRequest, route: Route, sessions: Sessions): Promise<Caller> {
	const token = getBearerToken(request);
	const actor = token === null ? null : await sessions.authenticate(token);
	if (actor?.scopes) return toTokenCaller(actor, route);
	return actor ? { actor, accountId: actor.accountId, tokenId: null } : visitor;
}

/**
 * Returns the caller of a call with an API token. Without the scope it runs as a visitor's call, or is rejected where visitors may not call.
 * It counts against the limits of the address, so that a token cannot use up limits of its owner that are not in its scopes, such as that of
 * logins.
 */
function toTokenCaller(actor: Actor, { options: { refusesTokens, scope, policy } }: Route): Caller {
	if (refusesTokens) throw new DomainError('forbidden', apiTokensText.noToken);
	if (hasScope(actor, scope)) return { actor, accountId: actor.accountId, tokenId: actor.sessionId };
	return isSessionlessPolicy(policy) ? visitor : { actor, accountId: null, tokenId: null };
}
