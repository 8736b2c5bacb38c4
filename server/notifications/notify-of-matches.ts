import { savedSearchesPath, savedSearchPath } from '../../contract/core/page-paths.ts';
import type { Platform } from '../platform.ts';
import type { SavedSearchService } from '../saved-searches/index.ts';
import { batchSize, type EventOf, notifyJob } from './job-definitions.ts';
import type { NotificationService } from './notifications.ts';

export interface SavedSearchNotificationDeps extends Pick<Platform, 'db' | 'jobs'> {
	savedSearches: SavedSearchService;
	notifications: NotificationService;
}

/** Notifies one batch of accounts that a new ad matches their searches, and queues a job for the next batch. */
export function notifyOfMatches(
	{ db, jobs, savedSearches, notifications }: SavedSearchNotificationDeps,
	event: EventOf<'saved_search'>,
): Promise<void> {
	const { adId, after } = event;
	return db.transaction(async (tx) => {
		const { alerts, last } = await savedSearches.takeAlertsAtOnce(tx, adId, after, batchSize);
		await notifications.notify(
			tx,
			alerts.map(({ searchId, accountId, name, adIds }) => ({
				accountId,
				kind: 'saved_search',
				group: `saved_search ${searchId}`,
				actorId: null,
				grouping: 'news',
				about: {
					path: savedSearchPath(searchId),
					event: `saved_search ${searchId} ${adId}`,
					matches: adIds,
					search: name,
				},
			})),
		);
		if (last !== null) await jobs.add(tx, notifyJob, { ...event, after: last });
	});
}

/** Sends an account one notification and one mail about all new ads of its searches with daily alerts. */
export function notifyOfDailyMatches(
	{ db, savedSearches, notifications }: SavedSearchNotificationDeps,
	{ accountId, before }: EventOf<'saved_searches_daily'>,
): Promise<void> {
	return db.transaction(async (tx) => {
		const alerts = await savedSearches.takeDailyAlerts(tx, accountId, before);
		const [only] = alerts;
		if (!only) return;
		const matches = [...new Set(alerts.flatMap(({ adIds }) => adIds))];
		await notifications.notify(tx, [
			{
				accountId,
				kind: 'saved_search',
				group: 'saved_search daily',
				actorId: null,
				grouping: 'news',
				count: matches.length,
				about: {
					path: alerts.length === 1 ? savedSearchPath(only.searchId) : savedSearchesPath,
					event: `saved_search daily ${before}`,
					matches,
					...(alerts.length === 1 && { search: only.name }),
				},
			},
		]);
		if (await notifications.wantsMail(tx, accountId, 'saved_search')) {
			await savedSearches.queueMail(tx, accountId, alerts);
		}
	});
}
