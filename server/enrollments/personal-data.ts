import * as processingText from '../../text/server/processing.ts';
import { type AccountService, normalizeEmail, type PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { Db, Tx } from '../database/index.ts';
import type { MediaService } from '../media/index.ts';
import * as store from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

/** Erasure anonymizes enrollments with payments instead of deleting them: accounting records are kept for six years. */
export function createEnrollmentPersonalData({
	accounts,
	media,
}: {
	accounts: Pick<AccountService, 'getVerifiedEmail'>;
	media: MediaService;
}): PersonalDataHandler {
	/**
	 * Lists the enrollments of an account, the requests that it sent before it confirmed its address, and those with its confirmed address
	 * that it has not claimed. Others sent those that it declined, which only an erasure takes.
	 */
	async function listOwn(db: Db, accountId: number, withDeclined: boolean): Promise<EnrollmentRow[]> {
		const email = await accounts.getVerifiedEmail(db, accountId);
		const unclaimed = email === null ? [] : await store.listUnclaimedEnrollments(db, normalizeEmail(email));
		const rows = [
			...(await store.listAccountEnrollments(db, accountId)),
			...(await store.listUnconfirmedRequests(db, accountId)),
			...unclaimed.filter((row) => withDeclined || row.declined_at === null),
		];
		return [...new Map(rows.map((row) => [row.id, row])).values()];
	}

	return {
		section: 'enrollments',
		processing: {
			...processingText.enrollments,
			people: ['learners'],
			basis: 'contract',
			recipients: ['hosting', 'storage', 'mail', 'payment', 'webhooks'],
		},
		async export(db, accountId) {
			const rows = await listOwn(db, accountId, false);
			const payments: PaymentRow[][] = [];
			for (const { id } of rows) payments.push(await store.listEnrollmentPayments(db, id));
			const ids = rows.map(({ id }) => id);
			const steps = Map.groupBy(await store.listStateChanges(db, ids), (step) => step.enrollment_id);
			const proofs = Map.groupBy(await store.listPaymentProofs(db, ids), (proof) => proof.enrollment_id);
			return rows.map((row, index) => ({
				course_id: row.course_id,
				coursetype: row.coursetype,
				name: row.name,
				email: row.email,
				phone: row.phone,
				state: row.state,
				price_kobo: row.price_kobo,
				reference: row.reference,
				payments: payments[index]?.map(({ reference, asked_kobo, status, created_at }) => ({
					reference,
					asked_kobo,
					status,
					created_at: toIsoTime(created_at),
				})),
				// The export contains the pictures of the proofs as separate files.
				proofs_sent_at: (proofs.get(row.id) ?? []).map((proof) => toIsoTime(proof.at)),
				steps: (steps.get(row.id) ?? []).map((step) => ({ state: step.state, at: toIsoTime(step.at) })),
				created_at: toIsoTime(row.created_at),
			}));
		},
		async files(db, accountId) {
			const rows = await listOwn(db, accountId, false);
			const proofs = await store.listPaymentProofs(
				db,
				rows.map(({ id }) => id),
			);
			return media.listPersonalFiles(
				db,
				proofs.map((proof) => proof.media_id),
			);
		},
		async erase(tx, accountId) {
			for (const row of await listOwn(tx, accountId, true)) {
				const proofs = await store.listPaymentProofs(tx, [row.id]);
				await store.anonymizeEnrollment(tx, row.id);
				if (!(await hasPayments(tx, row))) await store.deleteEnrollment(tx, row.id);
				await media.remove(
					tx,
					proofs.map((proof) => proof.media_id),
				);
			}
		},
	};
}

/** Returns whether a payment for the enrollment was made or may have been made. */
async function hasPayments(tx: Tx, { id, state }: EnrollmentRow): Promise<boolean> {
	const settled = state === 'paid' || state === 'active' || state === 'refunded';
	return settled || (await store.listEnrollmentPayments(tx, id)).length > 0;
}
