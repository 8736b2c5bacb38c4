import type { z } from 'zod';
import type { Person } from '../../contract/accounts.ts';
import type { Ad, AdCard, AdFormat, newAd, newVideoAd, OwnAd, updateAd, VideoAd } from '../../contract/ads.ts';
import { limits } from '../../contract/limits.ts';
import type { Picture } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import type { Page } from '../../contract/page.ts';
import { adPath } from '../../contract/page-paths.ts';
import * as contentApiText from '../../contract/text/content-api.ts';
import { type Accounts, accountShownChanged, offShowTag } from '../accounts/index.ts';
import { type Attached, type Media, mediaStateChanged, type ShownMedia } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import { type Authorized, Refusal } from '../platform/refusal.ts';
import { type Counts, scoreGained, trendingScore } from '../platform/trending.ts';
import { adPriceDropped, adVideoSettled, adWritten } from './events.ts';
import { isHidden, maySee, ownAdOf } from './policy.ts';
import { presentAd, presentCard, presentOwn, presentVideoAd, stateOf } from './present.ts';
import { type AdSearch, adIndex, index, searchPage } from './search.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';
import { adListsTag, adTag } from './tags.ts';

export interface AdsParts {
	db: Database;
	clock: Clock;
	events: Events;
	accounts: Accounts;
	media: Media;
}

