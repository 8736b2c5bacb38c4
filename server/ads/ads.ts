import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import { hasItemOptions } from '../../contract/ads/ad-options.ts';
import type {
	Ad,
	AdCard,
	AdFormat,
	Clip,
	newAdSchema,
	newVideoAdSchema,
	OwnAd,
	OwnAdDetails,
	updateAd,
	VideoAd,
} from '../../contract/ads/ads.ts';
import * as adLimits from '../../contract/ads/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import { adPath } from '../../contract/core/page-paths.ts';
import { parseCaptions } from '../../contract/media/captions.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as validationText from '../../text/shared/validation.ts';
import { accountNumberChanged, compareNumbers, numberChangesUndone, personCacheTag } from '../accounts/index.ts';
import { type ContentServiceDeps, createContentService, type ReportedItem, trendingScore } from '../content/index.ts';
import type { AuthorizedRow, Moderator, Owner } from '../core/authorization.ts';
import { decodeCursor, type PageQuery, toPage } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { formatLocalTime } from '../core/local-time.ts';
import { createTaggedCache } from '../core/tagged-cache.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { type AttachedMedia, mediaStateChanged, type PresentedMedia } from '../media/index.ts';
import { adCacheTag, adListsCacheTag } from './cache-tags.ts';
import { countAdOptions } from './count-options.ts';
import { toDeliveryBits } from './delivery.ts';
import { adCreatedOrEdited, adPriceDropped, adSoldChanged, adVideoProcessingEnded } from './events.ts';
import { type AdFilter, type IndexedFilter, isIndexed, toFacetFilters } from './filter.ts';
import { freezeDeep } from './freeze-deep.ts';
import { invalidateLinkedAds, listLinkedAds, listProducts, pinProducts } from './pinned-products.ts';
import {
	getAdState,
	presentAd,
	presentAdCard,
	presentClip,
	presentOffer,
	presentOwnAd,
	presentOwnAdDetails,
	presentVideoAd,
} from './present.ts';
import { type AdMatcher, type AdSearch, adIndex, createAdMatcher, indexAd, searchAdIds } from './search.ts';
import { findSimilarAdIds } from './similar.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

/** Ad as the subject of a like, comment, save or report. */
export interface TargetAd {
	id: number;
	ownerId: number;
	format: AdFormat;
	title: string;
	category: string;
	path: string;
}

/** Ad for sale as a candidate of a ranked list. `createdAt` is the time of the last renewal, if there is one. */
export interface AdCandidate {
	id: number;
	authorId: number;
	kind: 'ad';
	category: string;
	createdAt: number;
	likes: number;
	comments: number;
	views: number;
}

export type AdService = ReturnType<typeof createAdService>;

/** Milliseconds that a list may show old views of an ad. Everything else that a card shows invalidates it at once. */
const cardTtl = 60_000;
const maxCardBytes = 32 * 1_048_576;
/** Bytes that a card takes in memory, with its JSON. */
const cardBytes = 3072;

/** Columns of ads for the numbers of accounts. */
const numberColumns = { phone: 'whatsapp', call_number: 'call_number' } as const;

type AdForm = Omit<z.output<typeof newAdSchema>, 'pictures'>;

/** Import to which a new ad belongs. `scoreDelay` lowers its trending score to that of an ad so many milliseconds older. */
export interface AdImport {
	id: number;
	scoreDelay: number;
}

export interface PostingOptions {
	/** Time of the ad; now by default. */
	at?: number;
	/** Time when the ad was sold; null, the default, for an ad for sale. */
	soldAt?: number | null;
	/** A `boost` of n adds the trending score of n likes. */
	boost?: number;
	batch?: AdImport | null;
}

type AdChanges = z.output<NonNullable<(typeof updateAd)['body']>>;

