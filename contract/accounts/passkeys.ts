import { z } from 'zod';
import * as passkeysText from '../../text/shared/passkeys.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { deviceKeySchema, sessionSchema } from './accounts.ts';
import * as accountLimits from './limits.ts';
import { reauthenticationShape } from './recovery.ts';

/** Bytes as base64url without padding (RFC 4648). */
const createBytesSchema = (max: number) =>
	z
		.string(passkeysText.responseInvalid)
		.max(Math.ceil((max * 4) / 3), passkeysText.responseInvalid)
		.regex(/^[\w-]+$/, passkeysText.responseInvalid);

/** The longest credential id that Web Authentication allows. */
const credentialIdSchema = createBytesSchema(1023);
const clientDataSchema = createBytesSchema(4096);
const transportsSchema = z
	.array(z.string(passkeysText.responseInvalid).max(20, passkeysText.responseInvalid), passkeysText.responseInvalid)
	.max(10, passkeysText.responseInvalid);

const nameSchema = createTextSchema({ max: accountLimits.passkeyName.max, missing: passkeysText.nameMissing });

export const passkeySchema = z.strictObject({
	id: idSchema,
	name: z.string(),
	created_at: timeSchema,
	/** Null if nobody has logged in with the passkey. */
	last_used_at: timeSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** Options of `navigator.credentials.create()` (Web Authentication Level 3, `PublicKeyCredentialCreationOptionsJSON`). */
const creationOptionsSchema = z.strictObject({
	challenge: z.string(),
	rp: z.strictObject({ id: z.string(), name: z.string() }),
	user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
	pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
	timeout: z.int(),
	excludeCredentials: z.array(
		z.strictObject({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
	),
	authenticatorSelection: z.strictObject({
		residentKey: z.literal('required'),
		requireResidentKey: z.literal(true),
		userVerification: z.literal('required'),
	}),
	attestation: z.literal('none'),
});

/** Options of `navigator.credentials.get()` (`PublicKeyCredentialRequestOptionsJSON`). */
const requestOptionsSchema = z.strictObject({
	challenge: z.string(),
	rpId: z.string(),
	timeout: z.int(),
	userVerification: z.literal('required'),
});

export const listPasskeys = defineEndpoint('listPasskeys', {
	summary: 'List your passkeys, newest first',
	responses: { 200: z.strictObject({ items: z.array(passkeySchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});

export const beginPasskey = defineEndpoint('beginPasskey', {
	summary: 'Get the options with which the browser makes a passkey',
	body: z.strictObject(reauthenticationShape),
	responses: { 200: creationOptionsSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const addPasskey = defineEndpoint('addPasskey', {
	summary: 'Add the passkey that the browser made; its challenge works once, for five minutes',
	body: z.strictObject({
		name: nameSchema,
		credential: z.strictObject(
			{
				id: credentialIdSchema,
				response: z.strictObject(
					{
						clientDataJSON: clientDataSchema,
						attestationObject: createBytesSchema(8192),
						transports: transportsSchema.optional(),
					},
					passkeysText.responseInvalid,
				),
			},
			passkeysText.responseInvalid,
		),
	}),
	responses: { 201: passkeySchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const renamePasskey = defineEndpoint('renamePasskey', {
	summary: 'Rename one of your passkeys',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject({ name: nameSchema }),
	responses: { 200: passkeySchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const removePasskey = defineEndpoint('removePasskey', {
	summary: 'Remove one of your passkeys',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject(reauthenticationShape),
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const beginPasskeyLogin = defineEndpoint('beginPasskeyLogin', {
	summary: 'Get the options with which the browser asks for a passkey',
	responses: { 200: requestOptionsSchema },
	errors: [],
});

export const logInWithPasskey = defineEndpoint('logInWithPasskey', {
	summary: 'Log in with a passkey, which also replaces the second factor',
	body: z.strictObject({
		credential: z.strictObject(
			{
				id: credentialIdSchema,
				response: z.strictObject(
					{
						clientDataJSON: clientDataSchema,
						authenticatorData: createBytesSchema(4096),
						signature: createBytesSchema(4096),
						/** Handle of the account. Passkeys always have it, because the login does not say which account it is for. */
						userHandle: createBytesSchema(64),
					},
					passkeysText.responseInvalid,
				),
			},
			passkeysText.responseInvalid,
		),
		device_key: deviceKeySchema,
	}),
	responses: { 200: sessionSchema },
	errors: ['forbidden'],
});
