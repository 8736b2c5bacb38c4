import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Mailer } from '../senders/mail/index.ts';
import { alertMailJob, matchAdJob } from './job-definitions.ts';
import type { SavedSearchService } from './saved-searches.ts';

export interface SavedSearchJobHandlersDeps {
	mail: Mailer;
	savedSearches: SavedSearchService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

export function createSavedSearchJobHandlers({
	mail,
	savedSearches,
	logger,
}: SavedSearchJobHandlersDeps): JobHandler[] {
	return [
		defineJobHandler(matchAdJob, ({ ad_id }, { signal }) => savedSearches.matchAd(ad_id, signal)),
		defineJobHandler(alertMailJob, async (payload) => {
			const message = await savedSearches.composeMail(payload);
			if (!message) return;
			const { delivered } = await mail.send(message);
			if (delivered !== 'smtp') logger.info(`A mail about saved searches is in ${delivered}`);
		}),
	];
}
