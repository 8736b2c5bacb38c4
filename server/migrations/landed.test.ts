import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

/**
 * Names of all released migrations in order. Databases store these names, so a server does not start if a name is changed, moved or
 * removed. The commit that adds a migration appends its name here.
 */
const landed = [
	'0001-platform',
	'0002-accounts',
	'0003-media',
	'0004-ads',
	'0005-posts',
	'0006-likes',
	'0007-comments',
	'0008-follows',
	'0009-saved-items',
	'0010-reports',
	'0011-insights',
	'0012-profile',
	'0013-search',
	'0014-for-you',
	'0015-courses',
	'0016-enrollments',
	'0017-sign-in',
	'0018-audit',
	'0019-moderation',
	'0020-recovery',
	'0021-operations',
	'0022-notifications',
	'0023-uploads',
	'0024-counted',
	'0025-repeats',
	'0026-known-callers',
	'0027-video-jobs',
	'0028-visible',
	'0029-contacts',
	'0030-ad-fields',
	'0031-verification',
	'0032-reviews',
	'0033-sales',
	'0034-shop',
	'0035-saved-searches',
	'0036-account-location',
	'0037-waiting',
	'0038-imports',
	'0039-fragmented',
	'0040-correct-fragmented',
	'0041-pinned-products',
	'0042-part-plays',
	'0043-captions',
	'0044-video-edits',
	'0045-api-tokens',
	'0046-chunked-uploads',
	'0047-market-cards',
	'0048-webhooks',
	'0049-backup-attempts',
	'0050-market-settings',
	'0051-unchecked-copies',
	'0052-search-spellings',
	'0053-look-alikes',
	'0054-backup-readings',
	'0055-former-names',
	'0056-names-as-read',
	'0057-paused-webhooks',
	'0058-report-weights',
	'0059-ranked-likes',
	'0060-contact-reveals',
	'0061-pageviews-by-route',
	'0062-enrollment-requesters',
	'0063-passkeys',
	'0065-number-changes',
	'0066-claimed-enrollments',
	'0067-removed-items',
	'0069-data-protection',
	'0070-module-checks',
	'0071-ranked-comments',
	'0072-email-changes',
	'0073-breach-notices',
	'0074-kept-removed-items',
	'0075-former-number-visibility',
	'0076-own-job-queue',
];

test('migrations keep their names and order', () => {
	expect(
		migrations.map(({ name }) => name),
		'Append new migrations to `landed` in this file',
	).toEqual(landed);
});

test('each migration is in a file of its name', async () => {
	const files = (await readdir(import.meta.dirname)).filter(
		(name) => /^\d.*\.ts$/.test(name) && !name.endsWith('.test.ts'),
	);
	expect(files.map((name) => name.replace(/\.ts$/, '')).sort()).toEqual(landed);
});

test('each migration from 0026 on has an upgrade note, the newest first', async () => {
	const changelog = await readFile(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8');
	const noted = [...changelog.matchAll(/^- \*\*(\d{4})\*\*/gm)].map(([, number = '']) => number);
	const needed = landed.map((name) => name.slice(0, 4)).filter((number) => number >= '0026');
	expect(noted.filter((number) => number >= '0026')).toEqual(needed.toReversed());
});
