import { accountVisibilityChanged, visibilityCacheTag } from '../accounts/index.ts';
import type { AuthorizedRow, ModeratorAuthorizedRow } from '../core/authorization.ts';
import type { Tx } from '../database/index.ts';
import type { Content, ContentAdapter, ContentServiceDeps } from './content.ts';
import { createContentCounting } from './count-content.ts';
import { createContentModeration } from './moderate-content.ts';
import { createContentPolicy } from './policy.ts';
import { createContentReading } from './read-content.ts';
import { resetFutureTimes } from './reset-future-times.ts';
import { createContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';

export function createContentService<Row extends ContentRow, About>(
	deps: ContentServiceDeps,
	kind: ContentAdapter<Row, About>,
): Content<Row, About> {
	const { events, media } = deps;
	const { tag, listsTag } = kind;
	const store = createContentStore<Row>(kind.target);
	const policy = createContentPolicy(kind);
	const reading = createContentReading(deps, kind, store, policy);
	const { findVisible } = reading;
	const isVisible = (row: Row) => policy.canSee(row, null);

	async function setAccess(tx: Tx, row: Row): Promise<void> {
		const fileIds = (await store.findFileIds(tx, [row.id])).get(row.id) ?? [];
		await media.setAccess(tx, fileIds, isVisible(row) ? 'public' : 'private');
	}

	async function remove(tx: Tx, row: AuthorizedRow<Row> | ModeratorAuthorizedRow<Row>): Promise<void> {
		tx.invalidate(tag(row.id), listsTag);
		await kind.unindex(tx, row.id);
		await media.remove(tx, await store.remove(tx, row));
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const changed = await store.setOwnerHidden(tx, accountId, !isVisible);
		for (const row of changed) {
			tx.invalidate(tag(row.id));
			await kind.index(tx, row);
		}
		if (changed.length > 0) tx.invalidate(listsTag);
		await media.setAccess(tx, await store.findFileIdsByOwner(tx, accountId), isVisible ? 'public' : 'private');
	});

	return {
		...reading,
		isVisible,
		remove,
		setAccess,
		owned: policy.owned,
		canSee: policy.canSee,
		findAny: store.find,
		findFileIds: store.findFileIds,
		listVisibleBetween: store.listVisibleBetween,
		service: {
			...createContentModeration(deps, kind, store, policy, { remove, setAccess }),
			...createContentCounting(kind, store, isVisible),
			resetFutureTimes: () => resetFutureTimes(deps, kind, store),
			listByOwner: store.listByOwner,
			countByOwner: store.countByOwner,
			nextVisibleId: store.nextVisibleId,
			lastId: store.lastId,
			listIdsAfter: store.listIdsAfter,

			async eraseByOwner(tx, accountId) {
				for (const { id } of await store.listByOwner(tx, accountId)) {
					const row = await store.lock(tx, id);
					const own = row && policy.owned({ accountId }, row);
					if (!own) continue;
					tx.invalidate(visibilityCacheTag);
					await remove(tx, own);
				}
			},

			async reindex(tx, ids) {
				for (const row of await store.lockMany(tx, ids)) await kind.index(tx, row);
				tx.invalidate(listsTag);
			},

			listStats: async (db, accountId, options) =>
				(await store.listUndeletedByOwner(db, accountId, options)).map((row) => {
					const { id, views, likes, comments } = row;
					return { id, title: kind.title(row), views, likes, comments };
				}),

			async target(db, id) {
				const [row] = await findVisible(db, [id]);
				return row ? kind.toTarget(row) : null;
			},

			targets: async (db, ids) => new Map((await findVisible(db, ids)).map((row) => [row.id, kind.toTarget(row)])),

			allTargets: async (db, ids) =>
				new Map((await store.findMany(db, [...ids])).map((row) => [row.id, kind.toTarget(row)])),
		},
	};
}
