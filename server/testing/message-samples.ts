import type { Person } from '../../contract/accounts/accounts.ts';
import { webhooksPath } from '../../contract/core/page-paths.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { type EnrollmentState, enrollmentStates } from '../../contract/enrollments/enrollments.ts';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import type { DecisionKind, ReportTarget } from '../../contract/moderation/moderation.ts';
import type { NotificationKind } from '../../contract/notifications/notifications.ts';
import { nameSearch } from '../../contract/saved-searches/saved-search-name.ts';
import { type MailKind as AccountMailKind, composeAccountMail } from '../accounts/mails.ts';
import { composeBreachMail, composeLegalRequestMail } from '../data-protection/mails.ts';
import { composeEnrollmentMail, type MailKind as EnrollmentMailKind } from '../enrollments/mails.ts';
import type { PaymentOptions } from '../enrollments/present.ts';
import type { EnrollmentRow } from '../enrollments/tables.ts';
import { composeDecisionMail, type MailKind as DecisionMailKind } from '../moderation/mails.ts';
import type { DecisionRow } from '../moderation/tables.ts';
import { composeNotificationText, type NotificationSubject } from '../notifications/notification-text.ts';
import { composeTestMail } from '../operations/index.ts';
import { composeAlertMail } from '../saved-searches/mails.ts';
import { type ComposedMail, composeMail, type MailContent } from '../senders/mail/index.ts';
import type { VerificationOutcome } from '../verification/index.ts';
import { composeVerificationMail } from '../verification/mails.ts';
import { composeWebhookMail, type MailKind as WebhookMailKind } from '../webhooks/mails.ts';

/** Texts in the samples that users, administrators and the operator would write. */
export interface SampleTexts {
	name: string;
	title: string;
	/** Name of a course that is no longer in the catalogue. */
	course: string;
	/** Name of a business that its owner wants to verify. */
	business: string;
	reason: string;
	bankDetails: string;
	brand: Brand;
}

export const sampleTexts: SampleTexts = {
	name: 'Oluwadamilola Adébáyọ̀-Okonkwo',
	title: 'Tokunbo Samsung Galaxy A15, 128 GB, neatly used, with charger and receipt',
	course: 'Phone Photography for Sellers',
	business: 'Adébáyọ̀ & Daughters Phones and Accessories Ltd',
	reason: 'The photos are from another shop.\nPost it again with photos you took yourself.',
	bankDetails: 'Kasuwa Learning Ltd\nZenith Bank\n1012345678',
	brand: defaultBrand,
};

export const samplePublicUrl = 'https://kasuwa.example';

export interface MailSample {
	/** Name of the sample, such as `enrollments: received, bank transfer`. */
	name: string;
	mail: ComposedMail;
}

interface ContentSample {
	name: string;
	mail: MailContent;
}

/** Lists samples of every mail of every module, in each of its forms. */
export function listMailSamples(texts: SampleTexts = sampleTexts): MailSample[] {
	return [
		...listAccountMails(texts),
		...listEnrollmentMails(texts),
		...listDecisionMails(texts),
		...listVerificationMails(texts),
		...listLegalRequestMails(texts),
		{ name: 'breach: notice', mail: composeBreachMail(texts.name, texts.reason, texts.brand.name) },
		...listSavedSearchMails(texts),
		{ name: 'operations: test', mail: composeTestMail(texts.name, texts.brand.name) },
		...listWebhookMails(texts),
	].map(({ name, mail }) => ({ name, mail: composeMail(texts.brand, mail) }));
}

const token = 'Zk3vPq9sXw2LmT7bRd5YhN8cJf4GaVeU1oKiQxBtEyM';

const accountMails = {
	'confirm-email': { token },
	'reset-password': { token },
	'add-password': { token },
	'confirm-new-email': { token },
	'email-taken': {},
	'password-changed': {},
	'email-change-asked': {},
	'email-changed': {},
	'email-undo': { token },
	'numbers-changed': { token },
	'account-deleted': {},
	'api-token-made': {},
	'made-administrator': {},
	'second-factor-on': {},
	'second-factor-off': {},
	'second-factor-reset': {},
	'passkey-added': {},
	'passkey-removed': {},
} satisfies Record<AccountMailKind, { token?: string }>;

