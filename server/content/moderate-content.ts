import * as problemsText from '../../text/shared/problems.ts';
import { visibilityCacheTag } from '../accounts/index.ts';
import type { Moderator, ModeratorAuthorizedRow } from '../core/authorization.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Content, ContentAdapter, ContentService, ContentServiceDeps } from './content.ts';
import { type ContentPolicy, isContentHidden } from './policy.ts';
import type { ContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';

/** Lists, hides and shows ads or posts for moderators. */
export function createContentModeration<Row extends ContentRow, About>(
	{ clock, media }: Pick<ContentServiceDeps, 'clock' | 'media'>,
	kind: ContentAdapter<Row, About>,
	store: ContentStore<Row>,
	policy: ContentPolicy<Row>,
	{ remove, setAccess }: Pick<Content<Row, About>, 'remove' | 'setAccess'>,
) {
	/** Locks an ad or post for a moderator until the transaction ends. Returns null for an unknown id. Throws `forbidden`. */
	async function lockModerated(tx: Tx, actor: Moderator, id: number): Promise<ModeratorAuthorizedRow<Row> | null> {
		const row = await store.lock(tx, id);
		const moderated = row && policy.moderated(actor, row);
		if (row && !moderated) throw new DomainError('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	async function setHidden(
		tx: Tx,
		row: ModeratorAuthorizedRow<Row> | null,
		hidden: { hidden_at: number | null; hidden_reason: string },
	): Promise<void> {
		if (!row) return;
		const changed = await store.setHidden(tx, row, hidden);
		tx.invalidate(kind.tag(row.id), kind.listsTag, visibilityCacheTag);
		await kind.index(tx, changed);
		await setAccess(tx, changed);
	}

	return {
		hide: async (tx, actor, id, reason) =>
			setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: clock.now(), hidden_reason: reason }),

		unhide: async (tx, actor, id) =>
			setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: null, hidden_reason: '' }),

		async takeDown(tx, actor, id) {
			const row = await lockModerated(tx, actor, id);
			if (!row) return;
			tx.invalidate(visibilityCacheTag);
			await remove(tx, row);
		},

		readSmallPictures: async (db, id) => media.readSmallPictures(db, (await store.findFileIds(db, [id])).get(id) ?? []),

		async findForReview(db, ids) {
			const rows = (await store.findMany(db, ids)).filter((row) => !kind.isDeleted(row));
			const fileIds = await store.findFileIds(
				db,
				rows.map((row) => row.id),
			);
			const firstOf = ({ id }: Row) => fileIds.get(id)?.slice(0, 1) ?? [];
			const files = await media.findByIdsSigned(db, rows.flatMap(firstOf));
			return new Map(
				rows.map((row) => [
					row.id,
					{
						ownerId: kind.ownerId(row),
						title: kind.title(row),
						text: kind.text(row),
						picture: firstOf(row).map((id) => files.get(id)?.picture)[0] ?? null,
						path: isContentHidden(row) ? null : kind.path(row),
					},
				]),
			);
		},
	} satisfies Partial<ContentService<Row, About>>;
}
