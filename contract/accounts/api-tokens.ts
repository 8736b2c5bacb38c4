import { z } from 'zod';
import * as apiTokensText from '../../text/shared/api-tokens.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import * as accountLimits from './limits.ts';
import { reauthenticationShape } from './recovery.ts';
import { type TokenScope, tokenScopes } from './token-scopes.ts';

const scopesSchema = z
	.array(z.enum(tokenScopes, apiTokensText.scopeInvalid))
	.min(1, apiTokensText.scopesMissing)
	.max(tokenScopes.length, apiTokensText.scopeInvalid)
	// The order of the list and no scope twice, so that two tokens with the same rights look the same.
	.transform((scopes): TokenScope[] => tokenScopes.filter((scope) => scopes.includes(scope)));

export const apiTokenSchema = z.strictObject({
	id: idSchema,
	name: z.string(),
	scopes: z.array(z.enum(tokenScopes)),
	created_at: timeSchema,
	/** Time of the last call with the token, accurate to a minute. Null if the token was never used. */
	last_used_at: timeSchema.nullable(),
	expires_at: timeSchema,
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const listApiTokens = defineEndpoint('listApiTokens', {
	summary: 'List your API tokens that have not expired, newest first',
	responses: { 200: z.strictObject({ items: z.array(apiTokenSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const createApiToken = defineEndpoint('createApiToken', {
	summary: 'Make an API token; only this response contains the token itself',
	body: z.strictObject({
		name: createTextSchema({ max: accountLimits.apiTokenName.max, missing: apiTokensText.nameMissing }),
		scopes: scopesSchema,
		/** Days until the token expires. */
		days: z
			.int(apiTokensText.daysInvalid)
			.min(accountLimits.apiTokenDays.min, apiTokensText.daysInvalid)
			.max(accountLimits.apiTokenDays.max, apiTokensText.daysInvalid),
		...reauthenticationShape,
	}),
	responses: { 201: apiTokenSchema.extend({ token: z.string() }) },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const revokeApiToken = defineEndpoint('revokeApiToken', {
	summary: 'Revoke one of your API tokens',
	params: z.strictObject({ id: idParamSchema }),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
