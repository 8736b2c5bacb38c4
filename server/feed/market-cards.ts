import type { AdCard } from '../../contract/ads/ads.ts';
import { slugify } from '../../contract/core/slug.ts';
import { type Category, categories } from '../../contract/market-settings/categories.ts';
import type { AdService } from '../ads/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform.ts';
import { maxMarketPictures } from './cards/draw-market-card.ts';
import * as store from './store.ts';

export interface MarketCardServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	ads: AdService;
	moderation: ModerationService;
}

/** Milliseconds for which a card keeps its ads. Each change makes networks load the picture of the card again. */
const choiceLifetime = 24 * 3_600_000;
/** Numbers of candidates: the most trending ads of the market, and those of each category. */
const candidateCounts = { trending: 60, ofCategory: 12 };

const marketName = 'market';
const categoriesByName = new Map<string, Category>(categories.map((category) => [slugify(category), category]));
const names = [marketName, ...categoriesByName.keys()];

/** Returns the name of a card in its path: that of a category, or that of the whole market. */
export function getMarketCardName(category: Category | undefined): string {
	return category === undefined ? marketName : slugify(category);
}

/** Cache tag of the ads on a card. A new choice invalidates it, a new ad does not. */
export function marketCardCacheTag(name: string): string {
	return `market-card:${name}`;
}

interface Choice {
	/** Ids of the ads on a card, in order. */
	ads: readonly number[];
	/** Time of the choice in milliseconds since 1970. */
	chosenAt: number;
}

export type MarketCardService = ReturnType<typeof createMarketCardService>;

/** Chooses the ads on the preview pictures of the market and of its categories. All processes read the same choice from the database. */
export function createMarketCardService({ db, clock, ads, moderation }: MarketCardServiceDeps) {
	async function readChoices(name?: string): Promise<Map<string, Choice>> {
		const rows = await store.listMarketCards(db, name);
		return new Map(rows.map((row) => [row.name, { ads: JSON.parse(row.ads) as number[], chosenAt: row.chosen_at }]));
	}

	return {
		/**
		 * Finds a card by its name. Returns its category (undefined for the whole market) and its visible ads; null for an unknown name.
		 */
		async find(name: string): Promise<{ category: Category | undefined; ads: AdCard[] } | null> {
			const category = categoriesByName.get(name);
			if (!category && name !== marketName) return null;
			const ids = (await readChoices(name)).get(name)?.ads ?? [];
			return { category, ads: await ads.listByIds(ids) };
		},

		/**
		 * Chooses the ads of each card: trending ads for sale with a picture that nobody has reported. A full card keeps its ads for a day if
		 * all of them are still for sale and unreported.
		 */
		async refresh(): Promise<void> {
			const current = await readChoices();
			const candidates = await ads.listCandidates(db, {
				trending: candidateCounts.trending,
				categories: { names: categories, each: candidateCounts.ofCategory },
				sellers: { ids: [], each: 0, all: 0 },
			});
			const currentIds = [...current.values()].flatMap((choice) => choice.ads);
			const ids = [...new Set([...candidates.map(({ id }) => id), ...currentIds])];
			const reported = await moderation.findReportedIds(db, 'ad', ids);
			const eligible = (await ads.listByIds(ids)).filter(
				({ id, state, cover }) => state === 'ready' && cover !== null && !reported.has(id),
			);

			function choose(name: string): Choice {
				const category = categoriesByName.get(name);
				const ordered = category
					? spread(
							eligible.filter((ad) => ad.category === category),
							(ad) => ad.seller.id,
						)
					: spread(eligible, (ad) => ad.category);
				const fitting = new Set(ordered.map(({ id }) => id));
				const chosen = ordered.slice(0, maxMarketPictures).map(({ id }) => id);
				const before = current.get(name);
				if (before?.ads.every((id) => fitting.has(id))) {
					const isFull = before.ads.length === maxMarketPictures;
					const isSame = before.ads.length === chosen.length && chosen.every((id) => before.ads.includes(id));
					if (isSame || (isFull && clock.now() - before.chosenAt < choiceLifetime)) return before;
				}
				return { ads: chosen, chosenAt: clock.now() };
			}

			const changed = names.flatMap((name) => {
				const choice = choose(name);
				const isChanged = String(choice.ads) !== String(current.get(name)?.ads ?? []);
				return isChanged ? { name, ads: JSON.stringify(choice.ads), chosen_at: choice.chosenAt } : [];
			});
			if (changed.length === 0) return;
			await db.transaction(async (tx) => {
				for (const row of changed) await store.saveMarketCard(tx, row);
				tx.invalidate(...changed.map(({ name }) => marketCardCacheTag(name)));
			});
		},
	};
}

/** Moves the first ad of each group before all other ads. */
function spread(ads: readonly AdCard[], groupOf: (ad: AdCard) => string | number): AdCard[] {
	const firsts = new Map(ads.toReversed().map((ad) => [groupOf(ad), ad]));
	const isFirst = (ad: AdCard) => firsts.get(groupOf(ad)) === ad;
	return [...ads.filter(isFirst), ...ads.filter((ad) => !isFirst(ad))];
}
