import type { Migration } from '../database/index.ts';
import { platform } from './0001-platform.ts';
import { accounts } from './0002-accounts.ts';
import { media } from './0003-media.ts';
import { ads } from './0004-ads.ts';
import { posts } from './0005-posts.ts';
import { likes } from './0006-likes.ts';
import { comments } from './0007-comments.ts';
import { follows } from './0008-follows.ts';
import { savedItems } from './0009-saved-items.ts';
import { reports } from './0010-reports.ts';
import { insights } from './0011-insights.ts';
import { profile } from './0012-profile.ts';
import { search } from './0013-search.ts';
import { forYou } from './0014-for-you.ts';
import { courses } from './0015-courses.ts';
import { enrollments } from './0016-enrollments.ts';
import { signIn } from './0017-sign-in.ts';
import { audit } from './0018-audit.ts';
import { moderation } from './0019-moderation.ts';
import { recovery } from './0020-recovery.ts';
import { operations } from './0021-operations.ts';
import { notifications } from './0022-notifications.ts';
import { uploads } from './0023-uploads.ts';
import { counted } from './0024-counted.ts';
import { repeats } from './0025-repeats.ts';
import { knownCallers } from './0026-known-callers.ts';
import { videoJobs } from './0027-video-jobs.ts';
import { visible } from './0028-visible.ts';
import { contacts } from './0029-contacts.ts';
import { adFields } from './0030-ad-fields.ts';
import { verification } from './0031-verification.ts';
import { reviews } from './0032-reviews.ts';
import { sales } from './0033-sales.ts';
import { shop } from './0034-shop.ts';
import { savedSearches } from './0035-saved-searches.ts';
import { accountLocation } from './0036-account-location.ts';
import { waiting } from './0037-waiting.ts';
import { imports } from './0038-imports.ts';
import { fragmented } from './0039-fragmented.ts';
import { correctFragmented } from './0040-correct-fragmented.ts';
import { pinnedProducts } from './0041-pinned-products.ts';
import { partPlays } from './0042-part-plays.ts';
import { captions } from './0043-captions.ts';
import { videoEdits } from './0044-video-edits.ts';
import { apiTokens } from './0045-api-tokens.ts';
import { chunkedUploads } from './0046-chunked-uploads.ts';
import { marketCards } from './0047-market-cards.ts';
import { webhooks } from './0048-webhooks.ts';
import { backupAttempts } from './0049-backup-attempts.ts';
import { marketSettings } from './0050-market-settings.ts';
import { uncheckedCopies } from './0051-unchecked-copies.ts';
import { searchSpellings } from './0052-search-spellings.ts';
import { lookAlikes } from './0053-look-alikes.ts';
import { backupReadings } from './0054-backup-readings.ts';
import { formerNames } from './0055-former-names.ts';
import { namesAsRead } from './0056-names-as-read.ts';
import { pausedWebhooks } from './0057-paused-webhooks.ts';
import { reportWeights } from './0058-report-weights.ts';
import { rankedLikes } from './0059-ranked-likes.ts';
import { contactReveals } from './0060-contact-reveals.ts';
import { pageviewsByRoute } from './0061-pageviews-by-route.ts';
import { enrollmentRequesters } from './0062-enrollment-requesters.ts';
import { passkeys } from './0063-passkeys.ts';
import { numberChanges } from './0065-number-changes.ts';
import { claimedEnrollments } from './0066-claimed-enrollments.ts';
import { removedItems } from './0067-removed-items.ts';
import { dataProtection } from './0069-data-protection.ts';
import { moduleChecks } from './0070-module-checks.ts';
import { rankedComments } from './0071-ranked-comments.ts';
import { emailChanges } from './0072-email-changes.ts';
import { breachNotices } from './0073-breach-notices.ts';
import { keptRemovedItems } from './0074-kept-removed-items.ts';
import { formerNumberVisibility } from './0075-former-number-visibility.ts';
import { ownJobQueue } from './0076-own-job-queue.ts';

/** All migrations in the order of execution. A released migration never changes. */
export const migrations: readonly Migration[] = [
	platform,
	accounts,
	media,
	ads,
	posts,
	likes,
	comments,
	follows,
	savedItems,
	reports,
	insights,
	profile,
	search,
	forYou,
	courses,
	enrollments,
	signIn,
	audit,
	moderation,
	recovery,
	operations,
	notifications,
	uploads,
	counted,
	repeats,
	knownCallers,
	videoJobs,
	visible,
	contacts,
	adFields,
	verification,
	reviews,
	sales,
	shop,
	savedSearches,
	accountLocation,
	waiting,
	imports,
	fragmented,
	correctFragmented,
	pinnedProducts,
	partPlays,
	captions,
	videoEdits,
	apiTokens,
	chunkedUploads,
	marketCards,
	webhooks,
	backupAttempts,
	marketSettings,
	uncheckedCopies,
	searchSpellings,
	lookAlikes,
	backupReadings,
	formerNames,
	namesAsRead,
	pausedWebhooks,
	reportWeights,
	rankedLikes,
	contactReveals,
	pageviewsByRoute,
	enrollmentRequesters,
	passkeys,
	numberChanges,
	claimedEnrollments,
	removedItems,
	dataProtection,
	moduleChecks,
	rankedComments,
	emailChanges,
	breachNotices,
	keptRemovedItems,
	formerNumberVisibility,
	ownJobQueue,
];

/** Tables in which migrations insert rows. */
export const seededTables = ['market_settings'];
