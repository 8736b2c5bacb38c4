import type { FastifyBaseLogger } from 'fastify';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { decisionMailJob, pictureCheckJob, postPictureCheckJob, removedContentJob } from './job-definitions.ts';
import type { ModerationService } from './moderation.ts';

export interface ModerationJobHandlersDeps extends Pick<Platform, 'mail' | 'mailRecipients'> {
	moderation: ModerationService;
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Creates the jobs that send mails about decisions that check the pictures of new ads and posts, and that remember what was removed. */
export function createModerationJobHandlers({
	mail,
	mailRecipients,
	moderation,
	logger,
}: ModerationJobHandlersDeps): JobHandler[] {
	return [
		defineJobHandler(decisionMailJob, async ({ kind, decision_id, account_id }, { attempt }) => {
			const found = await moderation.composeMail(kind, decision_id, account_id);
			const to = found && (await mailRecipients.admit(found.to, 'notice', attempt));
			if (!to) return;
			const { delivered } = await mail.send({ to, ...found.message });
			if (delivered !== 'smtp') logger.info(`A mail about a decision is in ${delivered}`);
		}),
		defineJobHandler(pictureCheckJob, ({ ad_id }) => moderation.checkPictures(ad_id)),
		defineJobHandler(postPictureCheckJob, ({ post_id }) => moderation.checkPostPictures(post_id)),
		defineJobHandler(removedContentJob, ({ decision_id }) => moderation.rememberContent(decision_id)),
	];
}
