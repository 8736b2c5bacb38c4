import type { z } from 'zod';
import type {
	Ad,
	AdCard,
	AdFormat,
	Clip,
	createVideoAd,
	newAdSchema,
	newVideoAdSchema,
	OwnAd,
	OwnAdDetails,
	updateAd,
	VideoAd,
} from '../../contract/ads/ads.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { ContentService, ContentStats } from '../content/index.ts';
import type { Owner } from '../core/authorization.ts';
import type { PageQuery } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { countAdOptions } from './count-options.ts';
import type { AdFilter } from './filter.ts';
import type { AdMatcher, AdSearch } from './search.ts';
import type * as store from './store.ts';
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

export type NewAd = z.output<typeof newAdSchema>;

export type NewVideoAd = z.output<typeof newVideoAdSchema>;

export type AdForm = Omit<NewAd, 'pictures'>;

export type AdChanges = z.output<NonNullable<(typeof updateAd)['body']>>;

/** Import to which a new ad belongs. `scoreDelay` lowers its trending score to that of an ad so many milliseconds older. */
export interface AdImport {
	id: number;
	scoreDelay: number;
}

/** Seller and numbers of an ad; no numbers if it is sold. */
export interface SellerContact extends Pick<AdRow, 'whatsapp' | 'call_number' | 'title'> {
	sellerId: number;
	price: string | null;
}

/** Numbers of ads for ranking to list. */
export interface WantedCandidates {
	trending: number;
	categories: { names: readonly string[]; each: number };
	sellers: { ids: readonly number[]; each: number; all: number };
}

/** What the rest of the server can do with ads. A malformed cursor of a page throws `invalid`. */
export interface AdService extends ContentService<AdRow, TargetAd> {
	createPictureAd(tx: Tx, actor: Actor, form: NewAd): Promise<Ad>;
	createVideoAd(tx: Tx, actor: Actor, form: NewVideoAd): Promise<ResponseOf<typeof createVideoAd>>;
	/** Posts a picture ad of an import. Returns its id. The caller checks the quota of the import. */
	createImportedAd(tx: Tx, actor: Actor, form: NewAd, batch: AdImport): Promise<number>;

	update(tx: Tx, actor: Actor, id: number, changes: AdChanges): Promise<Ad>;
	markSold(tx: Tx, actor: Actor, id: number, sold: boolean): Promise<Ad>;
	/** Moves the actor's ad up as if it were new. Throws `conflict` if it is not for sale, or too soon after the last time. */
	renew(tx: Tx, actor: Actor, id: number): Promise<Ad>;
	/** Throws `conflict` if the actor's ad has no failed video to `retry`. Must not be called inside a transaction. */
	assertRetryable(actor: Actor, id: number): Promise<void>;
	/** Processes the failed video of the actor's ad again. Throws `conflict` if the ad has no failed video. */
	retry(tx: Tx, actor: Actor, id: number): Promise<OwnAd>;
	/** Returns whether the actor's ad is sold. Locks the ad. Throws `forbidden` or `not_found` for other ads. */
	isSold(tx: Tx, actor: Actor, id: number): Promise<boolean>;
	remove(tx: Tx, actor: Actor, id: number): Promise<void>;
	/** Deletes at most `limit` ads of an import as their owner does. Returns how many. */
	removeImported(tx: Tx, owner: Owner, importId: number, limit: number): Promise<number>;
	addWatchedParts: typeof store.addWatchedParts;

	show(id: number, actor: Actor | null): Promise<Ad>;
	getVideo(id: number, actor: Actor | null): Promise<VideoAd>;
	/** Returns the actor's ad with its numbers, and with its products if it is a video. Throws `forbidden` for an ad of another account. */
	getOwn(actor: Actor, id: number): Promise<OwnAdDetails>;
	/** Returns the seller and the numbers of a visible ad. Throws `not_found`. */
	getSellerContact(id: number): Promise<SellerContact>;
	/** Lists the numbers of an ad, for WhatsApp and for calls. */
	listNumbers(db: Db, id: number): Promise<(string | null)[]>;
	/** Returns the owner and the import of an ad. Returns null for an unknown id. */
	findOrigin(db: Db, id: number): Promise<{ ownerId: number; importId: number | null } | null>;
	/** Returns the duration of a video ad in milliseconds, or null for a picture ad and for a video that is not processed. */
	getVideoDuration(db: Db, id: number): Promise<number | null>;
	/** Returns when the given ads were last changed, in milliseconds since 1970. Omits ads that are not visible. */
	findUpdateTimes(ids: readonly number[]): Promise<Map<number, number>>;
	/** Returns what compares an ad with stored searches; null for an ad that is hidden, sold or unknown. */
	findMatcher(db: Db, id: number): Promise<(AdMatcher & { ownerId: number }) | null>;
	/** Returns those of the given ids whose ads are neither hidden nor deleted. */
	visibleIds(db: Db, ids: readonly number[]): Promise<Set<number>>;
	/** Returns those of the given ids whose ads are for sale. */
	forSaleIds: typeof store.findForSaleIds;
	/** Returns the ids of the products that a seller pinned to videos, by video, in any state. */
	listProductIds: typeof store.listProductIdsBySeller;

