import type { Person } from '../../contract/accounts.ts';
import type { Picture } from '../../contract/media.ts';
import type { Target } from '../../contract/target.ts';
import * as problemsText from '../../contract/text/problems.ts';
import { type Accounts, accountVisibilityChanged, visibilityTag } from '../accounts/index.ts';
import type { AttachedMedia, Media, PresentedMedia } from '../media/index.ts';
import type { Authorized, Moderated, Moderator } from '../platform/authorization.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Counts, scoreGained } from '../platform/trending.ts';
import { createContentPolicy, isHidden } from './policy.ts';
import { contentStore, type NewestFilter } from './store.ts';
import type { ContentRow } from './tables.ts';

export interface ContentDeps {
	db: Database;
	clock: Clock;
	events: Events;
	accounts: Accounts;
	media: Media;
}

/** How ads or posts differ from each other; `About` is what they are to what people do to them. */
export interface ContentKind<Row extends ContentRow, About> {
	target: Target;
	ownerId: (row: Row) => number;
	isDeleted: (row: Row) => boolean;
	/** Names one of them, and their lists, for caches. */
	tag: (id: number) => string;
	listsTag: string;
	/** What a search knows of it follows its row. */
	index: (tx: Tx, row: Row) => Promise<void>;
	unindex: (tx: Tx, id: number) => Promise<void>;
	title: (row: Row) => string;
	text: (row: Row) => string;
	/** Of its page. */
	path: (row: Row) => string;
	about: (row: Row) => About;
	/** Sentences for what is not there, and for another's. */
	goneText: string;
	ofAnotherText: string;
}

/** What is reported, for who judges it. */
export interface ForReview {
	ownerId: number;
	title: string;
	text: string;
	picture: Picture | null;
	/** Of its page; null while it has none. */
	path: string | null;
}

export interface ListInput {
	limit: number;
	cursor?: string | undefined;
}

