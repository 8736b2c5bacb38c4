import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import { type AdminTaskKind, adminTaskKinds } from '../../contract/operations/operations.ts';

type Waiting = ResponseOf<Endpoints['getWaiting']>;

/** Makes the counts of what waits for administrators. Kinds that are not given have no items. */
export function makeWaiting(counts: Partial<Record<AdminTaskKind, number>> = {}): Waiting {
	const entries = adminTaskKinds.map((kind) => {
		const count = counts[kind] ?? 0;
		return [kind, { count, since: count === 0 ? null : '2026-11-01T09:00:00.000Z' }];
	});
	return Object.fromEntries(entries) as Waiting;
}
