import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { brand } from '../contract/brand.ts';
import { limits } from '../contract/limits.ts';
import { sharedPath } from '../contract/page-paths.ts';
import {
	type Accounts,
	accountData,
	accountRoutes,
	createAccountJobs,
	createAccounts,
	createErasure,
	createExport,
	eraseDueJob,
	leavingRoutes,
	type Pace,
	serveExports,
	serveGoogle,
} from './accounts/index.ts';
import { type Ads, adData, adRoutes, createAds } from './ads/index.ts';
import { type Comments, commentData, commentRoutes, createComments } from './comments/index.ts';
import { type Courses, courseData, courseRoutes, createCourses, serveCertificates } from './courses/index.ts';
import {
	createEnrollmentJobs,
	createEnrollments,
	type Enrollments,
	enrollmentData,
	enrollmentRoutes,
} from './enrollments/index.ts';
import {
	createForYou,
	createSharePictures,
	feedData,
	feedRoutes,
	type SharePictures,
	serveSharePictures,
	serveSiteMap,
} from './feed/index.ts';
import { createFollows, type Follows, followData, followRoutes } from './follows/index.ts';
import { createInsights, type Insights, insightData, insightRoutes } from './insights/index.ts';
import { createLikes, type Likes, likeData, likeRoutes } from './likes/index.ts';
import {
	createAvatars,
	createMedia,
	createMediaJobs,
	createQuota,
	createResumable,
	createSignedAddresses,
	type Media,
	mediaData,
	mediaRoutes,
	originsOf,
	readShown,
	serveMedia,
	serveResumable,
	sweepStaging,
} from './media/index.ts';
import { migrations } from './migrations/index.ts';
import {
	createModeration,
	createModerationJobs,
	decisionData,
	moderationRoutes,
	reportData,
} from './moderation/index.ts';
import {
	createDevices,
	createNotificationJobs,
	createNotifications,
	type Notifications,
	notificationRoutes,
	serveNotificationStream,
	subscribe,
} from './notifications/index.ts';
import { createOperations, operationRoutes } from './operations/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, lockFolder, migrate, openDatabase } from './platform/database/index.ts';
import { createEvents, type Events } from './platform/events.ts';
import { createDiskFiles, createS3Files, type Files, openReservedList } from './platform/files/index.ts';
import {
	createAnswerCache,
	createBudgets,
	createHttpServer,
	createRepeats,
	defaultPressureLimits,
	defaultRates,
	type PressureLimits,
	type Rates,
	type RenderPage,
	type Route,
	type SearchParamsOf,
	servePages,
	serveSecurityText,
} from './platform/http/index.ts';
import { createLocalJobs, createPostgresJobs, handleJob, type Jobs } from './platform/jobs/index.ts';
import { createLocks } from './platform/locks.ts';
import { createLog } from './platform/log.ts';
import { createMail } from './platform/mail/index.ts';
import { createMetrics } from './platform/metrics.ts';
import { createPaystack } from './platform/payments/index.ts';
import { createFirebasePush, createWebPush, type PushServices, publicPushServices } from './platform/push/index.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createReadiness } from './platform/readiness.ts';
import { secretNamed } from './platform/secrets.ts';
import { describeConfinement, findTools } from './platform/transcoding/index.ts';
import { createPosts, type Posts, postData, postRoutes } from './posts/index.ts';
import { createSavedItems, type SavedItems, savedItemData, savedItemRoutes } from './saved-items/index.ts';

export interface ServerParts {
	clock?: Clock;
	rates?: Rates;
	/** How much an account may post a day. */
	pace?: Pace;
	/** Renders a page's HTML; without it only the API answers. */
	render?: RenderPage;
	/** Which query parameters a page reads; without it none. */
	searchParamsOf?: SearchParamsOf;
	/** Serves what the build made for browsers. */
	addAssets?: (app: FastifyInstance) => Promise<void>;
	/** Where push messages may be sent; to the services of browsers unless told. */
	pushServices?: PushServices;
	/** Milliseconds between two looks whether the sessions of open tabs are still there. */
	streamEvery?: number;
	/** When requests are refused because the process falls behind; null for never. */
	underPressure?: PressureLimits | null;
	/** False in a process that only answers requests, beside workers. */
	work?: boolean;
	/** Takes the log instead of standard output. */
	logTo?: DestinationStream;
}

