import * as feedLimits from '../../contract/feed/limits.ts';
import type { Db } from '../database/index.ts';
import { tokenize } from '../search/index.ts';
import { adIndex } from './search.ts';
import { listForSaleByOthers, type SimilarCandidate } from './store.ts';
import type { AdRow } from './tables.ts';

/** Maximum number of words of the title that are searched, and of the newest matches that are compared. */
const maxWords = 12;
const maxCandidates = 200;
/** Maximum number of similar ads of one seller. */
const maxPerSeller = 2;

type SimilarSubject = Pick<AdRow, 'title' | 'price_kobo' | 'state'>;

/**
 * Finds ads of other sellers that are like an ad. Compares the newest ads of its category that share a word of its title, found by one query
 * of the search index. If there are too few, the newest of its category follow.
 */
export async function findSimilarAdIds(db: Db, ad: AdRow): Promise<number[]> {
	const facets = [{ name: 'category', anyOf: [ad.category] }];
	const words = listTitleWords(ad.title).slice(0, maxWords);
	const related = await adIndex.findNewest(db, { words, class: 'some', facets }, maxCandidates);
	const similar = rankSimilarAds(ad, await listForSaleByOthers(db, related, ad.seller_id));
	if (similar.length >= feedLimits.similarAds) return similar.slice(0, feedLimits.similarAds);
	const newest = await adIndex.findNewest(db, { words: [], class: 'filtered', facets }, maxCandidates);
	const others = (await listForSaleByOthers(db, newest, ad.seller_id)).filter(({ id }) => !similar.includes(id));
	return [...similar, ...rankSimilarAds(ad, others)].slice(0, feedLimits.similarAds);
}

function listTitleWords(title: string): string[] {
	return [...new Set(tokenize(title))].filter((word) => word.length > 1);
}

/** Ranks ads by the words that their titles share with an ad's title; rare words count more. Ads near it in place and price come first. */
export function rankSimilarAds(ad: SimilarSubject, candidates: readonly SimilarCandidate[]): number[] {
	const words = listTitleWords(ad.title);
	const titles = new Map(candidates.map(({ id, title }) => [id, new Set(listTitleWords(title))]));
	const weights = new Map(
		words.map((word) => {
			const ads = candidates.filter(({ id }) => titles.get(id)?.has(word)).length;
			return [word, Math.log2(1 + candidates.length / Math.max(1, ads))];
		}),
	);
	const weigh = ({ id, state, price_kobo }: SimilarCandidate) =>
		words.reduce((sum, word) => sum + (titles.get(id)?.has(word) ? (weights.get(word) ?? 0) : 0), 0) +
		(ad.state !== null && ad.state === state ? 0.5 : 0) +
		(isNearPrice(ad.price_kobo, price_kobo) ? 0.5 : 0);
	const ofSeller = new Map<number, number>();
	return candidates
		.map((candidate) => ({ candidate, weight: weigh(candidate) }))
		.sort((a, b) => b.weight - a.weight || b.candidate.score - a.candidate.score || b.candidate.id - a.candidate.id)
		.filter(({ candidate: { seller_id } }) => {
			const count = (ofSeller.get(seller_id) ?? 0) + 1;
			ofSeller.set(seller_id, count);
			return count <= maxPerSeller;
		})
		.map(({ candidate }) => candidate.id);
}

/** Returns whether one price is at most double the other. */
function isNearPrice(one: number | null, other: number | null): boolean {
	return one !== null && other !== null && Math.max(one, other) <= 2 * Math.min(one, other);
}
