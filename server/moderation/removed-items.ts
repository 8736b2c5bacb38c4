import { createHmac } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import * as moderationLimits from '../../contract/moderation/limits.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Db, Tx } from '../database/index.ts';
import {
	computeSearchedVectors,
	computeStoredVectors,
	isCopy,
	type MeasuredVector,
	measureVectors,
	type PictureVector,
	toPictureHash,
} from '../media-tools/images/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { toNearbyPictureHashKeys, toPictureHashKeys } from './picture-hash-keys.ts';
import * as store from './removed-items-store.ts';
import { findDecision, lockDecisionRow } from './store.ts';
import type { ReportSubjectService } from './subjects.ts';
import type { DecisionRow, RemovedPart } from './tables.ts';
import { computeTextSignature, isNearlySameText, toTextBands } from './text-signature.ts';

/** Ads and posts of a suspended seller that are remembered: the newest of each. */
const maxItemsOfSeller = 100;

/**
 * What each part in common with a removed item weighs. A number weighs more if it is a suspended seller's. A text or picture weighs more if it is the
 * owner's own. `held` is the weight from which an item is held.
 */
const weights = { picture: 2, text: 2, number: 1, device: 1, suspended: 1, own: 1, held: 3 };

/** What an ad, post or account has in common with removed items. `itemId` and `decisionId` are about the one with most in common. */
export interface RemovedMatch {
	parts: RemovedPart[];
	itemId: number;
	/** Null if the account that the decision was about is erased. */
	decisionId: number | null;
	isHeld: boolean;
}

/** What is remembered of an ad, post or account, except pictures. */
interface Traits {
	text: string;
	numbers: readonly (string | null)[];
	devices: readonly string[];
}

/** Pictures of an ad or post as they are remembered, with their index keys. */
export interface StoredPictures {
	vectors: string;
	keys: readonly number[];
}

export type RemovedItemService = ReturnType<typeof createRemovedItemService>;

export interface RemovedItemServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	subjects: ReportSubjectService;
	logger: Pick<FastifyBaseLogger, 'warn'>;
	/** Secret that hashes numbers, devices and texts. */
	secret: string;
}

