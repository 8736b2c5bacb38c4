import type { z } from 'zod';
import type { ApiToken, createApiToken } from '../../contract/accounts/api-tokens.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { type ApiTokenRow, deleteApiToken, listApiTokens, parseScopes } from './api-tokens-store.ts';
import { securityNoticeMailJob } from './job-definitions.ts';
import type { ReauthenticateWithCode } from './reauthenticate.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import { insertSession, lockAccountRow } from './store.ts';

export interface ApiTokenServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs'> {
	reauthenticateWithCode: ReauthenticateWithCode;
}

export type ApiTokenService = ReturnType<typeof createApiTokenService>;

/** Beginning of every API token, by which scanners for leaked secrets recognize it. */
const prefix = 'kasuwa_';
const day = 86_400_000;

/** API tokens: sessions that the owner names, with scopes and a fixed expiry, for programs instead of a browser. */
export function createApiTokenService({ db, clock, jobs, reauthenticateWithCode }: ApiTokenServiceDeps) {
	return {
		async list(actor: Actor): Promise<ApiToken[]> {
			return (await listApiTokens(db, actor.accountId, clock.now())).map(presentApiToken);
		},

		/** Throws `invalid` for a wrong password or code, and `conflict` if the account has as many tokens as it may. */
		async create(
			actor: Actor,
			form: z.output<(typeof createApiToken)['body']>,
		): Promise<ResponseOf<typeof createApiToken>> {
			const account = await reauthenticateWithCode(actor, form);
			const token = prefix + generateToken();
			const now = clock.now();
			const ends = now + form.days * day;
			const row = await db.transaction(async (tx) => {
				// The lock makes simultaneous calls count each other's tokens.
				await lockAccountRow(tx, actor.accountId);
				if ((await listApiTokens(tx, actor.accountId, now)).length >= accountLimits.apiTokens) {
					throw new DomainError('conflict', apiTokensText.tooManyTokens(accountLimits.apiTokens));
				}
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'api-token-made'));
				return insertSession(tx, {
					account_id: actor.accountId,
					token_hash: hashToken(token),
					// Programs are not listed as devices.
					device: '',
					name: form.name,
					scopes: form.scopes.join(' '),
					created_at: now,
					// Never used.
					last_used_at: 0,
					idle_ends_at: ends,
					ends_at: ends,
				});
			});
			return { ...presentApiToken(row as ApiTokenRow), token };
		},

		/** Throws `not_found` if the account has no such token. */
		async revoke(actor: Actor, id: number): Promise<void> {
			if (await db.transaction((tx) => deleteApiToken(tx, actor.accountId, id))) return;
			throw new DomainError('not_found', apiTokensText.tokenGone);
		},
	};
}

export function presentApiToken({ id, name, scopes, created_at, last_used_at, ends_at }: ApiTokenRow): ApiToken {
	return {
		id,
		name,
		scopes: parseScopes(scopes),
		created_at: toIsoTime(created_at),
		last_used_at: last_used_at === 0 ? null : toIsoTime(last_used_at),
		expires_at: toIsoTime(ends_at),
	};
}