/** A running server: everything it is made of, and how to end it. */
export interface Server {
	config: Config;
	app: FastifyInstance;
	db: Database;
	jobs: Jobs;
	events: Events;
	files: Files;
	accounts: Accounts;
	media: Media;
	ads: Ads;
	likes: Likes;
	comments: Comments;
	notifications: Notifications;
	savedItems: SavedItems;
	insights: Insights;
	sharePictures: SharePictures;
	posts: Posts;
	courses: Courses;
	enrollments: Enrollments;
	follows: Follows;
	/** Erases accounts whose days of grace are over. */
	eraseDue: (signal?: AbortSignal) => Promise<void>;
	routes: readonly Route[];
	logger: Logger;
	/** Begins to listen; answers the address. */
	listen(): Promise<string>;
	/** Stops accepting, finishes what is in flight, gives jobs back, closes. */
	close(): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;
/** Sessions that can end on a full disk before there is room again: 32 KiB are reserved for them. */
const mostRevoked = 4096;

/** Builds the whole from its configuration: the one place where parts meet. Throws one clear sentence where something is missing. */
export async function createServer(config: Config, parts: ServerParts = {}): Promise<Server> {
	const { clock = systemClock, rates = defaultRates, pace = limits.postsADay, work = true } = parts;
	const {
		render,
		searchParamsOf = () => [],
		addAssets,
		logTo,
		pushServices = publicPushServices(),
		streamEvery = 25_000,
		underPressure = defaultPressureLimits,
	} = parts;
	const logger = createLog({ level: config.logLevel, to: logTo });
	await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
	const unlock = config.databaseUrl === null ? lockFolder(join(config.dataDir, 'server.lock')) : () => {};
	const staging = join(config.dataDir, 'staging');
	await mkdir(staging, { recursive: true });

	const found = await findTools({ workFolder: staging });
	if (!found.found) throw new Error(found.sentence);
	logger.info(describeConfinement(found.tools.confinement));

	const db = openDatabase({
		postgresUrl: config.databaseUrl,
		file: join(config.dataDir, 'kasuwa.sqlite'),
		onError: (error) => logger.warn({ err: error }, 'database connection'),
	});
	await migrate(db, migrations);
	const files = config.s3 ? createS3Files(config.s3) : createDiskFiles(join(config.dataDir, 'files'));
	const jobs = db.engine === 'postgres' ? createPostgresJobs({ db, logger }) : createLocalJobs({ db, logger, clock });
	const events = createEvents();
	const metrics = createMetrics({ db, jobs, clock });
	const rateLimits = createRateLimits({ db, clock });
	const repeats = createRepeats({ db, clock });
	const cache = createAnswerCache({ db, clock });
	let listening = `http://localhost:${config.port}`;
	const publicUrl = () => config.publicUrl ?? listening;
	const mail = createMail({
		smtpUrl: config.smtpUrl ?? undefined,
		outboxFolder: join(config.dataDir, 'outbox'),
		from: config.mailFrom ?? `${brand.name} <no-reply@${new URL(publicUrl()).hostname}>`,
		clock,
	});
	logger.info(mail.describe());
	if (config.whatsapp === null) {
		logger.info("No WHATSAPP_NUMBER is set: 'Chat on WhatsApp' on the course pages lets the visitor choose a contact");
	}

	const accounts = createAccounts({
		db,
		clock,
		jobs,
		rateLimits,
		events,
		pace,
		sealingKey: await secretNamed(db, 'second-factors'),
		revokedSessions:
			db.engine === 'sqlite' ? await openReservedList(join(config.dataDir, 'revoked-sessions'), mostRevoked) : null,
		signUps: rates.signUp,
		callerSecret: await secretNamed(db, 'known callers'),
		google: config.google,
		publicUrl,
		logger,
	});
	const signedAddresses = createSignedAddresses({ secret: await secretNamed(db, 'private files'), clock });
	const unfinished = join(config.dataDir, 'unfinished-uploads');
	const quota = createQuota({ clock, jobs, accounts, unfinished });
	const media = createMedia({
		db,
		clock,
		jobs,
		files,
		accounts,
		events,
		quota,
		config,
		secret: await secretNamed(db, 'uploads'),
		signedAddresses,
		tools: found.tools,
		staging,
	});
	const locks = createLocks(config.databaseUrl, (error) => logger.warn({ err: error }, 'locks'));
	const resumable = createResumable({ db, clock, media, quota, locks, folder: unfinished, staging });
	const ads = createAds({ db, clock, accounts, media, events });
	const posts = createPosts({ db, clock, accounts, media, events });
	const courses = createCourses({ db, clock, accounts, media });
	const enrollments = createEnrollments({
		events,
		db,
		clock,
		jobs,
		accounts,
		courses,
		media,
		payments: config.paystack && createPaystack(config.paystack),
		bankDetails: config.bankDetails,
		secret: await secretNamed(db, 'enrollments'),
		publicUrl,
		logger,
	});
	const follows = createFollows({ db, clock, accounts, events });
	const likes = createLikes({ db, clock, ads, posts, events });
	const comments = createComments({ db, clock, accounts, ads, posts, events });
	const savedItems = createSavedItems({ db, clock, ads, posts });
	const forYou = createForYou({
		db,
		clock,
		events,
		accounts,
		ads,
		posts,
		follows,
		likes,
		comments,
		savedItems,
	});
	const pictureAt = (address: string) => readShown({ db, files }, address);
	const moderation = createModeration({
		db,
		clock,
		jobs,
		accounts,
		ads,
		posts,
		comments,
		events,
		pictureAt,
		secret: await secretNamed(db, 'decisions'),
		publicUrl,
	});
	const operations = createOperations({
		db,
		clock,
		jobs,
		metrics,
		accounts,
		media,
		ads,
		posts,
		moderation,
		dataDir: config.dataDir,
	});
	const insights = createInsights({
		db,
		clock,
		ads,
		posts,
		counted: { likes: likes.countByDay, saves: savedItems.countByDay, comments: comments.countByDay },
		logger,
	});

	const devices = createDevices({
		db,
		clock,
		webPush: createWebPush({
			secret: await secretNamed(db, 'web push'),
			contact: () => `mailto:no-reply@${new URL(publicUrl()).hostname}`,
			services: pushServices,
		}),
		firebase: config.firebase && {
			push: createFirebasePush({ ...config.firebase, clock }),
			app: firebaseApp(config.firebase),
		},
		logger,
	});

	const notifications = createNotifications({ db, clock, jobs, accounts, ads, posts, comments, devices });
	subscribe({
		clock,
		jobs,
		events,
	});

	const sharePictures = createSharePictures({
		db,
		files,
		accounts,
		ads,
		posts,
		pictureAt,
	});

	// In this order they forget: what stands on counts of others first, the files last.
	const personalData = [
		accountData(clock),
		likeData({ ads, posts }),
		commentData(comments),
		followData(accounts),
		savedItemData,
		reportData,
		decisionData,
		feedData,
		insightData,
		courseData,
		enrollmentData(media),
		postData(posts),
		adData(ads),
		mediaData({ media, files }),
	];
	const exports = createExport({
		db,
		clock,
		rateLimits,
		secret: await secretNamed(db, 'exports'),
		holders: personalData,
	});
	// What was answered holds what was said; nobody asks for it but the browser that said it.
	const answered = { noun: 'answers', export: async () => [], erase: repeats.forget };
	const eraseDue = createErasure({ db, clock, holders: [answered, ...personalData] });

	const mediaWork = createMediaJobs({ db, clock, jobs, files, events, tools: found.tools, staging });
	const handlers = [
		...createAccountJobs({ db, clock, mail, publicUrl, logger }),
		handleJob(eraseDueJob, (_, { signal }) => eraseDue(signal)),
		...createEnrollmentJobs({ mail, rateLimits, enrollments, logger }),
		...createModerationJobs({ mail, moderation, logger }),
		...mediaWork.jobs,
		...createNotificationJobs({ db, jobs, accounts, ads, posts, follows, savedItems, notifications }),
	];
	for (const handler of handlers) jobs.work(handler);
	for (const schedule of mediaWork.schedules) jobs.schedule(schedule);
	const every = (name: string, every: number, run: (signal: AbortSignal) => Promise<void>) =>
		jobs.schedule({ name, every, run });
	every('enrollments.unheard-payments', 10 * minute, enrollments.paying.askForUnheard);
	every('platform.sweep', hour, async () => {
		await rateLimits.sweep();
		await repeats.sweep();
		await accounts.sweep();
		await devices.sweep();
		await notifications.sweep();
	});
	every('accounts.end-suspensions', minute, accounts.endSuspensions);
	every('accounts.erase', hour, eraseDue);
	every('insights.sweep', hour, insights.sweep);
	every('feed.sweep', hour, forYou.sweep);
	every('share-pictures.sweep', hour, sharePictures.sweep);
	every('posts.sweep', limits.undoLife, posts.sweep);

	// With SQLite this process is alone on its folder, and whatever lies there was left behind.
	await sweepStaging(staging, clock, db.engine === 'sqlite' ? 0 : undefined);
	await resumable.sweep();
	// Of this machine's own folders, so in every process and not as a job.
	const sweeping = setInterval(() => {
		void sweepStaging(staging, clock);
		resumable.sweep().catch((error: unknown) => logger.warn({ err: error }, 'sweeping uploads'));
	}, hour).unref();

	const routes = [
		...accountRoutes(accounts),
		...leavingRoutes(accounts.leaving, exports),
		...mediaRoutes(media, createAvatars({ db, events, accounts, media }), staging),
		...adRoutes(ads),
		...postRoutes(posts),
		...courseRoutes({ courses, cache, whatsapp: config.whatsapp }),
		...enrollmentRoutes(enrollments),
		...followRoutes(follows),
		...likeRoutes(likes),
		...commentRoutes(comments),
		...savedItemRoutes(savedItems),
		...moderationRoutes(moderation),
		...operationRoutes(operations),
		...insightRoutes(insights),
		...notificationRoutes({ devices, notifications }),
		...feedRoutes({ db, accounts, ads, posts, forYou, cache }),
	];
	const app = await createHttpServer({
		routes,
		authenticate: accounts.authenticate,
		rateLimits,
		budgets: createBudgets({ clock }),
		rates,
		repeats,
		logger,
		trustProxy: config.trustProxy,
		metrics,
		metricsToken: config.metricsToken,
		secure: config.publicUrl?.startsWith('https:') ?? false,
		underPressure,
		ready: createReadiness({ clock, db, files }),
	});
	serveGoogle(app, accounts.google);
	serveResumable(app, { resumable, accounts, folder: unfinished });
	serveNotificationStream(app, { db, accounts, notifications, every: streamEvery });
	serveExports(app, exports);
	serveMedia(app, { db, files, signedAddresses });
	serveSharePictures(app, sharePictures);
	serveCertificates(app, { courses, cache, publicUrl });
	serveSiteMap(app, { db, accounts, ads, posts, cache, publicUrl });
	serveSecurityText(app, { clock, contact: config.securityContact, publicUrl });
	await addAssets?.(app);
	if (render) {
		const mediaOrigins = config.mediaHost ? originsOf(config.mediaHost) : [];
		servePages(app, {
			render,
			searchParamsOf,
			cache,
			metrics,
			publicUrl,
			mediaOrigins,
			calledOrigins: config.firebase ? firebaseOrigins : [],
			forms: { [sharedPath]: '/dashboard/market' },
		});
	}
	await app.ready();
	await (work ? jobs.start() : jobs.open());

	return {
		config,
		app,
		db,
		jobs,
		events,
		files,
		accounts,
		media,
		ads,
		likes,
		comments,
		notifications,
		savedItems,
		insights,
		sharePictures,
		posts,
		courses,
		enrollments,
		follows,
		eraseDue,
		routes,
		logger,
		async listen() {
			const { host, inheritedSocket: fd } = config;
			await app.listen(fd === null ? { port: config.port, host } : ({ fd, host } as FastifyListenOptions));
			const address = app.server.address();
			const port = typeof address === 'object' && address ? address.port : config.port;
			listening = `http://localhost:${port}`;
			return publicUrl();
		},
		async close() {
			clearInterval(sweeping);
			await app.drain();
			await app.close();
			await insights.close();
			await jobs.stop();
			cache.close();
			metrics.close();
			mail.close();
			files.close();
			await locks.close();
			await db.close();
			unlock();
		},
	};
}

/** Where a browser registers with Firebase. */
const firebaseOrigins = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];

/** What browsers need of Firebase's configuration. */
function firebaseApp({ projectId, apiKey, appId, messagingSenderId, vapidKey }: NonNullable<Config['firebase']>) {
	return { projectId, apiKey, appId, messagingSenderId, vapidKey };
}
