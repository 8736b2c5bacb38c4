import type {
	Enrollment,
	EnrollmentDetail,
	EnrollmentListItem,
	PaymentProof,
} from '../../contract/enrollments/enrollments.ts';
import { enrollmentActions } from '../../contract/enrollments/enrollments.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db } from '../database/index.ts';
import type { EnrollmentServiceDeps } from './enrollments.ts';
import { enrollmentEventByAction, getNextEnrollmentState } from './lifecycle.ts';
import { type PaymentOptions, presentEnrollment, presentListItem, presentPayment } from './present.ts';
import type { EnrollmentIdSigner } from './public-ids.ts';
import * as store from './store.ts';
import type { EnrollmentRow } from './tables.ts';

export type EnrollmentPresenter = ReturnType<typeof createEnrollmentPresenter>;

/** Loads enrollments and presents them with their steps, proofs and payments. */
export function createEnrollmentPresenter(
	{ accounts, media }: Pick<EnrollmentServiceDeps, 'accounts' | 'media'>,
	publicIds: EnrollmentIdSigner,
	paymentOptions: PaymentOptions,
) {
	async function presentMany(db: Db, rows: readonly EnrollmentRow[]): Promise<Map<number, Enrollment>> {
		const ids = rows.map((row) => row.id);
		const steps = Map.groupBy(await store.listStateChanges(db, ids), (step) => step.enrollment_id);
		const proofs = Map.groupBy(await store.listPaymentProofs(db, ids), (proof) => proof.enrollment_id);
		const unpaidRows = rows.filter((row) => row.state === 'awaiting_payment');
		const currentProofs = new Map(
			unpaidRows.map(({ id }) => [id, filterCurrentProofs(steps.get(id) ?? [], proofs.get(id) ?? [])]),
		);
		const presentedProofs = await presentProofs(db, [...currentProofs.values()].flat());
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
	async function presentProofs(db: Db, proofs: readonly store.PaymentProofRow[]): Promise<Map<number, PaymentProof>> {
		const pictures = await media.findByIdsSigned(
			db,
			proofs.map((proof) => proof.media_id),
		);
		return new Map(
			proofs.flatMap(({ media_id, at }) => {
				const url = pictures.get(media_id)?.picture?.url;
				return url ? [[media_id, { url, at: toIsoTime(at) }]] : [];
			}),
		);
	}

	async function presentById(db: Db, id: number): Promise<Enrollment> {
		const row = await store.findEnrollment(db, id);
		const enrollment = row && (await presentMany(db, [row])).get(id);
		if (!enrollment) throw enrollmentNotFound();
		return enrollment;
	}

	async function presentListItems(db: Db, rows: readonly EnrollmentRow[]): Promise<EnrollmentListItem[]> {
		const proofs = await store.listPaymentProofs(
			db,
			rows.map((row) => row.id),
		);
		const withProof = new Set(proofs.map((proof) => proof.enrollment_id));
		const people = await accounts.findPeople(
			db,
			rows.flatMap((row) => row.account_id ?? []),
		);
		return rows.map((row) =>
			presentListItem(row, {
				hasProof: withProof.has(row.id),
				userName: (row.account_id !== null && people.get(row.account_id)?.user_name) || null,
			}),
		);
	}

	async function presentDetail(db: Db, id: number): Promise<EnrollmentDetail> {
		const row = await store.findEnrollment(db, id);
		const [item] = row ? await presentListItems(db, [row]) : [];
		if (!row || !item) throw enrollmentNotFound();
		const proofs = await store.listPaymentProofs(db, [id]);
		return {
			...item,
			steps: (await store.listStateChanges(db, [id])).map(({ state, by, at }) => ({ state, by, at: toIsoTime(at) })),
			actions: enrollmentActions.filter(
				(action) => getNextEnrollmentState(row.state, enrollmentEventByAction[action]) !== null,
			),
			notes: (await store.listNotes(db, id)).map(({ text, by, at }) => ({ text, by, at: toIsoTime(at) })),
			payments: (await store.listEnrollmentPayments(db, id)).map(presentPayment),
			proofs: [...(await presentProofs(db, proofs)).values()],
		};
	}

	return { presentMany, presentById, presentListItems, presentDetail };
}

/** Returns the payment proofs that were sent since the enrollment last became `awaiting_payment`. */
export function filterCurrentProofs(
	steps: readonly store.StateChangeRow[],
	proofs: readonly store.PaymentProofRow[],
): store.PaymentProofRow[] {
	const awaitingSince = steps.findLast((step) => step.state === 'awaiting_payment')?.at ?? 0;
	return proofs.filter((proof) => proof.at >= awaitingSince);
}

export function enrollmentNotFound(): DomainError {
	return new DomainError('not_found', coursesApiText.requestUnknown);
}