function listAccountMails({ name, brand }: SampleTexts): ContentSample[] {
	return typedEntries(accountMails).map(([kind, more]) => ({
		name: `accounts: ${kind}`,
		mail: composeAccountMail(kind, { name, publicUrl: samplePublicUrl, brand: brand.name, ...more }),
	}));
}

function listLegalRequestMails({ name, reason, brand }: SampleTexts): ContentSample[] {
	const request = {
		...({
			id: 7,
			code: 'REQ-7QXM-2HPA-K9TD',
			kind: 'erasure',
			state: 'open',
			answer: null,
			answered_at: null,
		} as const),
		...{ name, email: '', text: '', url: null, account_id: 7, is_proven: 1, created_at: 0 },
		due_at: Date.UTC(2026, 11, 28, 9),
	};
	const answered = { ...request, answer: reason, answered_at: 0 };
	return [
		{
			name: 'legal request: received',
			mail: composeLegalRequestMail('received', request, samplePublicUrl, brand.name),
		},
		...(['done', 'refused'] as const).map((state) => ({
			name: `legal request: ${state}`,
			mail: composeLegalRequestMail('answered', { ...answered, state }, samplePublicUrl, brand.name),
		})),
	];
}

interface EnrollmentVariant {
	row?: Partial<EnrollmentRow>;
	payment?: 'online' | 'bank transfer' | 'none';
}

const byState: Record<string, EnrollmentVariant> = {
	'pay online': { row: { state: 'awaiting_payment' }, payment: 'online' },
	'bank transfer': { row: { state: 'awaiting_payment' }, payment: 'bank transfer' },
	'no payment option yet': { row: { state: 'requested' }, payment: 'none' },
	'paid since': { row: { state: 'paid' } },
	'active since': { row: { state: 'active', account_id: 7 } },
	'cancelled since': { row: { state: 'cancelled' } },
};
const enrollmentMails = {
	received: byState,
	repeated: byState,
	asked: {
		...byState,
		'no payment option yet': { row: { state: 'awaiting_payment' }, payment: 'none' },
	},
	paid: { '': { row: { state: 'paid' } } },
	active: {
		'with account': { row: { state: 'active', account_id: 7 } },
		'without account': { row: { state: 'active' } },
		'course no longer offered': { row: { state: 'active', account_id: 7, course_id: 'retired' } },
	},
	cancelled: {
		'': { row: { state: 'cancelled' } },
		'course no longer offered': { row: { state: 'cancelled', course_id: 'retired' } },
	},
	refunded: { '': { row: { state: 'refunded' } } },
} satisfies Record<EnrollmentMailKind, Record<string, EnrollmentVariant>>;

function listEnrollmentMails({ name, course, bankDetails }: SampleTexts): ContentSample[] {
	const payments: Record<NonNullable<EnrollmentVariant['payment']>, PaymentOptions> = {
		online: { online: true, bankDetails },
		'bank transfer': { online: false, bankDetails },
		none: { online: false, bankDetails: null },
	};
	return typedEntries<EnrollmentMailKind, Record<string, EnrollmentVariant>>(enrollmentMails).flatMap(
		([kind, variants]) =>
			Object.entries(variants).map(([variant, { row, payment = 'online' }]) => ({
				name: joinName(`enrollments: ${kind}`, variant),
				mail: composeEnrollmentMail(
					kind,
					{ ...enrollmentRow, name, coursetype: course, ...row },
					{ publicId: 'q7Zt4k.Yw2-Lm', paymentOptions: payments[payment], publicUrl: samplePublicUrl },
				),
			})),
	);
}

const now = Date.UTC(2026, 10, 22, 9, 30);
const courseId = courses[0]?.id ?? '';