/** An ad as what people do to it sees it. */
export interface AdTarget {
	id: number;
	ownerId: number;
	title: string;
	category: string;
	/** Of its page. */
	path: string;
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

export type Ads = ReturnType<typeof createAds>;

type Form = Omit<z.output<typeof newAd>, 'pictures'>;

export function createAds({ db, clock, events, accounts, media }: AdsParts) {
	async function post(
		tx: Tx,
		sellerId: number,
		form: Form,
		format: AdFormat,
		files: readonly Attached[],
		{ at = clock.now(), boost = 0 }: { at?: number; boost?: number } = {},
	): Promise<AdRow> {
		const [cover] = files;
		if (!cover) throw new Error('An ad has at least one file');
		const ad = await store.insertAd(
			tx,
			{
				seller_id: sellerId,
				format,
				category: form.category,
				title: form.title,
				description: form.description,
				price_kobo: form.price_kobo ?? null,
				place: form.place || null,
				whatsapp: form.whatsapp ?? null,
				media_state: cover.state,
				pictures: format === 'image' ? files.length : 0,
				cover_id: cover.id,
				score: trendingScore({ created_at: at, likes: boost, comments: 0, views: 0 }),
				created_at: at,
				updated_at: at,
			},
			files.map((file) => file.id),
		);
		await index(tx, ad);
		tx.changed(adListsTag);
		return ad;
	}

	async function present(at: Db, ad: AdRow): Promise<Ad> {
		const { seller, files } = await load(at, ad);
		return presentAd(ad, seller, files);
	}

	async function load(at: Db, ad: AdRow) {
		const [people, ids] = [await accounts.people(at, [ad.seller_id]), await store.mediaIdsOf(at, ad.id)];
		// Who may see a hidden ad sees its pictures by signed addresses: the public ones work for nobody.
		const byId = await (isHidden(ad) ? media.byIdSigned(at, ids) : media.byId(at, ids));
		const seller = people.get(ad.seller_id);
		if (!seller) throw notFound();
		return { seller, files: ids.flatMap((id) => byId.get(id) ?? []) };
	}

	async function visibleAd(at: Db, id: number, actor: Actor | null): Promise<AdRow> {
		const ad = await store.findAd(at, id);
		if (!ad || !maySee(ad, actor)) throw notFound();
		return ad;
	}

	async function own(tx: Tx, actor: Actor, id: number): Promise<Authorized<AdRow>> {
		const ad = ownAdOf(actor, await visibleAd(tx, id, actor));
		if (!ad) throw new Refusal('forbidden', contentApiText.adOfAnother);
		return ad;
	}

	async function change(tx: Tx, ad: Authorized<AdRow>, values: Parameters<typeof store.updateAd>[2]): Promise<AdRow> {
		tx.changed(adTag(ad.id), adListsTag);
		const changed = await store.updateAd(tx, ad.id, { ...values, updated_at: clock.now() });
		await index(tx, changed);
		return changed;
	}

	/** Rows in the order of their ids, with what each shows, loaded once. */
	async function loadCards<Shown>(
		at: Db,
		ids: readonly number[],
		show: (ad: AdRow, seller: Person, cover: ShownMedia | undefined) => Shown,
	): Promise<Shown[]> {
		const rows = new Map((await store.findAds(at, ids)).map((row) => [row.id, row]));
		const people = await accounts.people(at, new Set([...rows.values()].map((row) => row.seller_id)));
		const [hidden, shown] = [[...rows.values()].filter(isHidden), [...rows.values()].filter((row) => !isHidden(row))];
		const coversOf = (ads: AdRow[]) => ads.map((row) => row.cover_id);
		const covers = new Map([
			...(await media.byId(at, coversOf(shown))),
			...(await media.byIdSigned(at, coversOf(hidden))),
		]);
		return ids.flatMap((id) => {
			const row = rows.get(id);
			const seller = row && people.get(row.seller_id);
			return row && seller ? [show(row, seller, covers.get(row.cover_id))] : [];
		});
	}

	events.on(mediaStateChanged, async (tx, { mediaId, state }) => {
		const ad = await store.findAdOfMedia(tx, mediaId);
		if (!ad) return;
		tx.changed(adTag(ad.id), adListsTag);
		await index(tx, await store.updateAd(tx, ad.id, { media_state: state }));
		if (ad.format === 'video' && state !== 'processing') {
			await events.emit(tx, adVideoSettled, { adId: ad.id, ownerId: ad.seller_id, state });
		}
	});

	events.on(accountShownChanged, async (tx, { accountId, shown }) => {
		const changed = await store.setOwnerGone(tx, accountId, !shown);
		for (const ad of changed) {
			tx.changed(adTag(ad.id));
			await index(tx, ad);
		}
		if (changed.length > 0) tx.changed(adListsTag);
		await media.setAccess(tx, await store.mediaIdsOfSeller(tx, accountId), shown ? 'public' : 'private');
	});

	async function emitWritten(tx: Tx, ad: AdRow, isNew: boolean): Promise<void> {
		const { id: adId, seller_id: ownerId, title, description } = ad;
		await events.emit(tx, adWritten, { adId, ownerId, title, description, isNew });
	}

	async function setHidden(
		tx: Tx,
		id: number,
		hidden: { hidden_at: number | null; hidden_reason: string },
	): Promise<void> {
		if (!(await store.lockAd(tx, id))) return;
		const changed = await store.updateAd(tx, id, hidden);
		tx.changed(adTag(id), adListsTag, offShowTag);
		await index(tx, changed);
		await media.setAccess(tx, await store.mediaIdsOf(tx, id), isHidden(changed) ? 'private' : 'public');
	}

	async function removeForGood(tx: Tx, id: number): Promise<void> {
		tx.changed(adTag(id), adListsTag);
		await adIndex.remove(tx, id);
		await media.remove(tx, await store.deleteAd(tx, id));
	}

	return {
		async createPictureAd(tx: Tx, actor: Actor, { pictures, ...form }: z.output<typeof newAd>): Promise<Ad> {
			await accounts.countPosted(tx, actor.accountId, 'ads');
			const files = await media.attach(tx, actor, 'image', pictures, 'pictures');
			const ad = await post(tx, actor.accountId, form, 'image', files);
			await emitWritten(tx, ad, true);
			return present(tx, ad);
		},

		async createVideoAd(tx: Tx, actor: Actor, form: z.output<typeof newVideoAd>) {
			if (form.user_id !== actor.accountId || form.user_name !== actor.userName) {
				throw new Refusal('forbidden', contentApiText.postOnlyForYourself);
			}
			await accounts.countPosted(tx, actor.accountId, 'ads');
			const { titlevideourl, categories, title, ...rest } = form;
			const upload = { ...rest, secure_url: titlevideourl };
			const files = await media.attach(tx, actor, 'video', [upload], 'titlevideourl');
			const ad = await post(
				tx,
				actor.accountId,
				{ ...rest, category: categories, title: title ?? titleFrom(form.description) },
				'video',
				files,
			);
			await emitWritten(tx, ad, true);
			return { status: 200 as const, id: ad.id, state: stateOf(ad) };
		},

		/** An ad of the sample content. `boost` puts it higher among the trending, as so many likes would. */
		postSample: (
			tx: Tx,
			sellerId: number,
			form: Form,
			format: AdFormat,
			files: readonly Attached[],
			when: { at: number; boost: number },
		) => post(tx, sellerId, form, format, files, when),

		async show(id: number, actor: Actor | null): Promise<Ad> {
			return present(db, await visibleAd(db, id, actor));
		},

		async showVideo(id: number, actor: Actor | null): Promise<VideoAd> {
			const ad = await store.findAd(db, id);
			if (ad?.format !== 'video' || !maySee(ad, actor)) throw new Refusal('not_found', messages.videoNotFound);
			const { seller, files } = await load(db, ad);
			return presentVideoAd(ad, seller, files[0]);
		},

		update: (actor: Actor, id: number, form: z.output<NonNullable<(typeof updateAd)['body']>>): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
				// A place that was emptied is none.
				if (given.place === '') given.place = null;
				const changed = await change(tx, ad, given);
				await emitWritten(tx, changed, false);
				if (ad.price_kobo !== null && changed.price_kobo !== null && changed.price_kobo < ad.price_kobo) {
					const { id: adId, seller_id: ownerId, price_kobo: priceKobo } = changed;
					await events.emit(tx, adPriceDropped, { adId, ownerId, priceKobo });
				}
				return present(tx, changed);
			}),

