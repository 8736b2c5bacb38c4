import { formatCsv } from '../../contract/core/csv.ts';
import { enrollmentPath } from '../../contract/core/page-paths.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import * as enrollmentLimits from '../../contract/enrollments/limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { normalizeEmail } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { readPageById } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db } from '../database/index.ts';
import { createEnrollmentStateChanger } from './change-state.ts';
import type { EnrollmentService, EnrollmentServiceDeps } from './enrollments.ts';
import { composeEnrollmentMail } from './mails.ts';
import { createPaymentFlow } from './payment-flow.ts';
import { getCourseTitle, type PaymentOptions } from './present.ts';
import { createEnrollmentPresenter, enrollmentNotFound, filterCurrentProofs } from './present-enrollments.ts';
import { createEnrollmentIdSigner } from './public-ids.ts';
import { createEnrollmentRequests } from './request-enrollment.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

/** Number of requests that one transaction deletes. */
const sweepSize = 200;

export function createEnrollmentService(deps: EnrollmentServiceDeps): EnrollmentService {
	const { db, clock, accounts, courses, media, payments, bankDetails, publicUrl } = deps;
	const publicIds = createEnrollmentIdSigner(deps.secret);
	// Learners can pay by bank transfer only if online payment is not configured, because an administrator must confirm each transfer.
	const paymentOptions: PaymentOptions = { online: payments !== null, bankDetails: payments ? null : bankDetails };
	const changeState = createEnrollmentStateChanger(deps);
	const paymentFlow = createPaymentFlow({
		...deps,
		changeState,
		getReturnUrl: (id) => `${publicUrl()}${enrollmentPath(publicIds.encode(id))}`,
	});

	const { presentMany, presentById, presentListItems, presentDetail } = createEnrollmentPresenter(
		deps,
		publicIds,
		paymentOptions,
	);

	/** Converts the public id of an enrollment to its database id. Throws `not_found` for an invalid public id. */
	function decodeId(id: string): number {
		const number = publicIds.decode(id);
		if (number === null) throw enrollmentNotFound();
		return number;
	}

	return {
		paymentFlow,
		...createEnrollmentRequests({ ...deps, changeState, paymentOptions, decodeId, presentDetail }),

		async getMail(id, kind) {
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

		async sweep() {
			const before = clock.now() - enrollmentLimits.unconfirmedRequestRetention;
			for (let count = sweepSize; count === sweepSize; ) {
				count = await db.transaction((tx) => store.deleteUnconfirmedRequests(tx, before, sweepSize));
			}
		},

		get: (id) => presentById(db, decodeId(id)),

		pay: async (id) => ({ authorization_url: await paymentFlow.pay(decodeId(id)) }),

		async checkPayments(id) {
			const number = decodeId(id);
			await paymentFlow.checkPayments(number);
			return presentById(db, number);
		},

		async sendProof(id, request) {
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

		async listMine(actor) {
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

		async listUnclaimed(actor) {
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

		async list({ limit: pageLimit, cursor, ...filter }) {
			const { rows, next_cursor } = await readPageById({ limit: pageLimit, cursor }, (beforeId, limit) =>
				store.listEnrollments(db, filter, { beforeId, limit }),
			);
			return {
				items: await presentListItems(db, rows),
				next_cursor,
				counts: await store.countEnrollmentsByState(db, filter),
			};
		},

		listWaitingTimes: (limit) => store.listWaitingTimes(db, limit),

		detail: (id) => presentDetail(db, id),

		async export(filter) {
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

async function assertProofAllowed(db: Db, row: EnrollmentRow | null): Promise<void> {
	if (!row) throw enrollmentNotFound();
	if (row.state !== 'awaiting_payment') throw new DomainError('conflict', coursesApiText.nothingToPay);
	const sent = filterCurrentProofs(
		await store.listStateChanges(db, [row.id]),
		await store.listPaymentProofs(db, [row.id]),
	);
	if (sent.length >= enrollmentLimits.enrollmentProofs) {
		throw new DomainError('conflict', coursesApiText.tooManyProofs(enrollmentLimits.enrollmentProofs));
	}
}
