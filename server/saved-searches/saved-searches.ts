import type { z } from 'zod';
import type { AdCard } from '../../contract/ads/ads.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { AdFilterQuery } from '../../contract/feed/feed.ts';
import * as savedSearchLimits from '../../contract/saved-searches/limits.ts';
import { nameSearch } from '../../contract/saved-searches/saved-search-name.ts';
import type { AlertMode } from '../../contract/saved-searches/saved-search-options.ts';
import type { createSavedSearch, getSavedSearch, SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import type { AccountService } from '../accounts/index.ts';
import {
	type AdService,
	adCreatedOrEdited,
	adVideoProcessingEnded,
	chooseSearchKey,
	type StoredAdSearch,
	toAdFilter,
} from '../ads/index.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import type { PageQuery } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { FeedService } from '../feed/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { toSearchWords } from '../search/index.ts';
import type { Mailer } from '../senders/mail/index.ts';
import { getLastDailyTime } from './daily-time.ts';
import { dailyAlertsDue, savedSearchesMatched } from './events.ts';
import { alertMailJob, matchAdJob } from './job-definitions.ts';
import { composeAlertMail } from './mails.ts';
import { authorizeSavedSearchOwner } from './policy.ts';
import { presentSavedSearch, toSearchQuery } from './present.ts';
import * as store from './store.ts';
import type { SavedSearchRow } from './tables.ts';

export interface SavedSearchServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'publicUrl'> {
	accounts: AccountService;
	ads: AdService;
	feed: FeedService;
}

export type SavedSearchService = ReturnType<typeof createSavedSearchService>;

/** New ads of a saved search about which its owner is told. */
export interface SearchAlert {
	searchId: number;
	accountId: number;
	name: string;
	adIds: number[];
}

/** Maximum number of candidates that one query lists, and that one transaction compares with an ad. */
const candidatePage = 10_000;
const candidateBatch = 500;
/** Maximum number of accounts whose daily alerts one query lists. */
const accountPage = 500;

export function createSavedSearchService(deps: SavedSearchServiceDeps) {
	const { db, clock, events, jobs, accounts, ads, feed, publicUrl } = deps;

	const queueMatching = (tx: Tx, adId: number) => jobs.add(tx, matchAdJob, { ad_id: adId });
	// A video ad becomes visible when its video is ready. An ad is compared once: editing, renewing or restoring it alerts nobody.
	events.on(adCreatedOrEdited, async (tx, { adId, isNew }) => {
		if (isNew) await queueMatching(tx, adId);
	});
	events.on(adVideoProcessingEnded, async (tx, { adId, state }) => {
		if (state === 'ready') await queueMatching(tx, adId);
	});

	async function findOwn(db: Db, actor: Actor, id: number): Promise<AuthorizedRow<SavedSearchRow>> {
		const row = await store.findSavedSearch(db, id);
		const own = row && authorizeSavedSearchOwner(actor, row);
		if (!own) throw new DomainError('not_found', savedSearchesText.notFound);
		return own;
	}

	async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<AuthorizedRow<SavedSearchRow>> {
		const row = await store.lockSavedSearchRow(tx, id);
		const own = row && authorizeSavedSearchOwner(actor, row);
		if (!own) throw new DomainError('not_found', savedSearchesText.notFound);
		return own;
	}

	/** Lists the new ads of each search that are still for sale, newest first. */
	async function listNewAds(db: Db, searchIds: readonly number[]): Promise<Map<number, number[]>> {
		const matches = await store.listMatches(db, searchIds);
		const forSale = await ads.forSaleIds(db, [...new Set(matches.map(({ ad_id }) => ad_id))]);
		const shown = Map.groupBy(
			matches.filter(({ ad_id }) => forSale.has(ad_id)),
			({ search_id }) => search_id,
		);
		return new Map(
			searchIds.map((id) => [
				id,
				(shown.get(id) ?? []).map(({ ad_id }) => ad_id).slice(0, savedSearchLimits.savedSearchMatches),
			]),
		);
	}

	async function present(db: Db, row: SavedSearchRow): Promise<SavedSearch> {
		return presentSavedSearch(row, (await listNewAds(db, [row.id])).get(row.id)?.length ?? 0);
	}

	const setAlerts = async (tx: Tx, search: AuthorizedRow<SavedSearchRow>, alerts: AlertMode) => {
		// Another mode begins with the next ad.
		if (search.alerts !== alerts) await store.settleMatches(tx, search, clock.now());
		return store.updateSavedSearch(tx, search, { alerts });
	};

	const toAlert = ({ id, account_id, q, filters }: store.DueSearch, adIds: number[]): SearchAlert => ({
		searchId: id,
		accountId: account_id,
		name: nameSearch(toSearchQuery({ q, filters })),
		adIds,
	});

	return {
		/** Lists the actor's searches, newest first. */
		async list(actor: Actor): Promise<SavedSearch[]> {
			const rows = await store.listSavedSearches(db, actor.accountId);
			const newAds = await listNewAds(
				db,
				rows.map(({ id }) => id),
			);
			return rows.map((row) => presentSavedSearch(row, newAds.get(row.id)?.length ?? 0));
		},

		/**
		 * Saves a search, with alerts at once by default. Saving the same search again changes its alerts, if given. Throws `conflict` at
		 * the limit, and `invalid`.
		 */
		create: (
			actor: Actor,
			{ q = '', alerts, ...query }: z.output<NonNullable<(typeof createSavedSearch)['body']>>,
		): Promise<SavedSearch> =>
			db.transaction(async (tx) => {
				await accounts.lock(tx, actor.accountId);
				const search = { words: toSearchWords(q), filter: toAdFilter(query) };
				const filters = JSON.stringify(toFilters({ ...query, place: search.filter.place }));
				if (search.words.length === 0 && filters === '{}') throw invalidInput({ q: savedSearchesText.empty });
				const row = { account_id: actor.accountId, words: JSON.stringify(search.words), filters };
				const same = await store.lockSameSearchRow(tx, row);
				const own = same && authorizeSavedSearchOwner(actor, same);
				if (own) return present(tx, alerts === undefined ? own : await setAlerts(tx, own, alerts));
				if ((await store.countSavedSearches(tx, actor.accountId)) >= savedSearchLimits.savedSearches) {
					throw new DomainError('conflict', savedSearchesText.limitReached(savedSearchLimits.savedSearches));
				}
				const saved = await store.insertSavedSearch(tx, {
					...row,
					q: search.words.length === 0 ? '' : q,
					match_key: await chooseSearchKey(tx, search),
					alerts: alerts ?? 'at_once',
					created_at: clock.now(),
					seen_at: null,
				});
				if (!saved) throw new DomainError('conflict', savedSearchesText.savedAlready);
				return presentSavedSearch(saved, 0);
			}),

		/** Returns the actor's search with its new ads. Throws `not_found`. */
		async get(actor: Actor, id: number): Promise<ResponseOf<typeof getSavedSearch>> {
			const search = await findOwn(db, actor, id);
			const ids = (await listNewAds(db, [id])).get(id) ?? [];
			return { ...presentSavedSearch(search, ids.length), ads: await ads.listByIds(ids), up_to: ids[0] ?? null };
		},

		/** Lists a page of the ads that the actor's search finds, newest first. Throws `not_found`, and `invalid` for a malformed cursor. */
		async listAds(actor: Actor, id: number, page: PageQuery): Promise<CursorPage<AdCard>> {
			const { words, filter } = toStoredSearch(await findOwn(db, actor, id));
			return ads.search({ ...filter, words: words.length === 0 ? null : words, sort: 'newest' }, page);
		},

		update: (actor: Actor, id: number, alerts: AlertMode): Promise<SavedSearch> =>
			db.transaction(async (tx) => present(tx, await setAlerts(tx, await lockOwn(tx, actor, id), alerts))),

		remove: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => store.deleteSavedSearch(tx, await lockOwn(tx, actor, id))),

		/** Stores that the owner has seen the new ads up to an ad. */
		markSeen: (actor: Actor, id: number, upTo: number): Promise<void> =>
			db.transaction(async (tx) => {
				const search = await lockOwn(tx, actor, id);
				await store.deleteMatches(tx, search, upTo);
				await store.updateSavedSearch(tx, search, { seen_at: clock.now() });
			}),

		/**
		 * Finds the searches that a new ad matches, and stores the matches. Compares the ad only with searches that are stored under one of its
		 * words or filters. Searches of the seller, and of accounts that muted the seller, do not match.
		 */
		async matchAd(adId: number, signal: AbortSignal): Promise<void> {
			const ad = await ads.findMatcher(db, adId);
			if (!ad) return;
			let matched = false;
			let after = 0;
			for (;;) {
				const ids = await store.listCandidateIds(db, ad.keys, after, candidatePage);
				for (let from = 0; from < ids.length; from += candidateBatch) {
					signal.throwIfAborted();
					const batch = ids.slice(from, from + candidateBatch);
					matched = (await matchBatch(adId, ad, batch)) || matched;
				}
				after = ids.at(-1) ?? after;
				if (ids.length < candidatePage) break;
			}
			if (matched) await db.transaction((tx) => events.emit(tx, savedSearchesMatched, { adId }));
		},

		/** Takes a page of the alerts about an ad that are due at once. `last` is the position of the next page; null on the last page. */
		async takeAlertsAtOnce(
			tx: Tx,
			adId: number,
			after: number,
			limit: number,
		): Promise<{ alerts: SearchAlert[]; last: number | null }> {
			const due = await store.takeMatchesAtOnce(tx, adId, after, limit, clock.now());
			const last = due.length === limit ? (due.at(-1)?.id ?? null) : null;
			return { alerts: due.map((search) => toAlert(search, [adId])), last };
		},

		/** Takes an account's daily alerts about ads that matched before a time. Omits ads that are no longer for sale. */
		async takeDailyAlerts(tx: Tx, accountId: number, before: number): Promise<SearchAlert[]> {
			const due = await store.takeDailyMatches(tx, accountId, before, clock.now());
			const forSale = await ads.forSaleIds(tx, [...new Set(due.flatMap(({ adIds }) => adIds))]);
			return due
				.map(({ search, adIds }) =>
					toAlert(
						search,
						adIds.filter((id) => forSale.has(id)),
					),
				)
				.filter(({ adIds }) => adIds.length > 0);
		},

		/** Queues the daily mail of an account. */
		queueMail: (tx: Tx, accountId: number, alerts: readonly SearchAlert[]): Promise<void> =>
			jobs.add(tx, alertMailJob, {
				account_id: accountId,
				matches: alerts.map(({ searchId, adIds }) => ({ search_id: searchId, ad_ids: adIds })),
			}),

		/** Composes the daily mail. Null if the account has no verified address, or if no search and ad is left to write about. */
		async composeMail({
			account_id,
			matches,
		}: z.output<typeof alertMailJob.schema>): Promise<Parameters<Mailer['send']>[0] | null> {
			const recipient = await accounts.getVerifiedMailRecipient(db, account_id);
			if (!recipient) return null;
			const forSale = await ads.forSaleIds(db, [...new Set(matches.flatMap(({ ad_ids }) => ad_ids))]);
			const rows = new Map((await store.listSavedSearches(db, account_id)).map((row) => [row.id, row]));
			const found = matches.flatMap(({ search_id, ad_ids }) => {
				const row = rows.get(search_id);
				const count = ad_ids.filter((id) => forSale.has(id)).length;
				return row && count > 0 ? [{ id: search_id, name: nameSearch(toSearchQuery(row)), count }] : [];
			});
			if (found.length === 0) return null;
			return {
				to: recipient.email,
				...composeAlertMail(forSale.size, found, { name: recipient.name, publicUrl: publicUrl() }),
			};
		},

		/** Queues the daily alerts that are due. */
		async queueDailyAlerts(signal: AbortSignal): Promise<void> {
			const before = getLastDailyTime(clock.now());
			let after = 0;
			for (;;) {
				signal.throwIfAborted();
				const due = await store.listDueAccounts(db, before, after, accountPage);
				await db.transaction(async (tx) => {
					for (const accountId of due) await events.emit(tx, dailyAlertsDue, { accountId, before });
				});
				after = due.at(-1) ?? after;
				if (due.length < accountPage) return;
			}
		},
	};

	/** Stores the matches of an ad among some candidates. Returns whether there are any. */
	async function matchBatch(
		adId: number,
		ad: NonNullable<Awaited<ReturnType<AdService['findMatcher']>>>,
		ids: readonly number[],
	): Promise<boolean> {
		return db.transaction(async (tx) => {
			const candidates = await store.findCandidates(tx, ids, ad.ownerId);
			const found = candidates.filter((row) => ad.matches(toStoredSearch(row)));
			const muting = await feed.findAccountsMuting(
				tx,
				ad.ownerId,
				found.map(({ account_id }) => account_id),
			);
			const matching = found.filter(({ account_id }) => !muting.has(account_id));
			await store.insertMatches(tx, adId, matching, clock.now());
			return matching.length > 0;
		});
	}
}

function toStoredSearch({ words, filters }: Pick<SavedSearchRow, 'words' | 'filters'>): StoredAdSearch {
	return { words: JSON.parse(words) as string[], filter: toAdFilter(JSON.parse(filters) as AdFilterQuery) };
}

/** Lists the filters that are set, in a fixed order, so that equal searches have equal texts. */
function toFilters(query: AdFilterQuery): Partial<AdFilterQuery> {
	const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