		markSold: (actor: Actor, id: number, sold: boolean): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				return present(tx, await change(tx, ad, { sold_at: sold ? (ad.sold_at ?? clock.now()) : null }));
			}),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				await removeForGood(tx, (await own(tx, actor, id)).id);
			}),

		/** Takes an ad off every surface; its seller sees it, and the reason. Nothing happens to one that is gone. */
		hide: (tx: Tx, id: number, reason: string): Promise<void> =>
			setHidden(tx, id, { hidden_at: clock.now(), hidden_reason: reason }),

		/** Shows a hidden ad again, as far as its video plays and its seller is to be seen. */
		unhide: (tx: Tx, id: number): Promise<void> => setHidden(tx, id, { hidden_at: null, hidden_reason: '' }),

		/** Deletes an ad, whoever sells it, with its files. */
		async takeDown(tx: Tx, id: number): Promise<void> {
			if (!(await store.lockAd(tx, id))) return;
			tx.changed(offShowTag);
			await removeForGood(tx, id);
		},

		/** Ads as those who judge see them, hidden or not. */
		async forReview(at: Db, ids: readonly number[]): Promise<Map<number, ForReview>> {
			const rows = await store.findAds(at, ids);
			const covers = await media.byIdSigned(
				at,
				rows.map((row) => row.cover_id),
			);
			return new Map(
				rows.map((row) => [
					row.id,
					{
						ownerId: row.seller_id,
						title: row.title,
						text: row.description,
						picture: covers.get(row.cover_id)?.picture ?? null,
						path: isHidden(row) ? null : adPath(row),
					},
				]),
			);
		},

		/** Addresses of the pictures of an ad, each in its smallest size; none of a video's. */
		async smallPicturesOf(at: Db, id: number): Promise<{ ownerId: number; pictures: string[] } | null> {
			const ad = await store.findAd(at, id);
			if (!ad) return null;
			const ids = ad.format === 'image' ? await store.mediaIdsOf(at, id) : [];
			const files = await media.byId(at, ids);
			return {
				ownerId: ad.seller_id,
				pictures: [...files.values()].flatMap((file) => file.picture?.sizes[0]?.url ?? []),
			};
		},

		/** Tries once more to make a failed video playable. Throws `conflict` where there is nothing to try. */
		async retry(actor: Actor, id: number): Promise<OwnAd> {
			const asked = await db.transaction((tx) => own(tx, actor, id));
			if (!(await media.canRetry(asked.cover_id))) throw nothingToRetry();
			return db.transaction(async (tx) => {
				const ad = await own(tx, actor, id);
				if (!(await media.retry(tx, ad.cover_id))) throw nothingToRetry();
				const [shown] = await loadCards(tx, [id], presentOwn);
				if (!shown) throw notFound();
				return shown;
			});
		},

		/** The ad that something is done to; null where it may not be seen. */
		async target(at: Db, id: number): Promise<AdTarget | null> {
			const ad = await store.findAd(at, id);
			return ad && maySee(ad, null) ? targetOf(ad) : null;
		},

		/** The same of many, by id; without those that may not be seen. */
		async targets(at: Db, ids: readonly number[]): Promise<Map<number, AdTarget>> {
			const rows = await store.findAds(at, ids);
			return new Map(rows.filter((ad) => maySee(ad, null)).map((ad) => [ad.id, targetOf(ad)]));
		},

		/** What ads are called, whether or not they may be seen. */
		async titles(at: Db, ids: readonly number[]): Promise<Map<number, string>> {
			return new Map((await store.findAds(at, ids)).map((row) => [row.id, row.title]));
		},

		/** Whose ads these are, and of what category. */
		async about(at: Db, ids: Iterable<number>): Promise<Map<number, { ownerId: number; category: string }>> {
			const rows = await store.findAds(at, [...ids]);
			return new Map(rows.map((row) => [row.id, { ownerId: row.seller_id, category: row.category }]));
		},

		/** Adds to an ad's counts and moves it among the trending; answers what they are then, null where there is no such ad. */
		async bump(tx: Tx, id: number, delta: Partial<Counts>): Promise<Counts | null> {
			const ad = await store.addCounts(tx, id, delta);
			if (!ad) return null;
			const { likes, comments, views } = ad;
			await store.updateAd(tx, id, { score: ad.score + scoreGained(ad, delta) });
			// Cached answers may be a little behind in views: else every reader would drop what the next one reads.
			if (delta.likes || delta.comments) tx.changed(adTag(id));
			return { likes, comments, views };
		},

		/** Does the same to many ads, in a few statements. With nothing to add it locks their rows. */
		async bumpEach(tx: Tx, ids: readonly number[], delta: Partial<Counts>): Promise<void> {
			const changed = await store.addCountsToEach(tx, ids, delta);
			const gained = changed.map((ad) => [ad.id, scoreGained(ad, delta)] as const).filter(([, score]) => score !== 0);
			await store.addScores(tx, new Map(gained));
			if (delta.likes || delta.comments) tx.changed(...changed.map(({ id }) => adTag(id)));
		},

		/** How many ads of any state each of these sellers has. */
		countBySeller: store.countBySeller,

		/** The whole market in numbers, for who runs it. `from` is the first day, milliseconds since 1970. */
		siteFigures: async (from: number) => ({ ...(await store.siteFigures(db)), days: await store.countByDay(db, from) }),

		/** Id of the first ad on show from this one on; null after the last. */
		nextShown: store.nextShown,

		/** The highest id there is. */
		lastId: store.lastId,

		/** Ads on show with ids from one to another, both included. */
		shownBetween: store.shownBetween,

		/** What a seller's ads have gathered, newest first. */
		figuresOf: store.figuresOf,

		async listOwn(actor: Actor, page: ListInput & { format?: AdFormat | undefined }): Promise<Page<OwnAd>> {
			const { format } = page;
			const keys = await sellerPage(db, actor.accountId, { format, shownOnly: false }, page);
			return { items: await loadCards(db, keys.ids, presentOwn), next_cursor: keys.nextCursor };
		},

		/** Which of these ids are of ads that may be seen. */
		async visibleIds(at: Db, ids: readonly number[]): Promise<Set<number>> {
			const rows = await store.findAds(at, ids);
			return new Set(rows.filter((row) => maySee(row, null)).map((row) => row.id));
		},

		/** The ads of these ids that may be seen, in that order. */
		async listByIds(ids: readonly number[]): Promise<AdCard[]> {
			const cards = await loadCards(db, ids, presentCard);
			return cards.filter((card) => card.state !== 'hidden');
		},

		/** A page of trending ads. Throws `invalid` for a cursor that is not ours. */
		async trending(filter: store.TrendingFilter, page: ListInput): Promise<Page<AdCard>> {
			const keys = await store.trendingKeys(db, filter, decodeCursor(page.cursor, 2), page.limit + 1);
			const shown = keys.slice(0, page.limit);
			const last = keys.length > page.limit ? shown.at(-1) : undefined;
			return {
				items: await loadCards(
					db,
					shown.map((key) => key.id),
					presentCard,
				),
				next_cursor: last ? encodeCursor([last.score, last.id]) : null,
			};
		},

		/** A page of the ads on show that match, in the order asked. Throws `invalid` for a cursor that is not ours. */
		async search(search: AdSearch, page: ListInput): Promise<Page<AdCard>> {
			const { ids, nextCursor } = await searchPage(db, search, page);
			return { items: await loadCards(db, ids, presentCard), next_cursor: nextCursor };
		},

		/** How many ads are on show in each category that has any. */
		countByCategory: () => store.countByCategory(db),

		/** A page of what a seller has on show in one format, newest first. */
		async onShow(sellerId: number, format: AdFormat, page: ListInput): Promise<Page<AdCard>> {
			const keys = await sellerPage(db, sellerId, { format, shownOnly: true }, page);
			return { items: await loadCards(db, keys.ids, presentCard), next_cursor: keys.nextCursor };
		},
	};
}

