import { defineEvent } from '../core/events.ts';

/** The mail to an account about a breach of its data is queued. */
export const breachNoticeQueued = defineEvent<{ noticeId: number; accountId: number }>(
	'data-protection.breach-notice-queued',
);