const enrollmentRow: EnrollmentRow = {
	id: 12,
	course_id: courseId,
	coursetype: '',
	name: '',
	email: 'damilola@example.com',
	email_key: 'damilola@example.com',
	phone: '0803 123 4567',
	state: 'requested',
	price_kobo: 7_000_000,
	reference: 'KSW-7Q2MX',
	account_id: null,
	requested_by: null,
	declined_at: null,
	attention: null,
	proof_at: null,
	words: '',
	created_at: now,
	updated_at: now,
};

const until = now + 7 * 24 * 3_600_000;
const decisions = {
	hide: {
		'': {},
		'a review': { target_kind: 'review', title: '1 star' },
		'a post without a title': { target_kind: 'post', title: '' },
	},
	delete: { '': {} },
	warn: { '': {}, 'a comment': { target_kind: 'comment' }, 'a reply': { target_kind: 'review_reply' } },
	suspend: {
		'because of an ad': { until },
		'because of an ad, permanently': {},
		'an account': { target_kind: 'account', until },
		'an account, permanently': { target_kind: 'account' },
	},
	dismiss: { '': {} },
} satisfies Record<DecisionKind, Record<string, { target_kind?: ReportTarget; title?: string; until?: number }>>;
const decisionMails = {
	owner: { dismiss: false },
	reporter: { dismiss: true },
	lifted: { dismiss: false },
	upheld: { dismiss: false },
} satisfies Record<DecisionMailKind, { dismiss: boolean }>;

function listDecisionMails({ name, title, reason }: SampleTexts): ContentSample[] {
	return typedEntries(decisionMails).flatMap(([kind, { dismiss }]) =>
		typedEntries<DecisionKind, Record<string, Partial<DecisionRow>>>(decisions)
			.filter(([decision]) => dismiss || decision !== 'dismiss')
			.flatMap(([decision, variants]) =>
				Object.entries(variants).map(([variant, row]) => ({
					name: joinName(`moderation: ${kind}, ${decision}`, variant),
					mail: composeDecisionMail(
						kind,
						{ ...decisionRow, kind: decision, title, reason, answer: reason, ...row },
						{ name, key: 'Hd82kfLq0-xYp3', publicUrl: samplePublicUrl },
					),
				})),
			),
	);
}

const decisionRow: Omit<DecisionRow, 'kind' | 'title' | 'reason' | 'answer'> = {
	id: 3,
	target_kind: 'ad',
	target_id: 4,
	owner_id: 5,
	until: null,
	created_at: now,
	lifted_at: null,
	appeal: null,
	appealed_at: null,
	outcome: null,
};

const verificationOutcomes = { accepted: {}, rejected: {}, revoked: {} } satisfies Record<VerificationOutcome, object>;

function listVerificationMails({ name, business, reason }: SampleTexts): ContentSample[] {
	return typedEntries(verificationOutcomes).map(([outcome]) => ({
		name: `verification: ${outcome}`,
		mail: composeVerificationMail(
			outcome,
			{ business_name: business, reason },
			{ name, userName: 'damilola', publicUrl: samplePublicUrl },
		),
	}));
}

const sampleSearch = nameSearch({ q: 'iphone 12', state: 'Lagos', max_price: 30_000_000 });

function listSavedSearchMails({ name, title }: SampleTexts): ContentSample[] {
	const found = Array.from({ length: 12 }, (_, index) => ({
		id: index + 1,
		name: nameSearch({ q: title, max_price: 30_000_000 }),
		count: index + 1,
	}));
	const variants = { 'one ad': 1, 'several searches': 2, 'many searches': 12 };
	return Object.entries(variants).map(([variant, searches]) => ({
		name: `saved-searches: ${variant}`,
		mail: composeAlertMail(searches, found.slice(0, searches), { name, publicUrl: samplePublicUrl }),
	}));
}

const webhookMails = { created: {}, changed: {}, paused: {}, 'switched-off': {} } satisfies Record<
	WebhookMailKind,
	object
>;