export function createAdService(deps: ContentServiceDeps) {
	const { db, clock, events, accounts, media } = deps;
	const content = createContentService<AdRow, TargetAd>(deps, {
		target: 'ads',
		ownerId: (ad) => ad.seller_id,
		isDeleted: () => false,
		tag: adCacheTag,
		listsTag: adListsCacheTag,
		index: indexAd,
		unindex: adIndex.remove,
		title: (ad) => ad.title,
		text: (ad) => ad.description,
		path: adPath,
		numbers: ({ whatsapp, call_number }) => ({ whatsapp, call_number }),
		toTarget: (ad) => ({
			id: ad.id,
			ownerId: ad.seller_id,
			format: ad.format,
			title: ad.title,
			category: ad.category,
			path: adPath(ad),
		}),
		notFoundText: contentApiText.adGone,
		notOwnerText: contentApiText.adOfAnother,
	});

	/** Cards of listed ads by id. */
	const cards = createTaggedCache<AdCard>({ db, clock, maxBytes: maxCardBytes });

	async function post(
		tx: Tx,
		sellerId: number,
		form: AdForm,
		format: AdFormat,
		files: readonly AttachedMedia[],
		{ at = clock.now(), soldAt = null, boost = 0, batch = null }: PostingOptions = {},
	): Promise<AdRow> {
		const [cover] = files;
		if (!cover) throw new Error('An ad has at least one file');
		assertOptionsOfCategory(form.category, form);
		const ad = await store.insertAd(tx, {
			seller_id: sellerId,
			format,
			category: form.category,
			title: form.title,
			description: form.description,
			price_kobo: form.price_kobo ?? null,
			negotiable: form.negotiable ? 1 : 0,
			condition: form.condition ?? null,
			delivery: toDeliveryBits(form.delivery ?? []),
			state: form.location?.state ?? null,
			lga: form.location?.lga ?? null,
			place: form.place || null,
			whatsapp: form.whatsapp ?? null,
			call_number: form.call_number ?? null,
			media_state: cover.state,
			pictures: format === 'image' ? files.length : 0,
			cover_id: cover.id,
			score: trendingScore({ created_at: at - (batch?.scoreDelay ?? 0), likes: boost, comments: 0, views: 0 }),
			created_at: at,
			updated_at: at,
			import_id: batch?.id ?? null,
			sold_at: soldAt,
		});
		await content.add(tx, ad, files);
		return ad;
	}

	async function present<Presented>(
		at: Db,
		ad: AdRow,
		show: (ad: AdRow, seller: Person, files: readonly PresentedMedia[]) => Presented,
	): Promise<Presented> {
		const [presented] = await content.present(at, [ad], await content.findFileIds(at, [ad.id]), show);
		if (!presented) throw new DomainError('not_found', contentApiText.adGone);
		return presented;
	}

	/** Presents an ad with all its pictures, its products and the videos that it is pinned to. */
	async function presentWhole(at: Db, ad: AdRow): Promise<Ad> {
		const linked = await listLinkedAds(at, media, ad);
		return present(at, ad, (row, seller, files) => ({ ...presentAd(row, seller, files), ...linked }));
	}

	async function change(
		tx: Tx,
		ad: AuthorizedRow<AdRow>,
		values: Parameters<typeof store.updateAd>[2],
	): Promise<AdRow> {
		tx.invalidate(adCacheTag(ad.id), adListsCacheTag);
		await invalidateLinkedAds(tx, ad.id);
		const changed = await store.updateAd(tx, ad, { ...values, updated_at: clock.now() });
		await indexAd(tx, changed);
		return changed;
	}

	/** Loads ads in the order of the ids, each with its seller and its cover picture or video. */
	async function loadCards<Presented>(
		at: Db,
		ids: readonly number[],
		show: (ad: AdRow, seller: Person, cover: PresentedMedia | undefined) => Presented,
	): Promise<Presented[]> {
		const rows = await content.findInOrder(at, ids);
		const covers = new Map(rows.map((ad) => [ad.id, [ad.cover_id]]));
		return content.present(at, rows, covers, (ad, seller, [cover]) => show(ad, seller, cover));
	}

	/**
	 * Loads cards of listed ads in the order of the ids, from a cache. The ids come from the database, so that hidden ads are never listed.
	 * Omits ads that were hidden after they were found.
	 */
	async function loadListedCards(ids: readonly number[]): Promise<AdCard[]> {
		const cached = new Map(ids.map((id) => [id, cards.get(String(id))]));
		const missing = ids.filter((id) => !cached.get(id));
		if (missing.length > 0) {
			const load = cards.startLoad();
			try {
				for (const card of await loadCards(db, missing, presentAdCard)) {
					if (card.state === 'hidden') continue;
					cached.set(card.id, freezeDeep(card));
					const tags = [adCacheTag(card.id), personCacheTag(card.seller.id)];
					load.store(String(card.id), { value: card, tags, expiresAt: clock.now() + cardTtl, bytes: cardBytes });
				}
			} finally {
				load.end();
			}
		}
		return ids.flatMap((id) => cached.get(id) ?? []);
	}

	/** Loads cards of listed ads for sale like `loadListedCards`. Omits ads that were sold after they were found. */
	async function loadCardsForSale(ids: readonly number[]): Promise<AdCard[]> {
		return (await loadListedCards(ids)).filter(({ state }) => state === 'ready');
	}

	/** Loads videos that everybody can watch, in the order of the ids. */
	async function loadClips(ids: readonly number[]): Promise<Clip[]> {
		const [clips, products] = await Promise.all([loadCards(db, ids, presentClip), listProducts(db, media, ids)]);
		return clips
			.filter((clip) => clip !== null)
			.filter(({ state }) => state === 'ready' || state === 'sold')
			.map((clip) => ({ ...clip, ...(products.has(clip.id) && { products: products.get(clip.id) }) }));
	}

	async function listTrendingIds(filter: IndexedFilter, { limit, cursor }: PageQuery) {
		const keys = await store.listTrendingAdScores(db, filter, decodeCursor(cursor, 2), limit + 1);
		const { rows, next_cursor } = toPage(keys, limit, ({ score, id }) => [score, id]);
		return { ids: rows.map(({ id }) => id), next_cursor };
	}

	/** Finds a page of visible ads that match a search. Throws `invalid` for a malformed cursor. */
	async function search(search: AdSearch, page: PageQuery): Promise<CursorPage<AdCard>> {
		const { ids, next_cursor } = await searchAdIds(db.longReads, search, page);
		return { items: await loadCardsForSale(ids), next_cursor };
	}

	events.on(mediaStateChanged, async (tx, { mediaId, state }) => {
		const ad = await store.setAdMediaState(tx, mediaId, state);
		if (!ad) return;
		tx.invalidate(adCacheTag(ad.id), adListsCacheTag);
		await invalidateLinkedAds(tx, ad.id);
		await indexAd(tx, ad);
		if (ad.format === 'video' && state !== 'processing') {
			await events.emit(tx, adVideoProcessingEnded, { adId: ad.id, ownerId: ad.seller_id, state });
		}
	});

	events.on(accountNumberChanged, async (tx, { accountId, kind, previous, current }) => {
		const changed = await store.replaceNumber(tx, accountId, numberColumns[kind], { previous, current });
		tx.invalidate(...changed.map(adCacheTag));
		await accounts.numberChanges.record(
			tx,
			accountId,
			changed.map((adId) => ({ adId, kind, previous, isFirst: false })),
		);
	});

	events.on(numberChangesUndone, async (tx, { accountId, ads }) => {
		for (const { adId, kind, previous } of ads)
			await store.setNumber(tx, accountId, adId, numberColumns[kind], previous);
		tx.invalidate(...ads.map(({ adId }) => adCacheTag(adId)));
	});

	async function rememberContact(
		tx: Tx,
		accountId: number,
		{
			remember_contact,
			place,
			location,
			whatsapp: phone,
			call_number,
		}: Omit<AdForm, 'category' | 'title' | 'description'>,
	): Promise<void> {
		if (!remember_contact) return;
		await accounts.rememberContact(tx, accountId, { place, location, phone, call_number });
	}

	/** Emits that an ad was posted or changed. Returns the ad, which a handler may have hidden. */
	async function emitWritten(tx: Tx, ad: AdRow, isNew: boolean, texts: VideoTexts): Promise<AdRow> {
		const { id: adId, seller_id: ownerId, title } = ad;
		const importId = isNew ? ad.import_id : null;
		const text = joinTexts(ad.description, texts);
		await events.emit(tx, adCreatedOrEdited, { adId, ownerId, title, text, isNew, importId });
		return (await content.findAny(tx, adId)) ?? ad;
	}

	async function postPictureAd(
		tx: Tx,
		actor: Actor,
		{ pictures, ...form }: z.output<typeof newAdSchema>,
		batch: AdImport | null,
	): Promise<AdRow> {
		await accounts.numberChanges.assertTokenMayPost(tx, actor, form);
		if (!batch) await rememberContact(tx, actor.accountId, form);
		const files = await media.attach(tx, actor, 'image', pictures, 'pictures');
		const ad = await post(tx, actor.accountId, form, 'image', files, { batch });
		return emitWritten(tx, ad, true, {});
	}

	return {
		...content.service,

		/** Reverses `hide`. The ad stays hidden while its owner's account is hidden. */
		async unhide(tx: Tx, actor: Moderator, id: number): Promise<void> {
			await content.service.unhide(tx, actor, id);
			await invalidateLinkedAds(tx, id);
		},

		async createPictureAd(tx: Tx, actor: Actor, form: z.output<typeof newAdSchema>): Promise<Ad> {
			await accounts.consumePostingQuota(tx, actor.accountId, 'ads');
			return presentWhole(tx, await postPictureAd(tx, actor, form, null));
		},

		/** Posts a picture ad of an import. Returns its id. The caller checks the quota of the import. */
		createImportedAd: async (
			tx: Tx,
			actor: Actor,
			form: z.output<typeof newAdSchema>,
			batch: AdImport,
		): Promise<number> => (await postPictureAd(tx, actor, form, batch)).id,

		/** Deletes at most `limit` ads of an import as their owner does. Returns how many. */
		async removeImported(tx: Tx, owner: Owner, importId: number, limit: number): Promise<number> {
			const rows = await store.lockImportedAds(tx, importId, limit);
			for (const row of rows) {
				const own = content.owned(owner, row);
				if (!own) throw new DomainError('forbidden', contentApiText.adOfAnother);
				await content.remove(tx, own);
			}
			return rows.length;
		},

		/** Finds ads for moderators, including hidden ones. The text of a video ad includes its overlay and captions. */
		async findForReview(at: Db, ids: readonly number[]): Promise<Map<number, ReportedItem>> {
			const [items, fileIds] = [await content.service.findForReview(at, ids), await content.findFileIds(at, ids)];
			const files = [...fileIds.values()].flat();
			const [captions, overlays] = [await media.findCaptions(at, files), await media.findOverlays(at, files)];
			return new Map(
				[...items].map(([id, item]) => {
					const [coverId = 0] = fileIds.get(id) ?? [];
					const texts = { captions: captions.get(coverId), overlay: overlays.get(coverId) };
					return [id, { ...item, text: joinTexts(item.text, texts) }];
				}),
			);
		},

		/** Counts the ads of each import that still exist. Omits imports without ads. */
		countByImport: store.countAdsByImport,

		/** Counts the visible ads of an import and finds the newest of them. Returns null if there is none. */
		async findVisibleOfImport(at: Db, importId: number): Promise<{ ads: number; newest: TargetAd } | null> {
			const found = await store.countVisibleAdsOfImport(at, importId);
			const newest = found.newestId === null ? null : await content.service.target(at, found.newestId);
			return newest && { ads: found.ads, newest };
		},

		async createVideoAd(tx: Tx, actor: Actor, form: z.output<typeof newVideoAdSchema>) {
			if (form.user_id !== actor.accountId || form.user_name !== actor.userName) {
				throw new DomainError('forbidden', contentApiText.postOnlyForYourself);
			}
			await accounts.consumePostingQuota(tx, actor.accountId, 'ads');
			await accounts.numberChanges.assertTokenMayPost(tx, actor, form);
			const { titlevideourl, categories, title, products, ...rest } = form;
			await rememberContact(tx, actor.accountId, rest);
			const upload = { ...rest, secure_url: titlevideourl };
			const files = await media.attach(tx, actor, 'video', [upload], 'titlevideourl');
			const ad = await post(
				tx,
				actor.accountId,
				{ ...rest, category: categories, title: title ?? deriveTitle(form.description) },
				'video',
				files,
			);
			const own = content.owned(actor, ad);
			if (own && products) await pinProducts(tx, own, products);
			if (form.captions) await media.setCaptions(tx, ad.cover_id, form.captions);
			const written = await emitWritten(tx, ad, true, { captions: form.captions, overlay: form.edit?.overlay });
			return { status: 200 as const, id: ad.id, state: getAdState(written) };
		},

		/** Posts an ad of the sample content. */
		postSample: (
			tx: Tx,
			sellerId: number,
			form: AdForm,
			format: AdFormat,
			files: readonly AttachedMedia[],
			options: Pick<PostingOptions, 'at' | 'soldAt' | 'boost'>,
		) => post(tx, sellerId, form, format, files, options),

		/** Pins products to a video of the sample content. */
		async pinSampleProducts(tx: Tx, owner: Owner, id: number, productIds: readonly number[]): Promise<void> {
			const ad = await content.findAny(tx, id);
			const video = ad && content.owned(owner, ad);
			if (video) await pinProducts(tx, video, productIds);
		},

		show: async (id: number, actor: Actor | null): Promise<Ad> => presentWhole(db, await content.find(db, id, actor)),

		/** Returns the actor's ad with its numbers, and with its products if it is a video. Throws `forbidden` for an ad of another account. */
		async getOwn(actor: Actor, id: number): Promise<OwnAdDetails> {
			const ad = await content.find(db, id, actor);
			if (!content.owned(actor, ad)) throw new DomainError('forbidden', contentApiText.adOfAnother);
			const linked = await listLinkedAds(db, media, ad);
			return present(db, ad, (row, seller, files) => ({ ...presentOwnAdDetails(row, seller, files), ...linked }));
		},

		/** Returns the seller and the numbers of a visible ad; no numbers if it is sold. Throws `not_found`. */
		async getSellerContact(id: number) {
			const { seller_id: sellerId, sold_at, whatsapp, call_number, ...ad } = await content.find(db, id, null);
			const numbers = sold_at === null ? { whatsapp, call_number } : { whatsapp: null, call_number: null };
			return { sellerId, ...numbers, title: ad.title, price: presentOffer(ad).price };
		},

		async getVideo(id: number, actor: Actor | null): Promise<VideoAd> {
			const ad = await content.findAny(db, id);
			if (ad?.format !== 'video' || !content.canSee(ad, actor)) {
				throw new DomainError('not_found', messages.videoNotFound);
			}
			const products = (await listProducts(db, media, [id])).get(id);
			return present(db, ad, (video, seller, [file]) => ({
				...presentVideoAd(video, seller, file),
				...(products && { products }),
			}));
		},

		update: (actor: Actor, id: number, { captions, products, ...form }: AdChanges): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await content.lockOwn(tx, actor, id);
				accounts.numberChanges.assertTokenKeeps(actor, ad, form);
				if (products) await pinProducts(tx, ad, products);
				if (captions !== undefined) {
					if (ad.format !== 'video') throw invalidInput({ captions: contentApiText.captionsOfVideosOnly });
					await media.setCaptions(tx, ad.cover_id, captions);
				}
				const updated = await change(tx, ad, toColumnChanges(form.category ?? ad.category, form));
				const formerNumbers = compareNumbers(id, toAccountNumbers(ad), toAccountNumbers(updated));
				await accounts.numberChanges.record(tx, ad.seller_id, formerNumbers);
				const changed = await emitWritten(tx, updated, false, { captions });
				if (ad.price_kobo !== null && changed.price_kobo !== null && changed.price_kobo < ad.price_kobo) {
					const { id: adId, seller_id: ownerId, price_kobo: priceKobo } = changed;
					await events.emit(tx, adPriceDropped, { adId, ownerId, priceKobo });
				}
				return presentWhole(tx, changed);
			}),

		markSold: (actor: Actor, id: number, sold: boolean): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await content.lockOwn(tx, actor, id);
				const changed = await change(tx, ad, { sold_at: sold ? (ad.sold_at ?? clock.now()) : null });
				if (sold !== (ad.sold_at !== null)) {
					await events.emit(tx, adSoldChanged, { adId: id, ownerId: ad.seller_id, isSold: sold });
				}
				return presentWhole(tx, changed);
			}),

		/** Moves the actor's ad up as if it were new. Throws `conflict` if it is not for sale, or too soon after the last time. */
		renew: (actor: Actor, id: number): Promise<Ad> =>
			db.transaction(async (tx) => {
				const ad = await content.lockOwn(tx, actor, id);
				if (getAdState(ad) !== 'ready') throw new DomainError('conflict', contentApiText.onlyLiveRenewed);
				const now = clock.now();
				const lastUp = ad.renewed_at ?? ad.created_at;
				const renewableAt = lastUp + adLimits.renewInterval;
				if (now < renewableAt) {
					throw new DomainError('conflict', contentApiText.renewableFrom(formatLocalTime(renewableAt)));
				}
				const changed = await change(tx, ad, { renewed_at: now, score: ad.score + now - lastUp });
				return presentWhole(tx, changed);
			}),

		/** Returns whether the actor's ad is sold. Locks the ad. Throws `forbidden` or `not_found` for other ads. */
		isSold: async (tx: Tx, actor: Actor, id: number): Promise<boolean> =>
			(await content.lockOwn(tx, actor, id)).sold_at !== null,

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => content.remove(tx, await content.lockOwn(tx, actor, id))),

		/** Lists the numbers of an ad, for WhatsApp and for calls. */
		async listNumbers(at: Db, id: number): Promise<(string | null)[]> {
			const ad = await content.findAny(at, id);
			return ad ? [ad.whatsapp, ad.call_number] : [];
		},

		/** Returns the owner and the import of an ad. Returns null for an unknown id. */
		async findOrigin(at: Db, id: number): Promise<{ ownerId: number; importId: number | null } | null> {
			const ad = await content.findAny(at, id);
			return ad && { ownerId: ad.seller_id, importId: ad.import_id };
		},

		/** Processes the failed video of the actor's ad again. Throws `conflict` if the ad has no failed video. */
		async retry(actor: Actor, id: number): Promise<OwnAd> {
			const failed = await db.transaction((tx) => content.lockOwn(tx, actor, id));
			if (!(await media.canRetry(failed.cover_id))) throw nothingToRetry();
			return db.transaction(async (tx) => {
				const ad = await content.lockOwn(tx, actor, id);
				if (!(await media.retry(tx, ad.cover_id))) throw nothingToRetry();
				const retried = await content.find(tx, id, actor);
				return present(tx, retried, (shown, seller, [cover]) => presentOwnAd(shown, seller, cover));
			});
		},

		/** Returns the ids of the products that a seller pinned to videos, by video, in any state. */
		listProductIds: store.listProductIdsBySeller,

		addWatchedParts: store.addWatchedParts,

		/** Returns the duration of a video ad in milliseconds, or null for a picture ad and for a video that is not processed. */
		async getVideoDuration(at: Db, id: number): Promise<number | null> {
			const ad = await content.findAny(at, id);
			if (ad?.format !== 'video') return null;
			const files = await media.findByIds(at, [ad.cover_id]);
			return files.get(ad.cover_id)?.video?.duration_ms || null;
		},

		/** Counts all ads, in total and per day. `from` is the start of the first day in milliseconds since 1970. */
		getSiteStats: (from: number) => content.getSiteStats(store.adStatsSqlConditions, from),

		/** Lists the visible ads with ids from `first` to `last`, inclusive. */
		listVisibleBetween: (at: Db, first: number, last: number) =>
			content.listVisibleBetween(at, ['id', 'format', 'title', 'updated_at'], first, last),

		async listOwn(
			actor: Actor,
			{ format, ...page }: PageQuery & { format?: AdFormat | undefined },
		): Promise<CursorPage<OwnAd>> {
			const filter = { ownerId: actor.accountId, variety: format, withHidden: true };
			const { ids, next_cursor } = await content.listNewestIds(filter, page);
			return { items: await loadCards(db, ids, presentOwnAd), next_cursor };
		},

		/** Lists a page of the actor's picture ads in every state with all their pictures, newest first. */
		async listOwnDetails(actor: Actor, page: PageQuery): Promise<CursorPage<OwnAdDetails>> {
			const filter = { ownerId: actor.accountId, variety: 'image', withHidden: true };
			const { ids, next_cursor } = await content.listNewestIds(filter, page);
			const rows = await content.findInOrder(db, ids);
			const fileIds = await content.findFileIds(db, ids);
			return { items: await content.present(db, rows, fileIds, presentOwnAdDetails), next_cursor };
		},

		/** Returns those of the given ids whose ads are neither hidden nor deleted. */
		async visibleIds(at: Db, ids: readonly number[]): Promise<Set<number>> {
			return new Set((await content.findVisible(at, ids)).map((ad) => ad.id));
		},

		async listByIds(ids: readonly number[]): Promise<AdCard[]> {
			const cards = await loadCards(db, ids, presentAdCard);
			return cards.filter((card) => card.state !== 'hidden');
		},

		/** Lists the newest ads for sale, newest first: all, or those of a category. Only in a category, a renewed ad counts as new. */
		async listNewest(category: string | undefined, limit: number): Promise<AdCard[]> {
			if (category === undefined) return loadCardsForSale(await store.listNewestAdIds(db, limit));
			return (await search({ category, words: null, sort: 'newest' }, { limit, cursor: undefined })).items;
		},

		/** Returns when the given ads were last changed, in milliseconds since 1970. Omits ads that are not visible. */
		async findUpdateTimes(ids: readonly number[]): Promise<Map<number, number>> {
			return new Map((await content.findVisible(db, ids)).map((ad) => [ad.id, ad.updated_at]));
		},

		/**
		 * Lists a page of ads by trending score, highest first. A combination of filters lists the newest 1000 ads first, each such window in
		 * trending order. Throws `invalid` for a malformed cursor.
		 */
		async listTrending(filter: AdFilter, page: PageQuery): Promise<CursorPage<AdCard>> {
			if (!isIndexed(filter)) return search({ ...filter, words: null, sort: 'trending' }, page);
			const { ids, next_cursor } = await listTrendingIds(filter, page);
			return { items: await loadCardsForSale(ids), next_cursor };
		},

		/** Lists a page of videos for sale by trending score, highest first. Throws `invalid` for a malformed cursor. */
		async listTrendingClips(page: PageQuery): Promise<CursorPage<Clip>> {
			const { ids, next_cursor } = await listTrendingIds({ format: 'video' }, page);
			return { items: await loadClips(ids), next_cursor };
		},

		/** Returns null unless everybody can watch the video of the ad. */
		async findClip(id: number): Promise<Clip | null> {
			const [clip] = await loadClips([id]);
			return clip ?? null;
		},

		search,

		/** Lists ads for sale for ranking: the most trending, those of some categories, and the newest of some sellers. */
		async listCandidates(
			at: Db,
			wanted: {
				trending: number;
				categories: { names: readonly string[]; each: number };
				sellers: { ids: readonly number[]; each: number; all: number };
			},
		): Promise<AdCandidate[]> {
			const { trending, categories, sellers } = wanted;
			const found = [
				...(await store.listTrendingAds(at, trending)),
				...(await store.listTrendingAdsOfEach(at, categories.names, categories.each)),
				...(await store.listNewestAdsOfEach(at, sellers.ids, sellers.each, sellers.all)),
			];
			return [...new Map(found.map((row) => [row.id, presentCandidate(row)])).values()];
		},

		listCandidatesById: async (at: Db, ids: readonly number[]): Promise<AdCandidate[]> =>
			(await content.findVisible(at, ids)).filter((ad) => getAdState(ad) === 'ready').map(presentCandidate),

		/** Returns what compares an ad with stored searches; null for an ad that is hidden, sold or unknown. */
		async findMatcher(at: Db, id: number): Promise<(AdMatcher & { ownerId: number }) | null> {
			const [ad] = await content.findVisible(at, [id]);
			return ad && getAdState(ad) === 'ready' ? { ...createAdMatcher(ad), ownerId: ad.seller_id } : null;
		},

		/** Returns those of the given ids whose ads are for sale. */
		forSaleIds: store.findForSaleIds,

		/** Counts the ads that match a search, and the ads of each filter option within its other filters. */
		countOptions: (search: Omit<AdSearch, 'sort'>) => countAdOptions(db.longReads, search),

		/** Counts visible, unsold ads per category. Omits empty categories. */
		countByCategory: () => store.countAdsByCategory(db.longReads),

		/** Lists a seller's unsold ads with the highest trending scores. */
		listBest: async (sellerId: number, limit: number): Promise<AdCard[]> =>
			loadCardsForSale(await store.listBestAdIds(db, sellerId, limit)),

		/**
		 * Lists a page of a seller's ads for sale: newest and renewed first, or the best matches of a search first. Throws `invalid` for a
		 * malformed cursor.
		 */
		async listForSale(
			{ words, ...filter }: { sellerId: number; category: string | undefined; words: readonly string[] | null },
			page: PageQuery,
		): Promise<CursorPage<AdCard>> {
			if (words) return search({ ...filter, words, sort: 'best' }, page);
			const keys = await store.listSellerAdKeys(db, filter, decodeCursor(page.cursor, 2), page.limit + 1);
			const { rows, next_cursor } = toPage(keys, page.limit, ({ key, id }) => [key, id]);
			return { items: await loadCardsForSale(rows.map(({ id }) => id)), next_cursor };
		},

		/** Counts a seller's ads for sale per category, most ads first; with words, those of at most `limits.countedAds` matches. */
		async countForSale(
			sellerId: number,
			words: readonly string[] | null,
		): Promise<{ category: string; ads: number }[]> {
			const match = words && { words, class: 'any' as const, facets: toFacetFilters({ sellerId }) };
			const ids = match ? await adIndex.findNewest(db.longReads, match, limits.countedAds) : undefined;
			const counts = await store.countSellerAdsByCategory(db, sellerId, ids);
			return counts.sort((a, b) => b.ads - a.ads || a.category.localeCompare(b.category));
		},

		/** Counts a seller's sold ads that are visible. */
		countSold: (sellerId: number): Promise<number> => store.countSoldAds(db, sellerId),

		/** Lists ads of other sellers that are like an ad, most similar first. Throws `not_found` for an ad that is not visible. */
		async listSimilar(id: number): Promise<AdCard[]> {
			const [ad] = await content.findVisible(db, [id]);
			if (!ad) throw new DomainError('not_found', contentApiText.adGone);
			return loadCardsForSale(await findSimilarAdIds(db.longReads, ad));
		},

		/** Lists a page of a seller's visible ads in one format, newest first. */
		async listPublished(sellerId: number, format: AdFormat, page: PageQuery): Promise<CursorPage<AdCard>> {
			const { ids, next_cursor } = await content.listNewestIds({ ownerId: sellerId, variety: format }, page);
			return { items: await loadListedCards(ids), next_cursor };
		},
	};
}

