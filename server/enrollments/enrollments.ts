import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Course, courses as catalogue, courseById, priceOf } from '../../contract/course-catalogue.ts';
import type { Enrollment, EnrollmentDetail, Proof, EnrollmentRow as Row } from '../../contract/enrollments.ts';
import {
	type enroll,
	enrollmentActions,
	type listEnrollments,
	type listMyEnrollments,
	type updateEnrollment,
} from '../../contract/enrollments.ts';
import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';
import type { Page } from '../../contract/page.ts';
import { enrollmentPath } from '../../contract/page-paths.ts';
import { phoneDigits } from '../../contract/phone.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import { type Accounts, accountEmailVerified, emailKey } from '../accounts/index.ts';
import type { Courses } from '../courses/index.ts';
import type { Media } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Payments } from '../platform/payments/index.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { toCsv } from './csv.ts';
import { mailJob } from './job-definitions.ts';
import { eventOf, next } from './lifecycle.ts';
import { createLinks } from './links.ts';
import { type MailKind, mailOf } from './mails.ts';
import { createPaying } from './paying.ts';
import { courseTitleOf, isoTime, presentEnrollment, presentPayment, presentRow, type WaysToPay } from './present.ts';
import { createChangeState } from './state.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

export interface EnrollmentsParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	accounts: Accounts;
	courses: Courses;
	media: Media;
	events: Events;
	/** Null where nobody pays online. */
	payments: Payments | null;
	/** The operator's account, in words; null where none is told. */
	bankDetails: string | null;
	/** Seals the ids that learners have. */
	secret: string;
	/** The address people use, without a slash at its end. */
	publicUrl: () => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type Enrollments = ReturnType<typeof createEnrollments>;

type MyEnrollment = z.output<(typeof listMyEnrollments)['responses'][200]>['items'][number];
type Filter = Omit<z.output<(typeof listEnrollments)['query']>, 'limit' | 'cursor'>;

