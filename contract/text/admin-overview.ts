// What the overview of the administration says.
export const jobRetried = 'The job is tried again';
export const failedJobs = 'Failed jobs';
export const retryJob = (name: string) => `Try ${name} again`;
export const lastDays = (days: number) => `The last ${days} days`;
export const market = 'The market';
export const server = 'The server';
export const confirmedAddresses = 'Addresses confirmed';
export const suspended = 'Suspended';
export const beingDeleted = 'Being deleted';
export const adsShown = 'Ads on show';
export const adsSoldAndHidden = 'Ads sold, hidden';
export const postsShown = 'Posts on show';
export const postsByKind = 'Tweets, talks, pictures';
export const uploadsByKind = 'Uploaded pictures, videos';
export const uploadedBytes = 'Uploaded in all';
export const runningSince = 'Running since';
export const errors = 'Errors since then';
export const jobsWaitingAndRunning = 'Jobs waiting, running';
export const jobsFailed = 'Jobs failed';
export const videosProcessing = 'Videos being prepared';
export const videosFailed = 'Videos that failed';
export const memory = 'Memory';
export const eventLoopLag = 'Event loop late by';
export const freeDisk = 'Free on the disk';
export const freeOf = (free: string, all: string) => `${free} of ${all}`;
export const unknown = 'Unknown';
export const noticePublished = 'Every page shows it';
export const noticeEnded = 'The notice is gone from every page';
export const notice = 'Notice to everybody';
export const endNotice = 'End it now';
export const noNotice = 'None at the moment. It stands at the top of every page.';
export const noticeText = 'Text';
export const noticePath = 'Leads to';
export const noticePathHint = 'A path of this site';
export const replaceNotice = 'Show this instead';
export const publishNotice = 'Show it on every page';
export const sampleContent = 'Sample content';
export const sampleContentFailed = 'The sample content could not be counted';
export const noSampleContent = 'There is none.';
export const removeSampleContent = 'Remove the sample content';
export const removeSampleQuestion = 'Remove all sample content?';
export const removeSample = 'Remove it';
export const pages = 'Pages';
export const vitalsHint = "Web vitals as visitors' own browsers measure them: what three of four visits stay within.";
export const pagesFailed = 'The pages could not be loaded';
export const noPages = 'Nobody has opened a page yet.';
export const pagesOpened = (days: number) => `Pages opened, ${days} days`;
export const vitalsByPage = 'Web vitals by page';
export const vitalsCaption = 'Web vitals by page, the most opened first';
export const page = 'Page';
export const opened = 'Opened';
export const jobTries = (tries: number) => `${tries === 1 ? 'One try' : `${tries} tries`}, the last <time/>`;
/** What each chart counts. */
export const charts = { accounts: 'New accounts', ads: 'New ads', posts: 'New posts', uploads: 'Uploads' };
export const chart = (name: keyof typeof charts, days: number) => `${charts[name]}, ${days} days`;
export const adsAndVideos = (ads: number, videos: number) =>
	`${ads.toLocaleString('en')} (${videos.toLocaleString('en')} videos in all)`;
export const milliseconds = (time: number) => `${time} ms`;
export const megabytes = (size: string) => `${size} MB`;
export const gigabytes = (size: string) => `${size} GB`;
export const leadsTo = (path: string) => `Leads to ${path}.`;
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
const several = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
export const sampleCounts = (accounts: number, ads: number, posts: number) =>
	`${several(accounts, 'account')}, ${several(ads, 'ad')} and ${several(posts, 'post')}`;
export const sampleRemoved = (counts: string) => `Removed ${counts}`;
export const sampleHint = (counts: string) =>
	`The market came with ${counts}. When your own sellers are here, remove them all at once.`;
export const removeSampleConsequence = (counts: string) =>
	`${counts} go for good, with every picture, video, comment and like of theirs.`;
/** What each web vital measures. */
export const vitals = {
	LCP: 'Largest picture or text is there',
	INP: 'Answer to a tap',
	CLS: 'How much the page moves by itself',
	FCP: 'First words are there',
	TTFB: 'First byte is there',
};
export const ratings = { good: 'good', 'needs work': 'needs work', poor: 'poor' };