/** Texts of a video: its captions as WebVTT, and the text that is drawn into it. */
interface VideoTexts {
	captions?: string | null | undefined;
	overlay?: string | undefined;
}

/** Joins the description of an ad and the texts of its video. */
function joinTexts(description: string, { captions, overlay }: VideoTexts): string {
	const lines = parseCaptions(captions ?? '').captions?.map(({ text }) => text) ?? [];
	return [description, overlay, lines.join('\n')].filter(Boolean).join('\n\n');
}

function toAccountNumbers({ whatsapp: phone, call_number }: AdRow) {
	return { phone, call_number };
}

function presentCandidate(ad: store.AdCandidateRow): AdCandidate {
	const { id, seller_id: authorId, category, ranked_likes: likes, ranked_comments: comments, views } = ad;
	return { id, authorId, kind: 'ad', category, createdAt: ad.renewed_at ?? ad.created_at, likes, comments, views };
}

function nothingToRetry(): DomainError {
	return new DomainError('conflict', contentApiText.nothingToRetry);
}

/** Throws `invalid` if a form sets options that ads of the category do not have. */
function assertOptionsOfCategory(
	category: string,
	{ condition, delivery }: Pick<AdChanges, 'condition' | 'delivery'>,
): void {
	if (hasItemOptions(category)) return;
	if (condition) throw invalidInput({ condition: validationText.conditionNotTaken });
	if (delivery && delivery.length > 0) throw invalidInput({ delivery: validationText.deliveryNotTaken });
}

/** Converts a form to the columns that it changes. `category` is the ad's category after the change. */
function toColumnChanges(
	category: string,
	{ negotiable, delivery, location, place, ...form }: Omit<AdChanges, 'captions' | 'products'>,
): Parameters<typeof store.updateAd>[2] {
	assertOptionsOfCategory(category, { condition: form.condition, delivery });
	const columns = {
		...form,
		...(place !== undefined && { place: place || null }),
		...(negotiable !== undefined && { negotiable: negotiable ? 1 : 0 }),
		...(delivery && { delivery: toDeliveryBits(delivery) }),
		...(location !== undefined && { state: location?.state ?? null, lga: location?.lga ?? null }),
		...(!hasItemOptions(category) && { condition: null, delivery: 0 }),
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Derives the title of an ad from the first line of its description. Cuts a long line between words. */
export function deriveTitle(description: string): string {
	const [line = ''] = description.trim().split('\n');
	if (line.length <= limits.title.max) return line.trim();
	const cut = line.slice(0, limits.title.max);
	const lastSpace = cut.lastIndexOf(' ');
	return (lastSpace > 0 ? cut.slice(0, lastSpace) : cut).toWellFormed().trim();
}
