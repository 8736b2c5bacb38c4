import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, emailSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { dataProtectionLimits } from './data-protection-limits.ts';

const limits = dataProtectionLimits;

/** Why the law allows the processing (Nigeria Data Protection Act 2023, section 25). */
export const lawfulBases = ['consent', 'contract', 'legal_obligation', 'legitimate_interest'] as const;
export type LawfulBasis = (typeof lawfulBases)[number];

/** Whose data is processed. `others` are people whom content or a request is about. */
export const concernedPeople = ['visitors', 'customers', 'sellers', 'learners', 'administrators', 'others'] as const;
export type ConcernedPeople = (typeof concernedPeople)[number];

/** Who receives data. `public` is everybody; `hosting` is who runs the server and keeps its backups. */
export const recipientKinds = [
	'public',
	'sellers',
	'hosting',
	'storage',
	'mail',
	'sms',
	'push',
	'payment',
	'google',
	'whatsapp',
	'webhooks',
	'tracing',
] as const;
export type RecipientKind = (typeof recipientKinds)[number];

/** One entry of the record of processing. Each module declares its own beside the export and erasure of its data. */
export const processingActivitySchema = z.strictObject({
	/** Name of the activity, for example that of a section of the data export. */
	name: z.string(),
	purpose: z.string(),
	data: z.string(),
	people: z.array(z.enum(concernedPeople)).min(1),
	basis: z.enum(lawfulBases),
	recipients: z.array(z.enum(recipientKinds)),
	retention: z.string(),
});
export type ProcessingActivity = z.infer<typeof processingActivitySchema>;

export const getProcessingRecord = defineEndpoint('getProcessingRecord', {
	summary:
		'Get the record of processing of personal data, as the modules declare it, with the services that this server uses',
	responses: {
		200: z.strictObject({
			activities: z.array(processingActivitySchema),
			/** Services that receive data according to the configuration, with their host; null if there is none, or the browser chooses it. */
			recipients: z.array(z.strictObject({ kind: z.enum(recipientKinds), host: z.string().nullable() })),
			/** Facts for the impact assessment. */
			facts: z.strictObject({
				accounts: z.int().nonnegative(),
				database: z.enum(['sqlite', 'postgres']),
				/** Whether a connection to the site is encrypted. */
				encrypted: z.boolean(),
				backups: z.boolean(),
			}),
		}),
	},
	errors: ['unauthenticated', 'forbidden'],
});
export type ProcessingRecord = z.output<(typeof getProcessingRecord)['responses'][200]>;

/** What a person may ask for: the rights of sections 34 to 36 of the Act, and that content is taken down. */
export const legalRequestKinds = ['access', 'correction', 'erasure', 'objection', 'takedown'] as const;
export type LegalRequestKind = (typeof legalRequestKinds)[number];

export const legalRequestStates = ['open', 'done', 'refused'] as const;
export type LegalRequestState = (typeof legalRequestStates)[number];

/** Legal request as everybody sees it who has its tracking code. */
export const legalRequestSchema = z.strictObject({
	/** Tracking code, such as 'REQ-7QXM-2HPA-K9TD'. */
	code: z.string(),
	kind: z.enum(legalRequestKinds),
	state: z.enum(legalRequestStates),
	created_at: timeSchema,
	/** Until when it must be answered. */
	due_at: timeSchema,
	answered_at: timeSchema.nullable(),
	answer: z.string().nullable(),
});
export type LegalRequest = z.infer<typeof legalRequestSchema>;

export const sendLegalRequest = defineEndpoint('sendLegalRequest', {
	summary:
		'Ask for your data, its correction or erasure, object to its use, or ask that content is taken down; an email confirms it',
	body: z
		.strictObject({
			kind: z.enum(legalRequestKinds, validationText.legalRequestKindMissing),
			name: createTextSchema({ max: limits.personName.max, missing: validationText.nameMissing }),
			email: emailSchema,
			text: createTextSchema({ max: limits.requestText.max, missing: validationText.legalRequestMissing }),
			/** Link to what should be taken down. */
			url: createTextSchema({ max: limits.requestUrl.max }).optional(),
		})
		.refine(({ kind, url }) => kind !== 'takedown' || url, { error: validationText.contentLinkMissing, path: ['url'] }),
	responses: { 201: legalRequestSchema },
	errors: ['forbidden'],
	idempotent: true,
});

export const getLegalRequest = defineEndpoint('getLegalRequest', {
	summary: 'Get the state of a legal request by its tracking code',
	params: z.strictObject({ tracking_code: z.string().max(40) }),
	responses: { 200: legalRequestSchema },
	errors: ['not_found'],
});

export const legalRequestListItemSchema = legalRequestSchema.extend({
	id: idSchema,
	name: z.string(),
	email: z.string(),
	text: z.string(),
	url: z.string().nullable(),
	/** Account that was logged in, or that has confirmed the email address; null if there is none. */
	account: personSchema.nullable(),
	/** Whether that account was logged in. If not, ask for a proof of identity. */
	proven: z.boolean(),
});
export type LegalRequestListItem = z.infer<typeof legalRequestListItemSchema>;

