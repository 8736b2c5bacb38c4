import type { ContentAdapter, ContentServiceDeps } from './content.ts';
import type { ContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';

/** Milliseconds between two searches for items from the future. The first runs at the start. */
export const resetFutureTimesEvery = 10 * 60_000;
/** Milliseconds that a stored time may be ahead, because the clocks of machines differ. */
const clockTolerance = 60_000;
/** Largest number of items whose time one transaction corrects. */
const futureTimesBatch = 200;

/** Dates items from the future at the present. See `ContentService`. */
export async function resetFutureTimes<Row extends ContentRow, About>(
	{ db, clock }: Pick<ContentServiceDeps, 'db' | 'clock'>,
	{ tag, listsTag }: Pick<ContentAdapter<Row, About>, 'tag' | 'listsTag'>,
	store: ContentStore<Row>,
): Promise<void> {
	for (;;) {
		const now = clock.now();
		const ids = await db.transaction(async (tx) => {
			const changed = await store.resetFutureTimes(tx, now + clockTolerance, now, futureTimesBatch);
			if (changed.length > 0) tx.invalidate(...changed.map(tag), listsTag);
			return changed;
		});
		if (ids.length < futureTimesBatch) return;
	}
}
