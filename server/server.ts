import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import * as limits from '../contract/core/limits.ts';
import { shareTargetPath } from '../contract/core/page-paths.ts';
import {
	createAccountsModule,
	defaultPasswordCost,
	type PasswordCost,
	type PersonalDataHandler,
	type PostingQuotaLimits,
} from './accounts/index.ts';
import { createAdsModule } from './ads/index.ts';
import { createCommentsModule } from './comments/index.ts';
import { createContactsModule } from './contacts/index.ts';
import type { Config } from './core/config.ts';
import { createReplaceable, type Replaceable } from './core/current.ts';
import { createReadinessCheck } from './core/readiness.ts';
import { createCoursesModule } from './courses/index.ts';
import { createDataProtectionModule } from './data-protection/index.ts';
import { createEnrollmentsModule } from './enrollments/index.ts';
import { createFeedModule, findCanonicalPath } from './feed/index.ts';
import { createFollowsModule } from './follows/index.ts';
import {
	createCallBudgets,
	createHttpServer,
	createRecentWriters,
	defaultPressureLimits,
	type GetSearchParamNames,
	type PressureLimits,
	type RenderPage,
	type Route,
	servePages,
	serveSecurityText,
} from './http/index.ts';
import { createImportsModule } from './imports/index.ts';
import { createInsightsModule } from './insights/index.ts';
import { createLikesModule } from './likes/index.ts';
import { buildBrandStyle, createMarketSettingsModule } from './market-settings/index.ts';
import { createMediaModule, getHostOrigins } from './media/index.ts';
import { migrations } from './migrations/index.ts';
import { createModerationModule } from './moderation/index.ts';
import { createModuleList } from './modules.ts';
import { createNotificationsModule } from './notifications/index.ts';
import { createOperationsModule } from './operations/index.ts';
import { createPlatform, type OpenPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { createPostsModule } from './posts/index.ts';
import { createReviewsModule } from './reviews/index.ts';
import { createSavedItemsModule } from './saved-items/index.ts';
import { createSavedSearchesModule } from './saved-searches/index.ts';
import { createSyndicationModule } from './syndication/index.ts';
import { createVerificationModule } from './verification/index.ts';
import { createWebhooksModule } from './webhooks/index.ts';

export interface ServerOptions extends PlatformOptions {
	/** Daily posting limits of an account. */
	postingQuota?: PostingQuotaLimits;
	passwordCost?: PasswordCost;
	/** Renders pages. Without it, the server serves only the API. */
	render?: RenderPage;
	/** Returns the query parameters that a page reads; none by default. */
	getSearchParamNames?: GetSearchParamNames;
	addAssets?: (app: FastifyInstance) => Promise<void>;
	/** Milliseconds between two checks whether the sessions of open notification streams are still valid. */
	sessionCheckInterval?: number;
	/** Load limits beyond which requests get a 503; null disables load shedding. */
	underPressure?: PressureLimits | null;
	/** Whether this process runs jobs. False if it leaves them to workers. */
	runJobs?: boolean;
}

interface ModuleDeps extends OpenPlatform {
	postingQuota: Replaceable<PostingQuotaLimits>;
	passwordCost: PasswordCost;
	sessionCheckInterval: number;
	/** Personal data of all modules in order. The list is complete once the last module is created. */
	personalData: readonly PersonalDataHandler[];
}

/** Creates the modules in dependency order. Each module gets the platform and the services of the modules before it. */
function createModules(deps: ModuleDeps) {
	return createModuleList(deps)
		.add('accounts', createAccountsModule)
		.add('media', createMediaModule)
		.add('marketSettings', createMarketSettingsModule)
		.add('ads', createAdsModule)
		.add('posts', createPostsModule)
		.add('courses', createCoursesModule)
		.add('verification', createVerificationModule)
		.add('follows', createFollowsModule)
		.add('likes', createLikesModule)
		.add('comments', createCommentsModule)
		.add('contacts', createContactsModule)
		.add('reviews', createReviewsModule)
		.add('imports', createImportsModule)
		.add('savedItems', createSavedItemsModule)
		.add('insights', createInsightsModule)
		.add('moderation', createModerationModule)
		.add('enrollments', createEnrollmentsModule)
		.add('dataProtection', createDataProtectionModule)
		.add('operations', createOperationsModule)
		.add('feed', createFeedModule)
		.add('syndication', createSyndicationModule)
		.add('savedSearches', createSavedSearchesModule)
		.add('notifications', createNotificationsModule)
		.add('webhooks', createWebhooksModule).created;
}

type Services = Awaited<ReturnType<typeof createModules>>['services'];

/** Running server: the services of its modules, its platform, and its lifecycle. */
export interface Server
	extends Services,
		Pick<Platform, 'config' | 'logger' | 'db' | 'files' | 'jobs' | 'events' | 'mail' | 'brand'> {
	app: FastifyInstance;
	routes: readonly Route[];
	/** Starts listening. Returns the public URL. */
	listen(): Promise<string>;
	/** Stops accepting connections, finishes open requests, returns running jobs to the queue, and closes the server. */
	close(): Promise<void>;
}

/** Creates the server from its configuration. If something is missing, throws an error with one clear sentence. */
export async function createServer(config: Config, options: ServerOptions = {}): Promise<Server> {
	const {
		postingQuota = limits.postingQuota,
		sessionCheckInterval = 25_000,
		underPressure = defaultPressureLimits,
		runJobs = true,
	} = options;
	const { passwordCost = defaultPasswordCost, render, getSearchParamNames = () => [], addAssets } = options;
	let localUrl = `http://localhost:${config.port}`;
	const publicUrl = () => config.publicUrl ?? localUrl;
	const platform = await createPlatform(config, { migrations, publicUrl }, options);
	const { clock, db, files, jobs, events, mail, logger, metrics, tracer } = platform;
	const { brand, rateLimitConfig, rateLimits, idempotencyStore, cache } = platform;

	const personalData: PersonalDataHandler[] = [];
	const { services, modules } = await createModules({
		...platform,
		postingQuota: createReplaceable(postingQuota),
		passwordCost,
		sessionCheckInterval,
		personalData,
	});
	personalData.push(...modules.flatMap((module) => module.personalData ?? []));
	for (const handler of modules.flatMap((module) => module.jobs ?? [])) jobs.register(handler);
	for (const schedule of modules.flatMap((module) => module.schedules ?? [])) jobs.schedule(schedule);

	const routes = modules.flatMap((module) => module.routes ?? []);
	const app = await createHttpServer({
		routes,
		otherOperations: modules.flatMap((module) => module.otherOperations ?? []),
		publicUrl: config.publicUrl,
		authenticate: services.accounts.authenticate,
		findRecentAccountId: services.accounts.findRecentAccountId,
		cache,
		rateLimits,
		recentWriters: createRecentWriters(db),
		budgets: createCallBudgets({ clock }),
		brand,
		rateLimitConfig,
		idempotencyStore,
		logger,
		trustProxy: config.trustProxy,
		metrics,
		tracer,
		metricsToken: config.metricsToken,
		secure: config.publicUrl?.startsWith('https:') ?? false,
		underPressure,
		checkReadiness: createReadinessCheck({ clock, db, files }),
	});
	for (const module of modules) module.serve?.(app);
	serveSecurityText(app, { clock, contact: config.securityContact, publicUrl });
	await addAssets?.(app);
	if (render) {
		const mediaOrigins = config.mediaHost ? getHostOrigins(config.mediaHost) : [];
		servePages(app, {
			render,
			getSearchParamNames,
			findCanonicalPath,
			cache,
			metrics,
			publicUrl,
			mediaOrigins,
			connectOrigins: config.firebase ? firebaseOrigins : [],
			brand,
			buildHead: buildBrandStyle,
			formRedirects: { [shareTargetPath]: '/dashboard/market' },
		});
	}
	await app.ready();
	await (runJobs ? jobs.start() : jobs.open());

	return {
		...services,
		config,
		logger,
		db,
		files,
		jobs,
		events,
		mail,
		brand,
		app,
		routes,
		async listen() {
			const { host, inheritedSocket: fd } = config;
			await app.listen(fd === null ? { port: config.port, host } : ({ fd, host } as FastifyListenOptions));
			const address = app.server.address();
			const port = typeof address === 'object' && address ? address.port : config.port;
			localUrl = `http://localhost:${port}`;
			return publicUrl();
		},
		async close() {
			await app.drain();
			await app.close();
			for (const module of modules.toReversed()) await module.close?.();
			await platform.close();
		},
	};
}

/** Origins that browsers contact to register with Firebase. */
const firebaseOrigins = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'];
