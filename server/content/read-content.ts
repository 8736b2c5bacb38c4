import { decodeCursor, toPage } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Content, ContentAdapter, ContentServiceDeps } from './content.ts';
import { type ContentPolicy, isContentHidden } from './policy.ts';
import type { ContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';

/** Finds and presents ads or posts. */
export function createContentReading<Row extends ContentRow, About>(
	{ db, accounts, media }: Pick<ContentServiceDeps, 'db' | 'accounts' | 'media'>,
	kind: ContentAdapter<Row, About>,
	store: ContentStore<Row>,
	policy: ContentPolicy<Row>,
) {
	const { ownerId } = kind;
	const notFound = () => new DomainError('not_found', kind.notFoundText);

	return {
		async find(db, id, actor) {
			const row = await store.find(db, id);
			if (!row || !policy.canSee(row, actor)) throw notFound();
			return row;
		},

		async lockOwn(tx, actor, id) {
			const row = await store.lock(tx, id);
			if (!row || !policy.canSee(row, actor)) throw notFound();
			const own = policy.owned(actor, row);
			if (!own) throw new DomainError('forbidden', kind.notOwnerText);
			return own;
		},

		async findInOrder(db, ids) {
			const rows = new Map((await store.findMany(db, ids)).map((row) => [row.id, row]));
			return ids.flatMap((id) => rows.get(id) ?? []);
		},

		findVisible: async (db, ids) => (await store.findMany(db, ids)).filter((row) => policy.canSee(row, null)),

		async present(db, rows, fileIds, show) {
			const authors = await accounts.findAuthors(db, new Set(rows.map(ownerId)));
			const filesOf = (some: readonly Row[]) => some.flatMap((row) => fileIds.get(row.id) ?? []);
			// Files of hidden rows get signed URLs, because public URLs of private files do not work.
			const files = new Map([
				...(await media.findByIds(db, filesOf(rows.filter((row) => !isContentHidden(row))))),
				...(await media.findByIdsSigned(db, filesOf(rows.filter(isContentHidden)))),
			]);
			return rows.flatMap((row) => {
				const owner = authors.get(ownerId(row))?.(kind.numbers?.(row) ?? null);
				return owner
					? [
							show(
								row,
								owner,
								filesOf([row]).flatMap((id) => files.get(id) ?? []),
							),
						]
					: [];
			});
		},

		async listNewestIds(filter, { limit, cursor }) {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await store.newestIds(db, filter, below, limit + 1);
			const { rows: ids, next_cursor } = toPage(found, limit, (id) => [id]);
			return { ids, next_cursor };
		},

		getSiteStats: async (conditions, from) => ({
			...(await store.countByCondition(db.longReads, conditions)),
			days: await store.countByDay(db.longReads, from),
		}),
	} satisfies Partial<Content<Row, About>>;
}