function listWebhookMails({ name, brand }: SampleTexts): ContentSample[] {
	return typedEntries(webhookMails).map(([kind]) => ({
		name: `webhooks: ${kind}`,
		mail: composeWebhookMail(kind, { name, path: webhooksPath, publicUrl: samplePublicUrl, brand: brand.name }),
	}));
}

export interface NotificationSample {
	name: string;
	/** Heading of the push message. The inbox shows only the text. */
	title: string;
	text: string;
}

interface NotificationVariant {
	about?: Partial<NotificationSubject>;
	/** Number of events that the notification reports; 1 if omitted. */
	count?: number;
	/** Number of accounts that caused the events; 1 if omitted. */
	actors?: number;
}

const byOne = { '': {}, 'many by one person': { count: 7 } };
const byMany = { '': {}, 'by two people': { count: 2, actors: 2 }, 'by many people': { count: 7, actors: 7 } };
const enrollmentNotifications = Object.fromEntries(
	enrollmentStates.map((state: EnrollmentState) => [state, { about: { enrollment: { courseId, state } } }]),
);
const videoNotifications = { ready: {}, failed: {} } satisfies Record<
	NonNullable<NotificationSubject['state']>,
	object
>;
const decisionNotifications = {
	decided: {},
	lifted: {},
	upheld: {},
	held: {},
	'held, many': { count: 7, about: { outcome: 'held' } },
	released: {},
	'released, many': { count: 7, about: { outcome: 'released' } },
} satisfies Record<NonNullable<NotificationSubject['outcome']>, object> & Record<string, NotificationVariant>;
const notifications = {
	comment: { ...byOne, ...byMany, 'on a post without a title': { about: { title: '' } } },
	reply: { ...byOne, ...byMany, 'on a post without a title': { about: { title: '' } } },
	like: byMany,
	follow: byMany,
	new_ad: byOne,
	price_drop: { '': { about: { priceKobo: 8_500_000 } } },
	video: Object.fromEntries(typedEntries(videoNotifications).map(([state]) => [state, { about: { state } }])),
	enrollment: {
		...enrollmentNotifications,
		'active, course no longer offered': { about: { enrollment: { courseId: 'retired', state: 'active' } } },
	},
	verification: Object.fromEntries(
		typedEntries(verificationOutcomes).map(([outcome]) => [outcome, { about: { verification: outcome } }]),
	),
	moderation: Object.fromEntries(
		Object.entries<NotificationVariant>(decisionNotifications).map(([outcome, variant]) => [
			outcome,
			{ about: { outcome: outcome as NonNullable<NotificationSubject['outcome']> }, ...variant },
		]),
	),
	purchase: { '': {} },
	review: {
		'': { about: { stars: 5 } },
		'one star': { about: { stars: 1 } },
		'by two people': byMany['by two people'],
		'by many people': byMany['by many people'],
	},
	review_reply: { '': {} },
	numbers: { '': {} },
	breach: { '': {} },
	saved_search: {
		'': { about: { search: sampleSearch } },
		'many matches': { count: 3, about: { search: sampleSearch } },
		'of several searches': { count: 7 },
	},
} satisfies Record<NotificationKind, Record<string, NotificationVariant>>;

/** Samples of every notification, in each of its forms. */
export function listNotificationSamples({ name, title }: SampleTexts = sampleTexts): NotificationSample[] {
	const people = [name, 'Bola', 'Chidi'].map(
		(display_name, index): Person => ({
			id: index + 1,
			user_name: `person_${index}`,
			display_name,
			user_image: null,
		}),
	);
	return typedEntries<NotificationKind, Record<string, NotificationVariant>>(notifications).flatMap(
		([kind, variants]) =>
			Object.entries(variants).map(([variant, { about, count = 1, actors = 1 }]) => ({
				name: joinName(kind, variant),
				...composeNotificationText({
					kind,
					count,
					actors,
					people: people.slice(0, actors),
					about: { path: '/', event: '', title, ...about },
				}),
			})),
	);
}

function joinName(name: string, variant: string): string {
	return variant === '' ? name : `${name}, ${variant}`;
}

function typedEntries<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
	return Object.entries(record) as [Key, Value][];
}
