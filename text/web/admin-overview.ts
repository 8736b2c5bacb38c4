// What the overview of the administration says.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';
import type { AdminTaskKind } from '../../contract/operations/operations.ts';

export const jobRetried = "We're running the job again";
export const failedJobs = 'Failed jobs';
export const retryJob = (name: string) => `Try ${name} again`;
export const jobDeleted = 'Job deleted';
export const deleteJob = 'Delete';
export const deleteJobOf = (name: string) => `Delete ${name}`;
export const deleteJobQuestion = 'Delete this failed job?';
export const deleteJobConsequence = (name: string) => `The work of ${name} stays undone. You can't undo this.`;
export const waitingTitle = 'Waiting for you';
export const loadingWaiting = 'Checking what is waiting';
export const waitingFailed = "We couldn't check what is waiting";
export const nothingWaiting = 'Nothing is waiting';
export const nothingWaitingHint = 'New proofs, reports and verifications appear here.';
export const waitingSince = 'Oldest: <time/>';
export const noBackupSince = 'No backup since <time/>';
/** What waits for administrators. */
export const adminTaskKinds: Record<AdminTaskKind, string> = {
	proofs: 'Payment proofs to check',
	requests: 'Course requests to answer',
	payments: 'Enrollments that need attention',
	reports: 'Open reports and appeals',
	verifications: 'Businesses to verify',
	legal_requests: 'Legal requests to answer',
	breaches: 'Breaches to tell the Commission',
	failed_jobs: 'Failed jobs',
	backups: 'Backups that need attention',
};
export const revealsTitle = 'Who opened the most numbers';
export const revealsHint = 'Accounts and networks by the number of sellers they contacted in the last 24 hours.';
export const sellersRevealed = (sellers: number) => plural(sellers, { one: '# seller', other: '# sellers' });
export const lastRevealed = 'Last: <time/>';
export const newDevices = 'new devices';
export const lastDays = (days: number) => `Last ${days} days`;
export const market = 'The market';
export const server = 'The server';
export const confirmedAddresses = 'Confirmed emails';
export const suspended = 'Suspended';
export const beingDeleted = 'Pending deletion';
export const liveAds = 'Live ads';
export const adsSoldAndHidden = 'Sold ads, hidden ads';
export const livePosts = 'Live posts';
export const postsByKind = 'Tweets, talks, pictures';
export const uploadsByKind = 'Uploaded photos, videos';
export const uploadedBytes = 'Total upload size';
export const runningSince = 'Running since';
export const errors = 'Errors since start';
export const jobsWaitingAndRunning = 'Jobs waiting, running';
export const jobsFailed = 'Failed jobs';
export const videosProcessing = 'Videos processing';
export const videosFailed = 'Failed videos';
export const memory = 'Memory';
export const eventLoopLag = 'Event loop lag';
export const freeDisk = 'Free disk space';
export const freeOf = (free: string, all: string) => `${free} of ${all}`;
export const unknown = 'Unknown';
export const lastBackup = 'Last backup';
export const filesRead = 'Files read in it';
export const readShare = (read: number, all: number) =>
	`${formatInteger(read)} of ${plural(all, { one: '# file', other: '# files' })} (${all === 0 ? 100 : Math.floor((100 * read) / all)} %)`;
export const allFilesRead = 'All files last read';
export const never = 'Never';
export const damagedFiles = 'Damaged files found';
export const damagedCount = (damaged: number, lost: number) =>
	lost === 0
		? `${formatInteger(damaged)}, all copied again`
		: `${formatInteger(damaged)}, of which ${formatInteger(lost)} could not be copied again`;
export const backupMade = (size: string) => `<time/>, ${size}`;
export const noBackupYet = 'None yet';
export const backupsNotSetUp = 'Not set up';
export const backupProblem = 'Backup problem';
export const noticePublished = 'Notice published';
export const noticeEnded = 'Notice removed';
export const notice = 'Site notice';
export const endNotice = 'End now';
export const noNotice = 'No notice right now. A notice appears at the top of every page.';
export const noticeText = 'Text';
export const noticePath = 'Link';
export const noticePathHint = 'A page on this site, e.g. /learning';
export const replaceNotice = 'Replace notice';
export const publishNotice = 'Publish notice';
export const sampleContent = 'Sample content';
export const sampleContentFailed = "We couldn't count the sample content";
export const noSampleContent = 'No sample content.';
export const removeSampleContent = 'Remove sample content';
export const removeSampleQuestion = 'Remove all sample content?';
export const removeSample = 'Remove';
export const pages = 'Pages';
export const vitalsHint = "Web vitals measured in visitors' browsers. Three of four visits stay within these values.";
export const pagesFailed = "We couldn't load the pages";
export const noPages = 'No page views yet.';
export const pagesOpened = (days: number) => `Page views, ${days} days`;
export const vitalsByPage = 'Web vitals by page';
export const vitalsCaption = 'Web vitals by page, most viewed first';
export const page = 'Page';
export const opened = 'Views';
export const jobTries = (tries: number) =>
	plural(tries, { one: '# try, last <time/>', other: '# tries, last <time/>' });
/** What each chart counts. */
export const charts = { accounts: 'New accounts', ads: 'New ads', posts: 'New posts', uploads: 'Uploads' };
export const chart = (name: keyof typeof charts, days: number) => `${charts[name]}, ${days} days`;
export const adsAndVideos = (ads: number, videos: number) =>
	`${formatInteger(ads)} (${formatInteger(videos)} videos in total)`;
export const milliseconds = (time: number) => `${time} ms`;
export const megabytes = (size: string) => `${size} MB`;
export const gigabytes = (size: string) => `${size} GB`;
export const leadsTo = (path: string) => `Link to ${path}.`;
export const until = (moment: string) => `Until ${moment}`;
/** For how long a notice is shown. */
export const noticeDurations = {
	hour: '1 hour',
	sixHours: '6 hours',
	day: '1 day',
	threeDays: '3 days',
	week: '1 week',
	month: '30 days',
};
export const sampleCounts = (accounts: number, ads: number, posts: number) =>
	[
		plural(accounts, { one: '# account', other: '# accounts' }),
		plural(ads, { one: '# ad', other: '# ads' }),
		plural(posts, { one: '# post', other: '# posts' }),
	].join(', ');
export const sampleRemoved = (counts: string) => `Removed ${counts}`;
export const sampleHint = (counts: string) =>
	`Your market started with ${counts}. Remove them all when your own sellers are here.`;
export const removeSampleConsequence = (counts: string) =>
	`This deletes ${counts}, with their photos, videos, comments and likes. You can't undo this.`;
/** What each web vital measures. */
export const vitals = {
	LCP: 'Largest picture or text loaded',
	INP: 'Response to a tap',
	CLS: 'Unexpected layout movement',
	FCP: 'First text shown',
	TTFB: 'First byte received',
};
export const ratings = { good: 'good', 'needs work': 'needs work', poor: 'poor' };