/** Letters and digits that nobody takes for another when a transfer is written by hand. */
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function createEnrollments(parts: EnrollmentsParts) {
	const { db, clock, jobs, accounts, courses, media, events, payments, bankDetails, secret, publicUrl, logger } = parts;
	const links = createLinks(secret);
	// Online it is quicker and needs nobody: the account is for operators without.
	const ways: WaysToPay = { online: payments !== null, bankDetails: payments ? null : bankDetails };
	const changeState = createChangeState({ clock, jobs, accounts, courses, events });
	const paying = createPaying({
		db,
		clock,
		jobs,
		payments,
		changeState,
		logger,
		returnTo: (id) => `${publicUrl()}${enrollmentPath(links.idOf(id))}`,
	});

	// Whoever shows that an address is theirs gets what was asked for from it.
	events.on(accountEmailVerified, async (tx, { accountId, emailKey }) => {
		for (const row of await store.joinAccount(tx, emailKey, accountId)) {
			if (row.state === 'active') await courses.admit(tx, { accountId, courseId: row.course_id, name: row.name });
		}
	});

	const queueMail = (tx: Tx, row: EnrollmentRow, kind: MailKind) =>
		jobs.add(tx, mailJob, { enrollment_id: row.id, kind });

	/** At once where there is a way to pay; otherwise an administrator asks. */
	async function askForPayment(tx: Tx, row: EnrollmentRow, by: string | null): Promise<EnrollmentRow> {
		const payable = ways.online || ways.bankDetails !== null;
		return (payable && (await changeState(tx, row, 'ask', by))) || row;
	}

	/** The request of this address for this course, locked, and whether it is new. */
	async function addOnce(
		tx: Tx,
		course: Course,
		form: z.output<(typeof enroll)['body']>,
	): Promise<{ row: EnrollmentRow; isNew: boolean }> {
		const { name, email, phone, coursetype } = form;
		const now = clock.now();
		const key = emailKey(email);
		// A reference that is taken already is one in a million.
		for (let attempt = 0; attempt < 10; attempt += 1) {
			const reference = newReference();
			const digits = [phone.replace(/\D/g, ''), phoneDigits(phone) ?? ''];
			const row = await store.insertEnrollment(tx, {
				course_id: course.id,
				coursetype: coursetype || course.title,
				name,
				email,
				email_key: key,
				phone,
				state: 'requested',
				price_kobo: priceOf(course),
				reference,
				account_id: await accounts.verifiedByEmail(tx, email),
				words: [name, email, reference, phone, ...digits].join('\n').toLowerCase(),
				created_at: now,
				updated_at: now,
			});
			if (row) {
				await store.insertStep(tx, { enrollment_id: row.id, state: row.state, by: null, at: now });
				return { row, isNew: true };
			}
			const known = await store.lockByAddress(tx, key, course.id);
			if (known) return { row: known, isNew: false };
		}
		throw new Error('No reference is free');
	}

	/** Begins anew what came to nothing, at today's price. */
	async function reopen(tx: Tx, row: EnrollmentRow, by: string | null): Promise<EnrollmentRow | null> {
		const course = courseById(row.course_id);
		const opened = await changeState(tx, row, 'reopen', by);
		if (!opened) return null;
		const priced = course && (await store.updateEnrollment(tx, row.id, { price_kobo: priceOf(course) }));
		const asked = await askForPayment(tx, priced ?? opened, by);
		await queueMail(tx, asked, 'received');
		return asked;
	}

	/** The number in an unguessable id. Throws `not_found`. */
	function numberOf(id: string): number {
		const number = links.read(id);
		if (number === null) throw nothingHere();
		return number;
	}

	async function present(at: Db, rows: readonly EnrollmentRow[]): Promise<Map<number, Enrollment>> {
		const ids = rows.map((row) => row.id);
		const steps = Map.groupBy(await store.stepsOf(at, ids), (step) => step.enrollment_id);
		const proofs = Map.groupBy(await store.proofsOf(at, ids), (proof) => proof.enrollment_id);
		const waiting = rows.filter((row) => row.state === 'awaiting_payment');
		const awaited = new Map(waiting.map(({ id }) => [id, sinceAsked(steps.get(id) ?? [], proofs.get(id) ?? [])]));
		const shown = await showProofs(at, [...awaited.values()].flat());
		return new Map(
			rows.map((row) => [
				row.id,
				presentEnrollment(row, {
					id: links.idOf(row.id),
					steps: steps.get(row.id) ?? [],
					proofs: (awaited.get(row.id) ?? []).flatMap(({ media_id }) => shown.get(media_id) ?? []),
					ways,
				}),
			]),
		);
	}

	/** Proofs with their signed addresses, by the ids of their files. */
	async function showProofs(at: Db, proofs: readonly store.ProofRow[]): Promise<Map<number, Proof>> {
		const pictures = await media.byIdSigned(
			at,
			proofs.map((proof) => proof.media_id),
		);
		return new Map(
			proofs.flatMap(({ media_id, at }) => {
				const url = pictures.get(media_id)?.picture?.url;
				return url ? [[media_id, { url, at: isoTime(at) }]] : [];
			}),
		);
	}

	async function presentById(at: Db, id: number): Promise<Enrollment> {
		const row = await store.findEnrollment(at, id);
		const shown = row && (await present(at, [row])).get(id);
		if (!shown) throw nothingHere();
		return shown;
	}

	async function presentRows(at: Db, rows: readonly EnrollmentRow[]): Promise<Row[]> {
		const proofs = await store.proofsOf(
			at,
			rows.map((row) => row.id),
		);
		const withProof = new Set(proofs.map((proof) => proof.enrollment_id));
		const people = await accounts.people(
			at,
			rows.flatMap((row) => row.account_id ?? []),
		);
		return rows.map((row) =>
			presentRow(row, {
				hasProof: withProof.has(row.id),
				userName: (row.account_id !== null && people.get(row.account_id)?.user_name) || null,
			}),
		);
	}

	async function detail(at: Db, id: number): Promise<EnrollmentDetail> {
		const row = await store.findEnrollment(at, id);
		const [shown] = row ? await presentRows(at, [row]) : [];
		if (!row || !shown) throw nothingHere();
		const proofs = await store.proofsOf(at, [id]);
		return {
			...shown,
			steps: (await store.stepsOf(at, [id])).map(({ state, by, at }) => ({ state, by, at: isoTime(at) })),
			actions: enrollmentActions.filter((action) => next(row.state, eventOf[action]) !== null),
			notes: (await store.notesOf(at, id)).map(({ text, by, at }) => ({ text, by, at: isoTime(at) })),
			payments: (await store.paymentsOf(at, id)).map(presentPayment),
			proofs: [...(await showProofs(at, proofs)).values()],
		};
	}

	return {
		paying,

		/** A mail to a request's learner; null where there is none any more. */
		async mail(id: number, kind: MailKind) {
			const row = await store.findEnrollment(db, id);
			// An erased learner has no address.
			if (!row?.email) return null;
			const message = mailOf(kind, row, { link: links.idOf(id), ways, publicUrl: publicUrl() });
			return { to: row.email, ...message };
		},

		/** Opens the course to who has paid. */
		activate: (id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const row = await store.lockEnrollment(tx, id);
				if (row?.state === 'paid') await changeState(tx, row, 'activate', null);
			}),

		/** Asks for a course. Whether this address has asked before, only the e-mail tells. Throws `invalid`. */
		async enroll(tx: Tx, form: z.output<(typeof enroll)['body']>): Promise<{ message: string }> {
			const course = catalogue.find(({ title }) => title === form.courseTitle);
			if (!course) throw invalid({ courseTitle: coursesApiText.courseTitleUnknown });
			const { row, isNew } = await addOnce(tx, course, form);
			if (isNew) await queueMail(tx, await askForPayment(tx, row, null), 'received');
			else if (!(await reopen(tx, row, null))) await queueMail(tx, row, 'repeated');
			return { message: messages.enrollmentSucceeded };
		},

		/** A request by its unguessable id. Throws `not_found`. */
		get: (id: string): Promise<Enrollment> => presentById(db, numberOf(id)),

		/** Where it is paid online. Throws `not_found`, `conflict` or `unavailable`. */
		async pay(id: string): Promise<{ authorization_url: string }> {
			return { authorization_url: await paying.pay(numberOf(id)) };
		},

		/** How it stands once the payment service was asked. Throws `not_found` or `unavailable`. */
		async check(id: string): Promise<Enrollment> {
			const number = numberOf(id);
			await paying.check(number);
			return presentById(db, number);
		},

		/** Takes the proof of a transfer from the form in the request. Throws `not_found`, `conflict` or what is wrong with the file. */
		async sendProof(id: string, request: FastifyRequest): Promise<Enrollment> {
			const number = numberOf(id);
			// Before its bytes are received, and again once they are.
			await mayTakeProof(db, await store.findEnrollment(db, number));
			return media.takePrivatePicture(request, async (tx, mediaId) => {
				await mayTakeProof(tx, await store.lockEnrollment(tx, number));
				await store.insertProof(tx, { enrollment_id: number, media_id: mediaId, at: clock.now() });
				return presentById(tx, number);
			});
		},

		/** What an account has asked for, newest first. */
		async listMine(actor: Actor): Promise<{ items: MyEnrollment[] }> {
			const rows = await store.enrollmentsOf(db, actor.accountId);
			const shown = await present(db, rows);
			const progress = await courses.progressOf(db, actor.accountId);
			return {
				items: rows.flatMap((row) => {
					const enrollment = shown.get(row.id);
					const percent = row.state === 'active' ? (progress.get(row.course_id)?.percent ?? 0) : null;
					return enrollment ? [{ ...enrollment, progress: percent }] : [];
				}),
			};
		},

		/** Requests for administrators, newest first. */
		async list({
			limit,
			cursor,
			...filter
		}: z.output<(typeof listEnrollments)['query']>): Promise<
			Page<Row> & { counts: Record<EnrollmentRow['state'], number> }
		> {
			const [before = null] = decodeCursor(cursor, 1) ?? [];
			const rows = await store.listEnrollments(db, filter, { before, most: limit + 1 });
			const page = rows.slice(0, limit);
			const last = rows.length > limit ? page.at(-1) : undefined;
			return {
				items: await presentRows(db, page),
				next_cursor: last ? encodeCursor([last.id]) : null,
				counts: await store.countByState(db, filter),
			};
		},

		detail: (id: number): Promise<EnrollmentDetail> => detail(db, id),

		/** Takes a request a step further, or adds a note; either means that it was looked at. Throws `not_found` or `conflict`. */
		async update(
			tx: Tx,
			actor: Actor,
			id: number,
			{ action, note }: z.output<(typeof updateEnrollment)['body']>,
		): Promise<EnrollmentDetail> {
			const row = await store.lockEnrollment(tx, id);
			if (!row) throw nothingHere();
			const now = clock.now();
			if (note !== undefined) {
				await store.insertNote(tx, { enrollment_id: id, text: note, by: actor.userName, at: now });
			}
			if (action !== undefined) {
				const by = actor.userName;
				const moved = await (action === 'reopen' ? reopen(tx, row, by) : changeState(tx, row, eventOf[action], by));
				if (!moved) throw new Refusal('conflict', coursesApiText.stepNotPossible);
				if (action === 'ask_payment') await queueMail(tx, moved, 'asked');
				await accounts.audit(tx, actor, {
					action: `enrollment.${action}`,
					target: { kind: 'enrollment', id },
					...(note !== undefined && { reason: note }),
				});
			}
			await store.updateEnrollment(tx, id, { attention: null, updated_at: now });
			return detail(tx, id);
		},

		/** Requests as a table that spreadsheets open safely. */
		async export(filter: Filter): Promise<{ file_name: string; csv: string }> {
			const rows = await store.listEnrollments(db, filter);
			const csv = toCsv(
				adminApiText.enrollmentsCsvHeadings,
				rows.map((row) => [
					row.reference,
					isoTime(row.created_at),
					row.state,
					courseTitleOf(row),
					row.coursetype,
					row.name,
					row.email,
					row.phone,
					phoneDigits(row.phone),
					row.price_kobo / 100,
					row.attention,
				]),
			);
			return { file_name: `enrollments-${isoTime(clock.now()).slice(0, 10)}.csv`, csv };
		},
	};
}

async function mayTakeProof(at: Db, row: EnrollmentRow | null): Promise<void> {
	if (!row) throw nothingHere();
	if (row.state !== 'awaiting_payment') throw new Refusal('conflict', coursesApiText.nothingToPay);
	const sent = sinceAsked(await store.stepsOf(at, [row.id]), await store.proofsOf(at, [row.id]));
	if (sent.length >= limits.enrollmentProofs) {
		throw new Refusal('conflict', coursesApiText.tooManyProofs(limits.enrollmentProofs));
	}
}

/** Those of the payment that is awaited: what was sent before a request was opened again tells nothing of it. */
function sinceAsked(steps: readonly store.StepRow[], proofs: readonly store.ProofRow[]): store.ProofRow[] {
	const asked = steps.findLast((step) => step.state === 'awaiting_payment')?.at ?? 0;
	return proofs.filter((proof) => proof.at >= asked);
}

function newReference(): string {
	const letters = Array.from({ length: 5 }, () => referenceLetters[randomInt(referenceLetters.length)]);
	return `KSW-${letters.join('')}`;
}

function nothingHere(): Refusal {
	return new Refusal('not_found', coursesApiText.requestUnknown);
}