export const listLegalRequests = defineEndpoint('listLegalRequests', {
	summary: 'List legal requests: open ones by their deadline, others newest first',
	query: z.strictObject({ ...paginationQueryShape, state: z.enum(legalRequestStates).default('open') }),
	responses: { 200: createCursorPageSchema(legalRequestListItemSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const answerLegalRequest = defineEndpoint('answerLegalRequest', {
	summary: 'Answer a legal request; the person gets the answer by email',
	params: z.strictObject({ id: idParamSchema }),
	body: z.strictObject({
		state: z.enum(['done', 'refused']),
		answer: createTextSchema({ max: limits.answer.max, missing: validationText.answerMissing }),
	}),
	responses: { 200: legalRequestListItemSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

/** How likely a breach harms people: then the Commission (`risk`), and the people too (`high`), must be told. */
export const breachRisks = ['unlikely', 'risk', 'high'] as const;
export type BreachRisk = (typeof breachRisks)[number];

export const breachFormSchema = z.strictObject({
	title: createTextSchema({ max: limits.breachTitle.max, missing: validationText.breachTitleMissing }),
	/** What happened, which data it concerns, and what was done. */
	facts: createTextSchema({ max: limits.breachText.max }),
	data: createTextSchema({ max: limits.breachText.max }),
	measures: createTextSchema({ max: limits.breachText.max }),
	risk: z.enum(breachRisks),
	/** When the operator noticed the breach. The 72 hours begin then. */
	noticed_at: z.iso.datetime(validationText.noticedMissing),
	commission_notified_at: timeSchema.nullable(),
	people_notified_at: timeSchema.nullable(),
	closed_at: timeSchema.nullable(),
});
export type BreachForm = z.infer<typeof breachFormSchema>;

export const breachSchema = breachFormSchema.extend({
	id: idSchema,
	/** Until when the Commission must know. */
	due_at: timeSchema,
	/** Number of accounts that the breach touched, as far as they are listed. */
	accounts: z.int().nonnegative(),
	/** How many of them no notice is for. */
	unnotified: z.int().nonnegative(),
	/**
	 * Notices to the accounts, oldest first. `accounts` is for how many each was queued, at `created_at`. The other counts are of accounts that
	 * still exist: mailed, left out or given up (`unmailed`), or neither yet.
	 */
	notices: z.array(
		z.strictObject({
			text: z.string(),
			accounts: z.int().nonnegative(),
			mailed: z.int().nonnegative(),
			unmailed: z.int().nonnegative(),
			waiting: z.int().nonnegative(),
			created_at: timeSchema,
		}),
	),
	created_at: timeSchema,
});
export type Breach = z.infer<typeof breachSchema>;

export const listBreaches = defineEndpoint('listBreaches', {
	summary: 'List breaches of personal data, newest first',
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(breachSchema) },
	errors: ['unauthenticated', 'forbidden'],
});

export const recordBreach = defineEndpoint('recordBreach', {
	summary: 'Record a breach of personal data',
	body: breachFormSchema,
	responses: { 201: breachSchema },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

const breachParamsSchema = z.strictObject({ id: idParamSchema });

export const updateBreach = defineEndpoint('updateBreach', {
	summary: 'Change the entry of a breach; the audit log keeps who changed it',
	params: breachParamsSchema,
	body: breachFormSchema,
	responses: { 200: breachSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const addBreachAccounts = defineEndpoint('addBreachAccounts', {
	summary: 'Add accounts that a breach touched, by user name or email address',
	params: breachParamsSchema,
	body: z.strictObject({
		people: z
			.array(createTextSchema({ max: 254 }), validationText.breachAccountsMissing)
			.min(1, validationText.breachAccountsMissing)
			.max(limits.breachAccountsPerCall, validationText.tooManyBreachAccounts(limits.breachAccountsPerCall)),
	}),
	/** `unknown` are those that no account has. */
	responses: { 200: z.strictObject({ breach: breachSchema, unknown: z.array(z.string()) }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const exportBreachAccounts = defineEndpoint('exportBreachAccounts', {
	summary: 'Export the accounts that a breach touched as CSV, safe for spreadsheets',
	params: breachParamsSchema,
	responses: { 200: z.strictObject({ file_name: z.string(), csv: z.string() }) },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const sendBreachNotice = defineEndpoint('sendBreachNotice', {
	summary: 'Queue a mail to those accounts of a breach that got none yet, with a notification; it cannot be taken back',
	params: breachParamsSchema,
	body: z.strictObject({
		text: createTextSchema({ ...limits.breachNotice, missing: validationText.breachNoticeMissing }),
	}),
	responses: { 201: breachSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

const ownBreachNoticeSchema = z.strictObject({ id: idSchema, text: z.string(), created_at: timeSchema });
export type OwnBreachNotice = z.infer<typeof ownBreachNoticeSchema>;

export const listMyBreachNotices = defineEndpoint('listMyBreachNotices', {
	summary: 'List what the operator wrote to the account about breaches of its data, newest first',
	responses: { 200: z.strictObject({ items: z.array(ownBreachNoticeSchema) }) },
	errors: ['unauthenticated', 'forbidden'],
});
