import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { formatCsv } from '../../contract/core/csv.ts';
import * as messages from '../../contract/core/messages.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import { enrollmentPath } from '../../contract/core/page-paths.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import {
	type Course,
	courses as catalogue,
	coursePriceKobo,
	findCourse,
} from '../../contract/courses/course-catalogue.ts';
import type {
	Enrollment,
	EnrollmentDetail,
	EnrollmentListItem,
	PaymentProof,
} from '../../contract/enrollments/enrollments.ts';
import {
	type enroll,
	enrollmentActions,
	type listEnrollments,
	type listMyEnrollments,
	type listUnclaimedEnrollments,
	type updateEnrollment,
} from '../../contract/enrollments/enrollments.ts';
import * as enrollmentLimits from '../../contract/enrollments/limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { type AccountService, normalizeEmail } from '../accounts/index.ts';
import { type Clock, toIsoTime } from '../core/clock.ts';
import { readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { CourseService } from '../courses/index.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import type { MediaService } from '../media/index.ts';
import type { AddressedMail } from '../senders/mail/index.ts';
import type { PaymentProvider } from '../senders/payments/index.ts';
import { createEnrollmentStateChanger } from './change-state.ts';
import { enrollmentChanged } from './events.ts';
import { enrollmentMailJob } from './job-definitions.ts';
import { enrollmentEventByAction, getNextEnrollmentState } from './lifecycle.ts';
import { composeEnrollmentMail, type MailKind } from './mails.ts';
import { createPaymentFlow } from './payment-flow.ts';
import { getCourseTitle, type PaymentOptions, presentEnrollment, presentListItem, presentPayment } from './present.ts';
import { createEnrollmentIdSigner } from './public-ids.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

export interface EnrollmentServiceDeps {
	db: Database;
	clock: Clock;
	jobs: JobQueue;
	accounts: AccountService;
	courses: CourseService;
	media: MediaService;
	events: EventBus;
	/** Payment service; null if online payment is not configured. */
	payments: PaymentProvider | null;
	/** Operator's bank account as text; null if not configured. */
	bankDetails: string | null;
	/** HMAC key that signs the public ids of enrollments. */
	secret: string;
	/** Returns the URL of the site, without a trailing slash. */
	publicUrl: () => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type EnrollmentService = ReturnType<typeof createEnrollmentService>;

type UnclaimedEnrollment = z.output<(typeof listUnclaimedEnrollments)['responses'][200]>['items'][number];
type MyEnrollment = z.output<(typeof listMyEnrollments)['responses'][200]>['items'][number];
type EnrollmentForm = z.output<(typeof enroll)['body']>;
type Filter = Omit<z.output<(typeof listEnrollments)['query']>, 'limit' | 'cursor'>;

/** Number of requests that one transaction deletes. */
const sweepSize = 200;

/** Characters of payment references: easy to tell apart in handwriting, without I, O, 0 and 1. */
const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function createEnrollmentService(deps: EnrollmentServiceDeps) {
	const { db, clock, jobs, accounts, courses, media, events, payments, bankDetails, secret, publicUrl, logger } = deps;
	const publicIds = createEnrollmentIdSigner(secret);
	// Learners can pay by bank transfer only if online payment is not configured, because an administrator must confirm each transfer.
	const paymentOptions: PaymentOptions = { online: payments !== null, bankDetails: payments ? null : bankDetails };
	const changeState = createEnrollmentStateChanger({ clock, jobs, courses, events });
	const paymentFlow = createPaymentFlow({
		db,
		clock,
		jobs,
		payments,
		changeState,
		logger,
		getReturnUrl: (id) => `${publicUrl()}${enrollmentPath(publicIds.encode(id))}`,
	});

	const queueMail = (tx: Tx, row: EnrollmentRow, kind: MailKind) =>
		jobs.add(tx, enrollmentMailJob, { enrollment_id: row.id, kind });

	/** Moves an enrollment to `awaiting_payment` if a payment option is configured. Otherwise an administrator has to do this. */
	async function requestPayment(tx: Tx, row: EnrollmentRow, by: string | null): Promise<EnrollmentRow> {
		const isPayable = paymentOptions.online || paymentOptions.bankDetails !== null;
		return (isPayable && (await changeState(tx, row, 'ask', by))) || row;
	}

	/**
	 * Returns the locked enrollment of an email address in a course. Creates the enrollment if there is none. `accountId` is the account of the
	 * form if it has verified this address: its form replaces name and phone number of an unpaid one, which a stranger may have sent.
	 */
	async function findOrCreateEnrollment(
		tx: Tx,
		course: Course,
		form: EnrollmentForm,
		accountId: number | null,
		requestedBy: number | null,
	): Promise<{ row: EnrollmentRow; isNew: boolean }> {
		const { name, email, phone, coursetype } = form;
		const now = clock.now();
		const key = normalizeEmail(email);
		// The loop tries another random payment reference if a reference is taken.
		for (let attempt = 0; attempt < 10; attempt += 1) {
			const reference = generateReference();
			const fields = { coursetype: coursetype || course.title, name, email, phone };
			const row = await store.insertEnrollment(tx, {
				...fields,
				course_id: course.id,
				email_key: key,
				state: 'requested',
				price_kobo: coursePriceKobo(course),
				reference,
				account_id: accountId,
				requested_by: requestedBy,
				words: joinWords({ ...fields, reference }),
				created_at: now,
				updated_at: now,
			});
			if (row) {
				const { id: enrollmentId, course_id: courseId, state } = row;
				await store.insertStateChange(tx, { enrollment_id: enrollmentId, state, by: null, at: now });
				await events.emit(tx, enrollmentChanged, { enrollmentId, accountId, courseId, state });
				return { row, isNew: true };
			}
			const existing = await store.lockEnrollmentRowByEmail(tx, key, course.id);
			if (existing && accountId !== null && isUnpaid(existing)) {
				const words = joinWords({ ...fields, reference: existing.reference });
				const change = { ...fields, words, account_id: accountId, declined_at: null };
				return { row: (await store.updateEnrollment(tx, existing.id, change)) ?? existing, isNew: false };
			}
			if (existing) return { row: existing, isNew: false };
		}
		throw new Error('Could not generate an unused reference');
	}

	/** Reopens a cancelled or refunded enrollment at the course's current price. Returns null in other states. */
	async function reopen(tx: Tx, row: EnrollmentRow, by: string | null): Promise<EnrollmentRow | null> {
		const course = findCourse(row.course_id);
		const opened = await changeState(tx, row, 'reopen', by);
		if (!opened) return null;
		const repriced = course && (await store.updateEnrollment(tx, row.id, { price_kobo: coursePriceKobo(course) }));
		const requested = await requestPayment(tx, repriced ?? opened, by);
		await queueMail(tx, requested, 'received');
		return requested;
	}

	/** Converts the public id of an enrollment to its database id. Throws `not_found` for an invalid public id. */
	function decodeId(id: string): number {
		const number = publicIds.decode(id);
		if (number === null) throw enrollmentNotFound();
		return number;
	}

	async function presentMany(at: Db, rows: readonly EnrollmentRow[]): Promise<Map<number, Enrollment>> {
		const ids = rows.map((row) => row.id);
		const steps = Map.groupBy(await store.listStateChanges(at, ids), (step) => step.enrollment_id);
		const proofs = Map.groupBy(await store.listPaymentProofs(at, ids), (proof) => proof.enrollment_id);
		const unpaidRows = rows.filter((row) => row.state === 'awaiting_payment');
		const currentProofs = new Map(
			unpaidRows.map(({ id }) => [id, filterCurrentProofs(steps.get(id) ?? [], proofs.get(id) ?? [])]),
		);
		const presentedProofs = await presentProofs(at, [...currentProofs.values()].flat());
		return new Map(
			rows.map((row) => [
				row.id,
				presentEnrollment(row, {
					id: publicIds.encode(row.id),
					steps: steps.get(row.id) ?? [],
					proofs: (currentProofs.get(row.id) ?? []).flatMap(({ media_id }) => presentedProofs.get(media_id) ?? []),
					paymentOptions,
				}),
			]),
		);
	}

	/** Returns payment proofs with signed URLs, by media id. */
	async function presentProofs(at: Db, proofs: readonly store.PaymentProofRow[]): Promise<Map<number, PaymentProof>> {
		const pictures = await media.findByIdsSigned(
			at,
			proofs.map((proof) => proof.media_id),
		);
		return new Map(
			proofs.flatMap(({ media_id, at }) => {
				const url = pictures.get(media_id)?.picture?.url;
				return url ? [[media_id, { url, at: toIsoTime(at) }]] : [];
			}),
		);
	}

	async function presentById(at: Db, id: number): Promise<Enrollment> {
		const row = await store.findEnrollment(at, id);
		const enrollment = row && (await presentMany(at, [row])).get(id);
		if (!enrollment) throw enrollmentNotFound();
		return enrollment;
	}

	async function presentListItems(at: Db, rows: readonly EnrollmentRow[]): Promise<EnrollmentListItem[]> {
		const proofs = await store.listPaymentProofs(
			at,
			rows.map((row) => row.id),
		);
		const withProof = new Set(proofs.map((proof) => proof.enrollment_id));
		const people = await accounts.findPeople(
			at,
			rows.flatMap((row) => row.account_id ?? []),
		);
		return rows.map((row) =>
			presentListItem(row, {
				hasProof: withProof.has(row.id),
				userName: (row.account_id !== null && people.get(row.account_id)?.user_name) || null,
			}),
		);
	}

	async function presentDetail(at: Db, id: number): Promise<EnrollmentDetail> {
		const row = await store.findEnrollment(at, id);
		const [item] = row ? await presentListItems(at, [row]) : [];
		if (!row || !item) throw enrollmentNotFound();
		const proofs = await store.listPaymentProofs(at, [id]);
		return {
			...item,
			steps: (await store.listStateChanges(at, [id])).map(({ state, by, at }) => ({ state, by, at: toIsoTime(at) })),
			actions: enrollmentActions.filter(
				(action) => getNextEnrollmentState(row.state, enrollmentEventByAction[action]) !== null,
			),
			notes: (await store.listNotes(at, id)).map(({ text, by, at }) => ({ text, by, at: toIsoTime(at) })),
			payments: (await store.listEnrollmentPayments(at, id)).map(presentPayment),
			proofs: [...(await presentProofs(at, proofs)).values()],
		};
	}

	return {
		paymentFlow,

		/** Composes a mail about an enrollment. Returns null if the enrollment was deleted or anonymized. */
		async getMail(id: number, kind: MailKind): Promise<AddressedMail | null> {
			const row = await store.findEnrollment(db, id);
			if (!row?.email) return null;
			const message = composeEnrollmentMail(kind, row, {
				publicId: publicIds.encode(id),
				paymentOptions,
				publicUrl: publicUrl(),
			});
			// What follows a payment is not limited, because a stranger would have to pay for it.
			const isProven = row.account_id !== null || ['paid', 'active', 'refunded'].includes(kind);
			return { to: { email: row.email, isProven }, message };
		},

		/** Deletes requests without a payment that no account has confirmed within `enrollmentLimits.unconfirmedRequestRetention`. */
		async sweep(): Promise<void> {
			const before = clock.now() - enrollmentLimits.unconfirmedRequestRetention;
			for (let count = sweepSize; count === sweepSize; ) {
				count = await db.transaction((tx) => store.deleteUnconfirmedRequests(tx, before, sweepSize));
			}
		},

		/** Activates a paid enrollment. Does nothing in other states. */
		activate: (id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const row = await store.lockEnrollmentRow(tx, id);
				if (row?.state === 'paid') await changeState(tx, row, 'activate', null);
			}),

		/** Creates or reopens an enrollment. The response does not reveal earlier enrollments; the mail does. Throws `invalid`. */
		async enroll(tx: Tx, actor: Actor | null, form: EnrollmentForm): Promise<{ message: string }> {
			const course = catalogue.find(({ title }) => title === form.courseTitle);
			if (!course) throw invalidInput({ courseTitle: coursesApiText.courseTitleUnknown });
			const accountId = actor && (await accounts.findVerifiedByEmail(tx, form.email));
			const ownId = accountId === actor?.accountId ? accountId : null;
			const { row, isNew } = await findOrCreateEnrollment(tx, course, form, ownId, actor?.accountId ?? null);
			if (isNew) await queueMail(tx, await requestPayment(tx, row, null), 'received');
			else if (!(await reopen(tx, row, null))) await queueMail(tx, row, 'repeated');
			return { message: messages.enrollmentSucceeded };
		},

		/** Returns an enrollment by its public id. Throws `not_found`. */
		get: (id: string): Promise<Enrollment> => presentById(db, decodeId(id)),

		/** Returns the URL of the page for online payment. Throws `not_found`, `conflict` or `unavailable`. */
		async pay(id: string): Promise<{ authorization_url: string }> {
			return { authorization_url: await paymentFlow.pay(decodeId(id)) };
		},

		/** Verifies the enrollment's payments with the payment service. Throws `not_found` or `unavailable`. */
		async checkPayments(id: string): Promise<Enrollment> {
			const number = decodeId(id);
			await paymentFlow.checkPayments(number);
			return presentById(db, number);
		},

		/** Stores a picture that proves a bank transfer. Throws `not_found`, `conflict` or an upload error. */
		async sendProof(id: string, request: FastifyRequest): Promise<Enrollment> {
			const number = decodeId(id);
			// The enrollment is checked before the upload, and again once it is locked.
			await assertProofAllowed(db, await store.findEnrollment(db, number));
			return media.receivePrivatePicture(request, async (tx, mediaId) => {
				const row = await store.lockEnrollmentRow(tx, number);
				await assertProofAllowed(tx, row);
				const at = clock.now();
				await store.insertPaymentProof(tx, { enrollment_id: number, media_id: mediaId, at });
				await store.updateEnrollment(tx, number, { proof_at: row?.proof_at ?? at });
				return presentById(tx, number);
			});
		},

		/** Lists the actor's enrollments, newest first. */
		async listMine(actor: Actor): Promise<{ items: MyEnrollment[] }> {
			const rows = await store.listAccountEnrollments(db, actor.accountId);
			const presented = await presentMany(db, rows);
			const progress = await courses.getProgressByCourse(db, actor.accountId);
			return {
				items: rows.flatMap((row) => {
					const enrollment = presented.get(row.id);
					const percent = row.state === 'active' ? (progress.get(row.course_id)?.percent ?? 0) : null;
					return enrollment ? [{ ...enrollment, progress: percent, email: row.email, phone: row.phone }] : [];
				}),
			};
		},

		/** Lists requests with the actor's verified address that somebody sent without logging in, newest first. */
		async listUnclaimed(actor: Actor): Promise<{ items: UnclaimedEnrollment[] }> {
			const email = await accounts.getVerifiedEmail(db, actor.accountId);
			const rows = email === null ? [] : await store.listUnclaimedEnrollments(db, normalizeEmail(email));
			return {
				items: rows.map((row) => ({
					id: publicIds.encode(row.id),
					course_title: getCourseTitle(row),
					name: row.name,
					state: row.state,
					created_at: toIsoTime(row.created_at),
					declined: row.declined_at !== null,
				})),
			};
		},

		/** Links such a request to the actor under the given name, or with null keeps it apart. Throws `not_found` for other requests. */
		claim: (actor: Actor, id: string, name: string | null): Promise<void> =>
			db.transaction(async (tx) => {
				const row = await store.lockEnrollmentRow(tx, decodeId(id));
				const email = await accounts.getVerifiedEmail(tx, actor.accountId);
				if (!row || row.account_id !== null || email === null || row.email_key !== normalizeEmail(email)) {
					throw enrollmentNotFound();
				}
				if (name === null) {
					await store.updateEnrollment(tx, row.id, { declined_at: clock.now() });
					return;
				}
				const words = joinWords({ ...row, name });
				const claim = { account_id: actor.accountId, name, words, declined_at: null };
				await store.updateEnrollment(tx, row.id, claim);
				const learner = { accountId: actor.accountId, courseId: row.course_id, name };
				if (row.state === 'active') await courses.addLearner(tx, learner);
			}),

		/** Lists a page of enrollments for administrators, newest first, with the number of enrollments in each state. */
		async list({
			limit: pageLimit,
			cursor,
			...filter
		}: z.output<(typeof listEnrollments)['query']>): Promise<
			CursorPage<EnrollmentListItem> & { counts: Record<EnrollmentRow['state'], number> }
		> {
			const { rows, next_cursor } = await readPageById({ limit: pageLimit, cursor }, (beforeId, limit) =>
				store.listEnrollments(db, filter, { beforeId, limit }),
			);
			return {
				items: await presentListItems(db, rows),
				next_cursor,
				counts: await store.countEnrollmentsByState(db, filter),
			};
		},

		/** Lists since when proofs, course requests and flagged payments wait for an administrator, at most `limit` of each. */
		async listWaitingTimes(limit: number): Promise<store.WaitingTimes> {
			return store.listWaitingTimes(db, limit);
		},

		detail: (id: number): Promise<EnrollmentDetail> => presentDetail(db, id),

		/** Applies an administrator's action, adds a note, or both. Clears `attention` and marks the proofs as checked. Throws `not_found` or `conflict`. */
		async update(
			tx: Tx,
			actor: Actor,
			id: number,
			{ action, note }: z.output<(typeof updateEnrollment)['body']>,
		): Promise<EnrollmentDetail> {
			const row = await store.lockEnrollmentRow(tx, id);
			if (!row) throw enrollmentNotFound();
			const now = clock.now();
			if (note !== undefined) {
				await store.insertNote(tx, { enrollment_id: id, text: note, by: actor.userName, at: now });
			}
			if (action !== undefined) {
				const by = actor.userName;
				const changed = await (action === 'reopen'
					? reopen(tx, row, by)
					: changeState(tx, row, enrollmentEventByAction[action], by));
				if (!changed) throw new DomainError('conflict', coursesApiText.stepNotPossible);
				if (action === 'ask_payment') await queueMail(tx, changed, 'asked');
				await accounts.writeAudit(tx, actor, {
					action: `enrollment.${action}`,
					// The note is not repeated, because it may name the learner and the audit log is never erased.
					target: { kind: 'enrollment', id },
				});
			}
			await store.updateEnrollment(tx, id, { attention: null, proof_at: null, updated_at: now });
			return presentDetail(tx, id);
		},

		async export(filter: Filter): Promise<{ file_name: string; csv: string }> {
			const rows = await store.listEnrollments(db, filter);
			const csv = formatCsv(
				adminApiText.enrollmentsCsvHeadings,
				rows.map((row) => [
					row.reference,
					toIsoTime(row.created_at),
					row.state,
					getCourseTitle(row),
					row.coursetype,
					row.name,
					row.email,
					row.phone,
					normalizePhone(row.phone),
					row.price_kobo / 100,
					row.attention,
				]),
			);
			return { file_name: `enrollments-${toIsoTime(clock.now()).slice(0, 10)}.csv`, csv };
		},
	};
}

async function assertProofAllowed(at: Db, row: EnrollmentRow | null): Promise<void> {
	if (!row) throw enrollmentNotFound();
	if (row.state !== 'awaiting_payment') throw new DomainError('conflict', coursesApiText.nothingToPay);
	const sent = filterCurrentProofs(
		await store.listStateChanges(at, [row.id]),
		await store.listPaymentProofs(at, [row.id]),
	);
	if (sent.length >= enrollmentLimits.enrollmentProofs) {
		throw new DomainError('conflict', coursesApiText.tooManyProofs(enrollmentLimits.enrollmentProofs));
	}
}

/** Returns the payment proofs that were sent since the enrollment last became `awaiting_payment`. */
function filterCurrentProofs(
	steps: readonly store.StateChangeRow[],
	proofs: readonly store.PaymentProofRow[],
): store.PaymentProofRow[] {
	const awaitingSince = steps.findLast((step) => step.state === 'awaiting_payment')?.at ?? 0;
	return proofs.filter((proof) => proof.at >= awaitingSince);
}

function generateReference(): string {
	const letters = Array.from({ length: 5 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]);
	return `KSW-${letters.join('')}`;
}

function enrollmentNotFound(): DomainError {
	return new DomainError('not_found', coursesApiText.requestUnknown);
}

/** Returns whether no money has arrived for an enrollment, or it was sent back. */
function isUnpaid({ state }: EnrollmentRow): boolean {
	return state !== 'paid' && state !== 'active';
}

/** Returns the text that administrators search. */
function joinWords({ name, email, reference, phone }: Pick<EnrollmentRow, 'name' | 'email' | 'reference' | 'phone'>) {
	const digits = [phone.replace(/\D/g, ''), normalizePhone(phone) ?? ''];
	return [name, email, reference, phone, ...digits].join('\n').toLowerCase();
}
