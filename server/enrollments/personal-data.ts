import { isoTime, type PersonalData } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Tx } from '../platform/database/index.ts';
import * as store from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

/** What was paid is accounted for six years: that stays, without whose it was. */
export function enrollmentData(media: Media): PersonalData {
	return {
		noun: 'enrollments',
		async export(at, accountId) {
			const rows = await store.enrollmentsOf(at, accountId);
			const payments: PaymentRow[][] = [];
			for (const { id } of rows) payments.push(await store.paymentsOf(at, id));
			return rows.map((row, place) => ({
				course_id: row.course_id,
				name: row.name,
				email: row.email,
				phone: row.phone,
				state: row.state,
				price_kobo: row.price_kobo,
				reference: row.reference,
				payments: payments[place]?.map(({ reference, asked_kobo, status, created_at }) => ({
					reference,
					asked_kobo,
					status,
					created_at: isoTime(created_at),
				})),
				created_at: isoTime(row.created_at),
			}));
		},
		async erase(tx, accountId) {
			for (const row of await store.enrollmentsOf(tx, accountId)) {
				const proofs = await store.proofsOf(tx, [row.id]);
				await store.makeNameless(tx, row.id);
				if (!(await hasMoney(tx, row))) await store.deleteEnrollment(tx, row.id);
				await media.remove(
					tx,
					proofs.map((proof) => proof.media_id),
				);
			}
		},
	};
}

/** Whether the books need it: something was paid, or may have been. */
async function hasMoney(tx: Tx, { id, state }: EnrollmentRow): Promise<boolean> {
	const settled = state === 'paid' || state === 'active' || state === 'refunded';
	return settled || (await store.paymentsOf(tx, id)).length > 0;
}
