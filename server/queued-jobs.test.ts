import { expect, test } from 'vitest';
import * as accounts from './accounts/job-definitions.ts';
import * as dataProtection from './data-protection/job-definitions.ts';
import * as enrollments from './enrollments/job-definitions.ts';
import type { JobDefinition, JsonObject } from './jobs/index.ts';
import * as media from './media/job-definitions.ts';
import * as moderation from './moderation/job-definitions.ts';
import * as notifications from './notifications/job-definitions.ts';
import * as operations from './operations/job-definitions.ts';
import * as verification from './verification/job-definitions.ts';
import * as webhooks from './webhooks/job-definitions.ts';

/** Job payloads that any released version has queued. Add lines for new payloads, and never change a line. */
const queued: [name: string, payload: JsonObject][] = [
	['accounts.verification-mail', { account_id: 1 }],
	['accounts.password-mail', { email_key: 'ada@example.com' }],
	['accounts.email-change-mail', { account_id: 1 }],
	['accounts.notice-mail', { to: 'ada@example.com', name: 'Ada', notice: 'password-changed' }],
	['accounts.notice-mail', { to: 'ada@example.com', name: 'Ada', notice: 'email-change-asked' }],
	[
		'accounts.notice-mail',
		{ to: 'ada@example.com', is_proven: false, has_address: true, name: 'Ada', notice: 'email-changed' },
	],
	['accounts.notice-mail', { to: 'ada@example.com', name: 'Ada', notice: 'email-changed' }],
	['accounts.notice-mail', { to: 'ada@example.com', name: 'Ada', notice: 'account-deleted' }],
	['accounts.notice-mail', { to: 'ada@example.com', is_proven: true, name: 'Ada', notice: 'second-factor-on' }],
	['accounts.notice-mail', { to: 'ada@example.com', is_proven: true, name: 'Ada', notice: 'second-factor-off' }],
	['accounts.notice-mail', { to: 'ada@example.com', is_proven: true, name: 'Ada', notice: 'passkey-added' }],
	['accounts.notice-mail', { to: 'ada@example.com', is_proven: true, name: 'Ada', notice: 'passkey-removed' }],
	['accounts.email-undo-mail', { change_id: 1 }],
	['accounts.number-change-mail', { account_id: 1 }],
	['accounts.erase-due', {}],
	['accounts.look-alikes', { account_id: 1 }],
	['accounts.ranking', { account_id: 1 }],
	['operations.remove-remains', {}],
	['media.prepare', { media_id: 1 }],
	['media.transcode', { media_id: 1 }],
	['media.further-renditions', { media_id: 1 }],
	['media.fragment', { media_id: 1 }],
	['media.remove', { public_id: '0123456789abcdef01234567' }],
	...['received', 'repeated', 'asked', 'paid', 'active', 'cancelled', 'refunded'].map((kind): [string, JsonObject] => [
		'enrollments.mail',
		{ enrollment_id: 1, kind },
	]),
	['enrollments.activate', { enrollment_id: 1 }],
	['enrollments.payment-news', { event_id: 1 }],
	...['owner', 'reporter', 'lifted', 'upheld'].map((kind): [string, JsonObject] => [
		'moderation.mail',
		{ kind, decision_id: 1, account_id: 2 },
	]),
	...['accepted', 'rejected', 'revoked'].map((outcome): [string, JsonObject] => [
		'verification.mail',
		{ verification_id: 1, outcome },
	]),
	['data-protection.breach-notice', { notice_id: 1 }],
	['data-protection.breach-mail', { notice_id: 1, account_id: 2 }],
	['data-protection.mail', { request_id: 1, kind: 'received' }],
	['data-protection.mail', { request_id: 1, kind: 'answered' }],
	['moderation.look-at-pictures', { ad_id: 1 }],
	['moderation.check-post-pictures', { post_id: 1 }],
	['moderation.remember-content', { decision_id: 1 }],
	['notifications.push', { notice_id: 1, device_id: 2 }],
	...[
		{ what: 'comment', commentId: 1, target: 'ads', targetId: 2, ownerId: 3, accountId: 4, repliedToId: null },
		{ what: 'comment', commentId: 1, target: 'posts', targetId: 2, ownerId: 3, accountId: 4, repliedToId: 5 },
		{ what: 'like', target: 'ads', targetId: 1, ownerId: 2, accountId: 3, at: 4 },
		{ what: 'follow', followerId: 1, followedId: 2, at: 3 },
		{ what: 'ad', adId: 1, ownerId: 2, after: 0 },
		{ what: 'video', adId: 1, ownerId: 2, state: 'ready', at: 3 },
		{ what: 'video', adId: 1, ownerId: 2, state: 'failed', at: 3 },
		{ what: 'price', adId: 1, ownerId: 2, priceKobo: 3, after: 4 },
		{ what: 'enrollment', enrollmentId: 1, accountId: 2, courseId: 'web-hacking-essentials', state: 'paid', at: 3 },
		{ what: 'verification', verificationId: 1, accountId: 2, outcome: 'accepted' },
		{ what: 'verification', verificationId: 1, accountId: 2, outcome: 'rejected' },
		{ what: 'verification', verificationId: 1, accountId: 2, outcome: 'revoked' },
		{ what: 'decision', decisionId: 1, ownerId: 2, outcome: 'decided' },
		{ what: 'decision', decisionId: 1, ownerId: 2, outcome: 'lifted' },
		{ what: 'decision', decisionId: 1, ownerId: 2, outcome: 'upheld' },
		{ what: 'held', target: 'ads', targetId: 1, ownerId: 2, outcome: 'held', at: 3 },
		{ what: 'held', target: 'posts', targetId: 1, ownerId: 2, outcome: 'released', at: 3 },
		{ what: 'purchase', adId: 1, sellerId: 2, buyerId: 3 },
		{ what: 'review', reviewId: 1, sellerId: 2, buyerId: 3, stars: 4 },
		{ what: 'numbers', accountId: 1, changeId: 2 },
		{ what: 'breach', accountId: 1, noticeId: 2 },
		{ what: 'review_reply', reviewId: 1, sellerId: 2, buyerId: 3 },
		{ what: 'review_reply', reviewId: 1, sellerId: 2, buyerId: null },
	].map((payload): [string, JsonObject] => ['notifications.news', payload]),
	...[
		{ what: 'comment', commentId: 1, target: 'ads', targetId: 2, ownerId: 3, accountId: 4, repliedToId: null },
		{ what: 'comment', commentId: 1, target: 'posts', targetId: 2, ownerId: 3, accountId: 4, repliedToId: 5 },
		{ what: 'like', target: 'ads', targetId: 1, ownerId: 2, accountId: 3, at: 4 },
	].map((payload): [string, JsonObject] => ['notifications.engagement', payload]),
	...[
		{ type: 'ad.published', ad_id: 1 },
		{ type: 'ad.changed', ad_id: 1 },
		{ type: 'ad.sold', ad_id: 1 },
		{ type: 'contact.created', ad_id: 1, channel: 'whatsapp' },
		{ type: 'comment.created', comment_id: 1 },
		{ type: 'review.created', review_id: 1 },
		{ type: 'enrollment.changed', enrollment_id: 1, course_id: 'web-hacking-essentials', state: 'paid' },
		{ type: 'webhook.test' },
	].map((event): [string, JsonObject] => ['webhooks.event', { event_id: 'a', owner_id: 1, at: 2, event }]),
	['webhooks.event', { event_id: 'a', owner_id: null, at: 2, event: { type: 'ad.sold', ad_id: 1 } }],
	['webhooks.deliver', { delivery_id: 1, attempts: 0 }],
	['webhooks.deliver-again', { delivery_id: 1, attempts: 1 }],
	['webhooks.mail', { account_id: 1, kind: 'created', market: false }],
	['webhooks.mail', { account_id: 1, kind: 'paused', market: false }],
	['webhooks.mail', { account_id: 1, kind: 'changed', market: false }],
	['webhooks.mail', { account_id: 1, kind: 'switched-off', market: true }],
];

const definitions = [
	accounts,
	dataProtection,
	enrollments,
	media,
	moderation,
	notifications,
	operations,
	verification,
	webhooks,
]
	.flatMap((module) => Object.values<unknown>(module))
	.filter((value): value is JobDefinition<JsonObject> => typeof value === 'object' && value !== null);

test.each(queued)('%s still parses %j', (name, payload) => {
	const definition = definitions.find((one) => one.name === name);
	expect(definition?.schema.parse(payload)).toEqual(payload);
});

test('every job has a payload here', () => {
	const names = new Set(queued.map(([name]) => name));
	const missing = definitions.map(({ name }) => name).filter((name) => !names.has(name));
	expect(missing, 'Add their payloads to `queued` in this file').toEqual([]);
});
