import type { Tx } from '../database/index.ts';
import type { ContentAdapter, ContentService } from './content.ts';
import type { ContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';
import type { AddedCounts, EngagementCounts } from './trending-store.ts';

/** Changes the counts of ads or posts. */
export function createContentCounting<Row extends ContentRow, About>(
	{ tag, toTarget }: Pick<ContentAdapter<Row, About>, 'tag' | 'toTarget'>,
	store: ContentStore<Row>,
	isVisible: (row: Row) => boolean,
) {
	/** Adds to the counts and the trending scores of ads or posts. Returns the updated rows that exist. */
	async function addCounts(tx: Tx, ids: readonly number[], added: Partial<AddedCounts>): Promise<Row[]> {
		const rows = await store.addCounts(tx, ids, added);
		// New views do not invalidate cached responses. Otherwise each reader would evict the response for the next reader.
		if (added.likes || added.ranked_likes || added.comments) tx.invalidateSoon(...rows.map(({ id }) => tag(id)));
		return rows;
	}

	return {
		async bump(tx, id, added) {
			const [row] = await addCounts(tx, [id], added);
			return row ? toCounts(row) : null;
		},

		async bumpVisible(tx, id, added) {
			const [row] = await addCounts(tx, [id], added);
			if (!row || !isVisible(row)) return null;
			return { about: toTarget(row), counts: toCounts(row) };
		},

		bumpEach: async (tx, ids, added) =>
			new Map((await addCounts(tx, ids, added)).map((row) => [row.id, toCounts(row)])),

		async bumpPerId(tx, ids, what, rankedIds) {
			const counts = new Map<number, EngagementCounts>();
			const count = (all: readonly number[]) => Map.groupBy(all, (id) => id);
			const ranked = count(rankedIds);
			const added = [...count(ids)].map(([id, { length }]) => ({
				id,
				times: length,
				ranked: ranked.get(id)?.length ?? 0,
			}));
			// One statement adds to all ads or posts that are given equally often.
			for (const group of Map.groupBy(added, (one) => `${one.times} ${one.ranked}`).values()) {
				const [{ times, ranked } = { times: 0, ranked: 0 }] = group;
				const rows = await addCounts(
					tx,
					group.map(({ id }) => id),
					{ [what]: times, [`ranked_${what}`]: ranked },
				);
				for (const row of rows) counts.set(row.id, toCounts(row));
			}
			return counts;
		},

		findRankedCounts: async (db, ids) => new Map((await store.findMany(db, ids)).map((row) => [row.id, row])),

		async lockVisible(tx, ids, options) {
			const rows = (await store.lockMany(tx, [...ids], options)).filter(isVisible);
			return new Map(rows.map((row) => [row.id, { about: toTarget(row), counts: toCounts(row) }]));
		},
	} satisfies Partial<ContentService<Row, About>>;
}

function toCounts({ likes, comments, views }: ContentRow): EngagementCounts {
	return { likes, comments, views };
}
