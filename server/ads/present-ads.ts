import type { Person } from '../../contract/accounts/accounts.ts';
import type { Ad, AdCard, Clip } from '../../contract/ads/ads.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import { personCacheTag } from '../accounts/index.ts';
import type { ContentServiceDeps } from '../content/index.ts';
import { DomainError } from '../core/domain-error.ts';
import { createTaggedCache } from '../core/tagged-cache.ts';
import type { Db } from '../database/index.ts';
import type { PresentedMedia } from '../media/index.ts';
import { adCacheTag } from './cache-tags.ts';
import type { AdContent } from './content-kind.ts';
import { listLinkedAds, listProducts } from './pinned-products.ts';
import { presentAd, presentAdCard, presentClip } from './present.ts';
import type { AdRow } from './tables.ts';

/** Milliseconds that a list may show old views of an ad. Everything else that a card shows invalidates it at once. */
const cardTtl = 60_000;
const maxCardBytes = 32 * 1_048_576;
/** Bytes that a card takes in memory, with its JSON. */
const cardBytes = 3072;

export type AdPresenter = ReturnType<typeof createAdPresenter>;

/** Loads ads and presents them with their sellers and files. */
export function createAdPresenter(
	{ db, clock, media }: Pick<ContentServiceDeps, 'db' | 'clock' | 'media'>,
	content: AdContent,
) {
	/** Cards of listed ads by id. */
	const cards = createTaggedCache<AdCard>({ db, clock, maxBytes: maxCardBytes });

	async function present<Presented>(
		db: Db,
		ad: AdRow,
		show: (ad: AdRow, seller: Person, files: readonly PresentedMedia[]) => Presented,
	): Promise<Presented> {
		const [presented] = await content.present(db, [ad], await content.findFileIds(db, [ad.id]), show);
		if (!presented) throw new DomainError('not_found', contentApiText.adGone);
		return presented;
	}

	/** Presents an ad with all its pictures, its products and the videos that it is pinned to. */
	async function presentWhole(db: Db, ad: AdRow): Promise<Ad> {
		const linked = await listLinkedAds(db, media, ad);
		return present(db, ad, (row, seller, files) => ({ ...presentAd(row, seller, files), ...linked }));
	}

	/** Loads ads in the order of the ids, each with its seller and its cover picture or video. */
	async function loadCards<Presented>(
		db: Db,
		ids: readonly number[],
		show: (ad: AdRow, seller: Person, cover: PresentedMedia | undefined) => Presented,
	): Promise<Presented[]> {
		const rows = await content.findInOrder(db, ids);
		const covers = new Map(rows.map((ad) => [ad.id, [ad.cover_id]]));
		return content.present(db, rows, covers, (ad, seller, [cover]) => show(ad, seller, cover));
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

	return { present, presentWhole, loadCards, loadListedCards, loadCardsForSale, loadClips };
}

/** Freezes an object with all that it contains. A frozen item of a list is serialized once; see `createSerializer`. */
function freezeDeep<Value extends object>(value: Value): Value {
	for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freezeDeep(part);
	return Object.freeze(value);
}