export interface ListInput {
	limit: number;
	cursor?: string | undefined;
}

async function sellerPage(
	db: Db,
	sellerId: number,
	filter: { format?: AdFormat | undefined; shownOnly: boolean },
	{ limit, cursor }: ListInput,
) {
	const [below] = decodeCursor(cursor, 1) ?? [null];
	const keys = await store.sellerKeys(db, sellerId, filter, below ?? null, limit + 1);
	const ids = keys.slice(0, limit);
	const last = ids.at(-1);
	return { ids, nextCursor: keys.length > limit && last !== undefined ? encodeCursor([last]) : null };
}

function targetOf(ad: AdRow): AdTarget {
	return { id: ad.id, ownerId: ad.seller_id, title: ad.title, category: ad.category, path: adPath(ad) };
}

function notFound(): Refusal {
	return new Refusal('not_found', contentApiText.adGone);
}

function nothingToRetry(): Refusal {
	return new Refusal('conflict', contentApiText.nothingToRetry);
}

/** The first line of a description, cut at a word where it is too long for a title. */
export function titleFrom(description: string): string {
	const [line = ''] = description.trim().split('\n');
	if (line.length <= limits.title.max) return line.trim();
	const cut = line.slice(0, limits.title.max);
	const lastSpace = cut.lastIndexOf(' ');
	return (lastSpace > 0 ? cut.slice(0, lastSpace) : cut).toWellFormed().trim();
}