	listOwn(actor: Actor, page: PageQuery & { format?: AdFormat | undefined }): Promise<CursorPage<OwnAd>>;
	/** Lists a page of the actor's picture ads in every state with all their pictures, newest first. */
	listOwnDetails(actor: Actor, page: PageQuery): Promise<CursorPage<OwnAdDetails>>;

	listByIds(ids: readonly number[]): Promise<AdCard[]>;
	/** Lists the newest ads for sale, newest first: all, or those of a category. Only in a category, a renewed ad counts as new. */
	listNewest(category: string | undefined, limit: number): Promise<AdCard[]>;
	/**
	 * Lists a page of ads by trending score, highest first. A combination of filters lists the newest 1000 ads first, each such window in
	 * trending order.
	 */
	listTrending(filter: AdFilter, page: PageQuery): Promise<CursorPage<AdCard>>;
	/** Lists a page of videos for sale by trending score, highest first. */
	listTrendingClips(page: PageQuery): Promise<CursorPage<Clip>>;
	/** Returns null unless everybody can watch the video of the ad. */
	findClip(id: number): Promise<Clip | null>;
	/** Finds a page of visible ads that match a search. */
	search(search: AdSearch, page: PageQuery): Promise<CursorPage<AdCard>>;
	/** Counts the ads that match a search, and the ads of each filter option within its other filters. */
	countOptions(search: Omit<AdSearch, 'sort'>): ReturnType<typeof countAdOptions>;
	/** Lists ads of other sellers that are like an ad, most similar first. Throws `not_found` for an ad that is not visible. */
	listSimilar(id: number): Promise<AdCard[]>;
	/** Counts visible, unsold ads per category. Omits empty categories. */
	countByCategory(): ReturnType<typeof store.countAdsByCategory>;

	/** Lists a seller's unsold ads with the highest trending scores. */
	listBest(sellerId: number, limit: number): Promise<AdCard[]>;
	/** Lists a page of a seller's ads for sale: newest and renewed first, or the best matches of a search first. */
	listForSale(
		filter: { sellerId: number; category: string | undefined; words: readonly string[] | null },
		page: PageQuery,
	): Promise<CursorPage<AdCard>>;
	/** Counts a seller's ads for sale per category, most ads first; with words, those of at most `limits.countedAds` matches. */
	countForSale(sellerId: number, words: readonly string[] | null): Promise<{ category: string; ads: number }[]>;
	/** Counts a seller's sold ads that are visible. */
	countSold(sellerId: number): Promise<number>;
	/** Lists a page of a seller's visible ads in one format, newest first. */
	listPublished(sellerId: number, format: AdFormat, page: PageQuery): Promise<CursorPage<AdCard>>;

	/** Lists ads for sale for ranking: the most trending, those of some categories, and the newest of some sellers. */
	listCandidates(db: Db, wanted: WantedCandidates): Promise<AdCandidate[]>;
	listCandidatesById(db: Db, ids: readonly number[]): Promise<AdCandidate[]>;
	/** Counts the ads of each import that still exist. Omits imports without ads. */
	countByImport: typeof store.countAdsByImport;
	/** Counts the visible ads of an import and finds the newest of them. Returns null if there is none. */
	findVisibleOfImport(db: Db, importId: number): Promise<{ ads: number; newest: TargetAd } | null>;
	/** Lists the visible ads with ids from `first` to `last`, inclusive. */
	listVisibleBetween(
		db: Db,
		first: number,
		last: number,
	): Promise<Pick<AdRow, 'id' | 'format' | 'title' | 'updated_at'>[]>;
	/** Counts all ads, in total and per day. `from` is the start of the first day in milliseconds since 1970. */
	getSiteStats(from: number): Promise<ContentStats<keyof typeof store.adStatsSqlConditions>>;
}
