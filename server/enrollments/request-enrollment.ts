import { randomInt } from 'node:crypto';
import * as messages from '../../contract/core/messages.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import {
	type Course,
	courses as catalogue,
	coursePriceKobo,
	findCourse,
} from '../../contract/courses/course-catalogue.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { normalizeEmail } from '../accounts/index.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { ChangeEnrollmentState } from './change-state.ts';
import type { EnrollmentForm, EnrollmentService, EnrollmentServiceDeps } from './enrollments.ts';
import { enrollmentChanged } from './events.ts';
import { enrollmentMailJob } from './job-definitions.ts';
import { enrollmentEventByAction } from './lifecycle.ts';
import type { MailKind } from './mails.ts';
import type { PaymentOptions } from './present.ts';
import { type EnrollmentPresenter, enrollmentNotFound } from './present-enrollments.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

/** Characters of payment references: easy to tell apart in handwriting, without I, O, 0 and 1. */
const referenceAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

interface RequestingDeps extends Pick<EnrollmentServiceDeps, 'clock' | 'jobs' | 'accounts' | 'courses' | 'events'> {
	changeState: ChangeEnrollmentState;
	paymentOptions: PaymentOptions;
	/** Converts a public id. Throws `not_found`. */
	decodeId: (id: string) => number;
	presentDetail: EnrollmentPresenter['presentDetail'];
}

/** Changes enrollments, except payments and proofs. */
export function createEnrollmentRequests({
	clock,
	jobs,
	accounts,
	courses,
	events,
	changeState,
	paymentOptions,
	decodeId,
	presentDetail,
}: RequestingDeps) {
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

	return {
		async enroll(tx, actor, form) {
			const course = catalogue.find(({ title }) => title === form.courseTitle);
			if (!course) throw invalidInput({ courseTitle: coursesApiText.courseTitleUnknown });
			const accountId = actor && (await accounts.findVerifiedByEmail(tx, form.email));
			const ownId = accountId === actor?.accountId ? accountId : null;
			const { row, isNew } = await findOrCreateEnrollment(tx, course, form, ownId, actor?.accountId ?? null);
			if (isNew) await queueMail(tx, await requestPayment(tx, row, null), 'received');
			else if (!(await reopen(tx, row, null))) await queueMail(tx, row, 'repeated');
			return { message: messages.enrollmentSucceeded };
		},

		async claim(tx, actor, id, name) {
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
		},

		async activate(tx, id) {
			const row = await store.lockEnrollmentRow(tx, id);
			if (row?.state === 'paid') await changeState(tx, row, 'activate', null);
		},

		async update(tx, actor, id, { action, note }) {
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
	} satisfies Partial<EnrollmentService>;
}

function generateReference(): string {
	const letters = Array.from({ length: 5 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]);
	return `KSW-${letters.join('')}`;
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