export function createContent<Row extends ContentRow, About>(
	{ db, clock, events, accounts, media }: ContentDeps,
	kind: ContentKind<Row, About>,
) {
	const { ownerId, tag, listsTag } = kind;
	const store = contentStore<Row>(kind.target);
	const policy = createContentPolicy(kind);
	const isShown = (row: Row) => policy.maySee(row, null);

	/** The row, where this actor may see it. Throws `not_found`. */
	async function find(at: Db, id: number, actor: Actor | null): Promise<Row> {
		const row = await store.find(at, id);
		if (!row || !policy.maySee(row, actor)) throw new Refusal('not_found', kind.goneText);
		return row;
	}

	/** The same for its owner to change. Throws `not_found` and `forbidden`. */
	async function findOwn(tx: Tx, actor: Actor, id: number): Promise<Authorized<Row>> {
		const own = policy.owned(actor, await find(tx, id, actor));
		if (!own) throw new Refusal('forbidden', kind.ofAnotherText);
		return own;
	}

	/** The row for an administrator to judge; whoever else changes it waits. Null where it is gone. Throws `forbidden`. */
	async function lockModerated(tx: Tx, actor: Moderator, id: number): Promise<Moderated<Row> | null> {
		const row = await store.lock(tx, id);
		const moderated = row && policy.moderated(actor, row);
		if (row && !moderated) throw new Refusal('forbidden', problemsText.administratorsOnly);
		return moderated;
	}

	/** Rows by id, in the order of the ids. */
	async function inOrder(at: Db, ids: readonly number[]): Promise<Row[]> {
		const rows = new Map((await store.findMany(at, ids)).map((row) => [row.id, row]));
		return ids.flatMap((id) => rows.get(id) ?? []);
	}

	/** Those of these ids that everyone may see. */
	async function findShown(at: Db, ids: readonly number[]): Promise<Row[]> {
		return (await store.findMany(at, ids)).filter(isShown);
	}

	/** Its files can be fetched, or not, as everyone may see it. */
	async function setAccess(tx: Tx, row: Row): Promise<void> {
		const fileIds = (await store.fileIdsOf(tx, [row.id])).get(row.id) ?? [];
		await media.setAccess(tx, fileIds, isShown(row) ? 'public' : 'private');
	}

	async function setHidden(
		tx: Tx,
		row: Moderated<Row> | null,
		hidden: { hidden_at: number | null; hidden_reason: string },
	): Promise<void> {
		if (!row) return;
		const changed = await store.setHidden(tx, row, hidden);
		tx.changed(tag(row.id), listsTag, visibilityTag);
		await kind.index(tx, changed);
		await setAccess(tx, changed);
	}

	/** Deletes it for good, with its files. */
	async function remove(tx: Tx, row: Authorized<Row> | Moderated<Row>): Promise<void> {
		tx.changed(tag(row.id), listsTag);
		await kind.unindex(tx, row.id);
		await media.remove(tx, await store.remove(tx, row));
	}

	/** Answers those that are there, as they are then. */
	async function addCounts(tx: Tx, ids: readonly number[], added: Partial<Counts>): Promise<Row[]> {
		const rows = await store.addCounts(tx, ids, added);
		const gained = rows.map((row) => [row.id, scoreGained(row, added)] as const).filter(([, score]) => score !== 0);
		await store.addScores(tx, new Map(gained));
		// Cached answers may be a little behind in views: else every reader would drop what the next one reads.
		if (added.likes || added.comments) tx.changed(...rows.map(({ id }) => tag(id)));
		return rows;
	}

	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const changed = await store.setOwnerGone(tx, accountId, !isVisible);
		for (const row of changed) {
			tx.changed(tag(row.id));
			await kind.index(tx, row);
		}
		if (changed.length > 0) tx.changed(listsTag);
		await media.setAccess(tx, await store.fileIdsOfOwner(tx, accountId), isVisible ? 'public' : 'private');
	});

	return {
		find,
		findOwn,
		findShown,
		inOrder,
		isShown,
		remove,
		setAccess,
		owned: policy.owned,
		maySee: policy.maySee,
		findAny: store.find,
		fileIdsOf: store.fileIdsOf,
		shownBetween: store.shownBetween,

		/** A row that was just inserted gets its files, and is found from then on. */
		async add(tx: Tx, row: Row, files: readonly AttachedMedia[]): Promise<void> {
			const fileIds = files.map((file) => file.id);
			await store.addFiles(tx, row.id, fileIds);
			await kind.index(tx, row);
			tx.changed(listsTag);
		},

		/** Rows in their order with what each shows, loaded once: its owner and the files of these ids. */
		async present<Shown>(
			at: Db,
			rows: readonly Row[],
			fileIds: ReadonlyMap<number, readonly number[]>,
			show: (row: Row, owner: Person, files: readonly PresentedMedia[]) => Shown,
		): Promise<Shown[]> {
			const people = await accounts.findPeople(at, new Set(rows.map(ownerId)));
			const filesOf = (some: readonly Row[]) => some.flatMap((row) => fileIds.get(row.id) ?? []);
			// Who may see what is hidden sees its pictures by signed addresses: the public ones work for nobody.
			const files = new Map([
				...(await media.findByIds(at, filesOf(rows.filter((row) => !isHidden(row))))),
				...(await media.findByIdsSigned(at, filesOf(rows.filter(isHidden)))),
			]);
			return rows.flatMap((row) => {
				const owner = people.get(ownerId(row));
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

		/** A page of ids, newest first. Throws `invalid` for a cursor that is not ours. */
		async newest(filter: NewestFilter, { limit, cursor }: ListInput) {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await store.newestIds(db, filter, below, limit + 1);
			const ids = found.slice(0, limit);
			const last = found.length > limit ? ids.at(-1) : undefined;
			return { ids, next_cursor: last === undefined ? null : encodeCursor([last]) };
		},

		/** The whole market in numbers, for who runs it. `from` is the first day, milliseconds since 1970. */
		siteFigures: async <Name extends string>(conditions: Readonly<Record<Name, string>>, from: number) => ({
			...(await store.countEach(db, conditions)),
			days: await store.countByDay(db, from),
		}),

		/** What modules above do with ads and posts alike. */
		service: {
			/** Takes one off every surface; its owner sees it, and the reason. Nothing happens to one that is gone. */
			hide: async (tx: Tx, actor: Moderator, id: number, reason: string): Promise<void> =>
				setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: clock.now(), hidden_reason: reason }),

			/** Shows a hidden one again, as far as it can be shown and its owner is to be seen. */
			unhide: async (tx: Tx, actor: Moderator, id: number): Promise<void> =>
				setHidden(tx, await lockModerated(tx, actor, id), { hidden_at: null, hidden_reason: '' }),

			/** Deletes one, whoever owns it, with its files. */
			async takeDown(tx: Tx, actor: Moderator, id: number): Promise<void> {
				const row = await lockModerated(tx, actor, id);
				if (!row) return;
				tx.changed(visibilityTag);
				await remove(tx, row);
			},

			/** All that an account has, oldest first. */
			everyOf: store.everyOf,

			/** Deletes all that an account has. */
			async eraseOf(tx: Tx, accountId: number): Promise<void> {
				for (const { id } of await store.everyOf(tx, accountId)) {
					const row = await store.lock(tx, id);
					const own = row && policy.owned({ accountId }, row);
					if (!own) continue;
					tx.changed(visibilityTag);
					await remove(tx, own);
				}
			},

			/** As those who judge see them, hidden or not; what its owner has deleted is gone. */
			async findForReview(at: Db, ids: readonly number[]): Promise<Map<number, ForReview>> {
				const rows = (await store.findMany(at, ids)).filter((row) => !kind.isDeleted(row));
				const fileIds = await store.fileIdsOf(
					at,
					rows.map((row) => row.id),
				);
				const firstOf = ({ id }: Row) => fileIds.get(id)?.slice(0, 1) ?? [];
				const files = await media.findByIdsSigned(at, rows.flatMap(firstOf));
				return new Map(
					rows.map((row) => [
						row.id,
						{
							ownerId: ownerId(row),
							title: kind.title(row),
							text: kind.text(row),
							picture: firstOf(row).map((id) => files.get(id)?.picture)[0] ?? null,
							path: isHidden(row) ? null : kind.path(row),
						},
					]),
				);
			},

			/** How many of any state each of these accounts has. */
			countByOwner: store.countByOwner,

			/** The first id on show from this one on; null after the last. */
			nextShown: store.nextShown,

			/** The highest id there is. */
			lastId: store.lastId,

			/** What an account's own have gathered, newest first; of one of them with an `id`. */
			async figuresOf(at: Db, accountId: number, asked: { id?: number | undefined; most: number }) {
				return (await store.keptOf(at, accountId, asked)).map((row) => {
					const { id, views, likes, comments } = row;
					return { id, title: kind.title(row), views, likes, comments };
				});
			},

			/** What a like, a comment, a save or a report is about; null where it may not be seen. */
			async target(at: Db, id: number): Promise<About | null> {
				const [row] = await findShown(at, [id]);
				return row ? kind.about(row) : null;
			},

			/** The same of many, by id; without those that may not be seen. */
			async targets(at: Db, ids: readonly number[]): Promise<Map<number, About>> {
				return new Map((await findShown(at, ids)).map((row) => [row.id, kind.about(row)]));
			},

			/** The same, whether or not they may be seen. */
			async about(at: Db, ids: Iterable<number>): Promise<Map<number, About>> {
				return new Map((await store.findMany(at, [...ids])).map((row) => [row.id, kind.about(row)]));
			},

			/** Adds to the counts of one and moves it among the trending; answers what they are then, null where it is gone. */
			async bump(tx: Tx, id: number, added: Partial<Counts>): Promise<Counts | null> {
				const [row] = await addCounts(tx, [id], added);
				return row ? { likes: row.likes, comments: row.comments, views: row.views } : null;
			},

			/** Does the same to many, in a few statements. With nothing to add it locks their rows. */
			async bumpEach(tx: Tx, ids: readonly number[], added: Partial<Counts>): Promise<void> {
				await addCounts(tx, ids, added);
			},
		},
	};
}