/** Remembers what moderators removed by hashes, and finds it again in new ads, posts and accounts. */
export function createRemovedItemService({
	db,
	clock,
	accounts,
	ads,
	posts,
	subjects,
	logger,
	secret,
}: RemovedItemServiceDeps) {
	const digest = (value: string) => createHmac('sha256', secret).update(`removed ${value}`).digest();
	/** Returns an index key of 48 bits. Keys of pictures have 18 bits. */
	const toKey = (part: RemovedPart, value: string) => digest(`${part} ${value}`).readUIntBE(0, 6);
	const textSeed = digest('seed').readUInt32BE();

	async function listNumbers(db: Db, { kind, target_id, owner_id }: store.ComparedItem): Promise<(string | null)[]> {
		const ofAccount = await accounts.listContactNumbers(db, owner_id);
		return kind === 'ad' ? [...ofAccount, ...(await ads.listNumbers(db, target_id))] : ofAccount;
	}

	async function readPictures({
		kind,
		target_id,
	}: Pick<store.ComparedItem, 'kind' | 'target_id'>): Promise<StoredPictures> {
		const pictures: PictureVector[][] = [];
		for (const bytes of await (kind === 'ad' ? ads : posts).readSmallPictures(db, target_id)) {
			pictures.push(await computeStoredVectors(bytes));
		}
		const found = pictures.filter((vectors) => vectors.length > 0);
		return {
			vectors: JSON.stringify(found.map((vectors) => vectors.map((one) => Buffer.from(one.buffer).toString('base64')))),
			keys: [...new Set(found.flat().flatMap((vector) => toPictureHashKeys(toPictureHash(vector))))],
		};
	}

	async function readText(db: Db, { kind, target_id }: store.ComparedItem): Promise<string | null> {
		const found = (await subjects.findSubjects(db, kind, [target_id])).get(target_id);
		if (!found) return null;
		if (kind === 'account') return '';
		// The title of a post is the beginning of its text.
		return kind === 'ad' ? `${found.title}\n${found.text}` : found.text;
	}

	async function describe(db: Db, item: store.ComparedItem): Promise<Traits> {
		return {
			text: (await readText(db, item)) ?? '',
			numbers: await listNumbers(db, item),
			devices: await accounts.listDeviceHashes(db, item.owner_id),
		};
	}

	function toKeys(
		{ numbers, devices }: Pick<Traits, 'numbers' | 'devices'>,
		signature: string | null,
	): { key: number; part: RemovedPart }[] {
		const values = {
			text: signature === null ? [] : toTextBands(signature),
			number: numbers.filter((number) => number !== null),
			device: devices,
		};
		return (['text', 'number', 'device'] as const).flatMap((part) =>
			values[part].map((value) => ({ part, key: toKey(part, value) })),
		);
	}

	async function insert(
		tx: Tx,
		decision: DecisionRow,
		item: store.ComparedItem,
		traits: Traits,
		pictures: StoredPictures | null,
	): Promise<void> {
		const signature = computeTextSignature(traits.text, textSeed);
		await store.insertRemovedItem(
			tx,
			{
				...item,
				decision_id: decision.id,
				is_suspension: decision.kind === 'suspend' ? 1 : 0,
				until: decision.until,
				pictures: pictures?.vectors ?? '[]',
				text_signature: signature ?? '',
				created_at: clock.now(),
			},
			[...toKeys(traits, signature), ...(pictures?.keys ?? []).map((key) => ({ key, part: 'picture' as const }))],
		);
	}

	const parsePictures = (stored: string): MeasuredVector[][] =>
		(JSON.parse(stored) as string[][]).map((vectors) =>
			measureVectors(vectors.map((one) => new Int8Array(Buffer.from(one, 'base64')))),
		);

	return {
		/** Returns the text of an ad or post as it is compared. Null if it does not exist. */
		readText,

		/**
		 * Reads the pictures of an ad or post before the transaction of the decision that removes it. Returns null if they cannot be read, because
		 * moderators must be able to remove it also then.
		 */
		async readPictures({ kind, target_id }: { kind: string; target_id: number }): Promise<StoredPictures | null> {
			if (kind !== 'ad' && kind !== 'post') return null;
			return readPictures({ kind, target_id }).catch((error: unknown) => {
				logger.warn({ err: error, kind, id: target_id }, 'the pictures of a removed item are not remembered');
				return null;
			});
		},

		/** Reads what else to remember of an ad or post before a decision removes it. Returns null for what leaves nothing to compare. */
		describe: async (
			tx: Tx,
			{ kind, target_id, owner_id }: Pick<DecisionRow, 'target_id' | 'owner_id'> & { kind: string },
		) => (kind === 'ad' || kind === 'post' ? describe(tx, { kind, target_id, owner_id }) : null),

		/** Remembers the ad or post that a decision removed. */
		async remember(
			tx: Tx,
			decision: DecisionRow,
			traits: Traits | null,
			pictures: StoredPictures | null,
		): Promise<void> {
			const { target_kind: kind, target_id, owner_id } = decision;
			if (!traits || (kind !== 'ad' && kind !== 'post')) return;
			await insert(tx, decision, { kind, target_id, owner_id }, traits, pictures);
		},

		/** Remembers the numbers and browsers of the account that a decision suspended. */
		async rememberAccount(tx: Tx, decision: DecisionRow): Promise<void> {
			const { owner_id } = decision;
			const account = { kind: 'account' as const, target_id: owner_id, owner_id };
			await insert(tx, decision, account, await describe(tx, account), null);
		},

		/** Remembers the newest ads and posts of the account that a decision suspended, unless they are remembered or the decision was lifted. */
		async rememberContent(decisionId: number): Promise<void> {
			const owner_id = (await findDecision(db, decisionId))?.owner_id;
			if (owner_id === undefined) return;
			const listed = { most: maxItemsOfSeller };
			const items = [
				...(await ads.listStats(db, owner_id, listed)).map(({ id }) => ({
					kind: 'ad' as const,
					target_id: id,
					owner_id,
				})),
				...(await posts.listStats(db, owner_id, listed)).map(({ id }) => ({
					kind: 'post' as const,
					target_id: id,
					owner_id,
				})),
			];
			for (const item of items) {
				if (await store.hasRemovedItem(db, decisionId, item)) continue;
				const traits = await describe(db, item);
				const pictures = await readPictures(item);
				await db.transaction(async (tx) => {
					// Who lifts the decision waits for the lock, and then deletes what is inserted here.
					const decision = await lockDecisionRow(tx, decisionId);
					if (decision?.lifted_at === null) await insert(tx, decision, item, traits, pictures);
				});
			}
		},

		/** Finds the removed items that have copies of the given pictures. It takes long, so it runs before the transaction that calls `find`. */
		async findCopies(files: readonly Buffer[]): Promise<Set<number>> {
			const pictures: MeasuredVector[][] = [];
			const keys = new Set<number>();
			for (const bytes of files) {
				const vectors = await computeSearchedVectors(bytes);
				pictures.push(measureVectors(vectors));
				for (const vector of vectors) for (const key of toNearbyPictureHashKeys(toPictureHash(vector))) keys.add(key);
			}
			const copies = new Set<number>();
			for (const removed of await store.findItemsByPictureKeys(db, [...keys])) {
				for (const stored of parsePictures(removed.pictures)) {
					await letOthersRun();
					if (pictures.some((picture) => isCopy(stored, picture))) copies.add(removed.id);
				}
			}
			return copies;
		},

		/** Finds what an ad, post or account has in common with removed items. Returns null if it has nothing. */
		async find(
			db: Db,
			item: store.ComparedItem,
			{ text, copies }: { text: string; copies: ReadonlySet<number> },
		): Promise<RemovedMatch | null> {
			const signature = computeTextSignature(text, textSeed);
			const traits = {
				numbers: await listNumbers(db, item),
				devices: await accounts.listDeviceHashes(db, item.owner_id),
			};
			const byKey = await store.findItemsByKeys(
				db,
				toKeys(traits, signature).map(({ key }) => key),
			);
			const ids = new Set([...byKey.map(({ item_id }) => item_id), ...copies]);
			const partsById = Map.groupBy(byKey, ({ item_id }) => item_id);

			/** Returns what the item has in common with a removed one, with weights. A seller's own ads always share its number and browser. */
			function compare(removed: store.RemovedItem): Map<RemovedPart, number> {
				const isOwn = removed.owner_id === item.owner_id;
				const shared = new Set((partsById.get(removed.id) ?? []).map(({ part }) => part));
				const found = new Map<RemovedPart, number>();
				const add = (part: RemovedPart, more: number) => found.set(part, weights[part] + more);
				const own = isOwn ? weights.own : 0;
				if (shared.has('text') && signature !== null && isNearlySameText(removed.text_signature, signature))
					add('text', own);
				if (copies.has(removed.id)) add('picture', own);
				if (shared.has('number') && !isOwn) add('number', removed.is_suspension ? weights.suspended : 0);
				if (shared.has('device') && !isOwn) add('device', 0);
				return found;
			}

			const sum = (found: ReadonlyMap<RemovedPart, number>) => [...found.values()].reduce((a, b) => a + b, 0);
			const all = new Map<RemovedPart, number>();
			let best: { weight: number; removed: store.RemovedItem } | null = null;
			for (const removed of await store.findRemovedItems(db, [...ids], item, clock.now())) {
				const found = compare(removed);
				for (const [part, weight] of found) all.set(part, Math.max(weight, all.get(part) ?? 0));
				const weight = sum(found);
				if (weight > (best?.weight ?? 0)) best = { weight, removed };
			}
			if (!best) return null;
			const { id: itemId, decision_id: decisionId } = best.removed;
			return { parts: [...all.keys()].sort(), itemId, decisionId, isHeld: sum(all) >= weights.held };
		},

		forget: store.deleteItemsOfDecision,

		sweep: () => store.deleteItemsBefore(db, clock.now() - moderationLimits.removedItemTtl),
	};
}
