import type { FastifyInstance } from 'fastify';
import { adPath, coursePath, postPath, profilePath } from '../../contract/core/page-paths.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import * as feedApiText from '../../text/server/feed-api.ts';
import { type AccountService, visibilityCacheTag } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { buildResponse, sendCached } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';

export interface SitemapDeps extends Pick<Platform, 'db' | 'cache' | 'publicUrl'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
}

interface SitemapEntry {
	path: string;
	/** Time of the page's last change in milliseconds since 1970; null if unknown. */
	changedAt: number | null;
}

/** Number of ids that a sitemap covers, and so its maximum number of URLs. Each sitemap costs one index scan. */
const idsPerSitemap = 5000;
/** Number of ads on the home page. */
const adsOnHome = 24;
/** Cache lifetime of a sitemap in milliseconds. */
const ttl = 600_000;
/** Cache tags of the sitemaps. A new page may appear late, but a hidden page must disappear at once. */
const tags = [visibilityCacheTag];

/** Serves the sitemap index, the sitemaps and robots.txt. */
export function serveSitemap(app: FastifyInstance, { db, accounts, ads, posts, cache, publicUrl }: SitemapDeps): void {
	const learningPaths = ['/learning', ...courses.map(({ id }) => coursePath(id))];

	/** Returns when the newest of the ads on the home page was posted or renewed. */
	async function getHomeChangedAt(): Promise<number | null> {
		const found = await ads.listCandidates(db, {
			trending: adsOnHome,
			categories: { names: [], each: 0 },
			sellers: { ids: [], each: 0, all: 0 },
		});
		return found.length === 0 ? null : Math.max(...found.map(({ createdAt }) => createdAt));
	}

	const sources: Record<
		string,
		{ next(from: number): Promise<number | null>; listEntries(first: number, last: number): Promise<SitemapEntry[]> }
	> = {
		ads: {
			next: (from) => ads.nextVisibleId(db, from),
			listEntries: async (first, last) =>
				(await ads.listVisibleBetween(db, first, last)).map((ad) => ({ path: adPath(ad), changedAt: ad.updated_at })),
		},
		posts: {
			next: (from) => posts.nextVisibleId(db, from),
			listEntries: async (first, last) =>
				(await posts.listVisibleBetween(db, first, last)).map((post) => ({
					path: postPath(post),
					changedAt: post.edited_at ?? post.created_at,
				})),
		},
		people: {
			next: (from) => accounts.nextVisibleId(db, from),
			listEntries: async (first, last) =>
				(await accounts.listVisibleUserNames(db, first, last)).map((name) => ({
					path: profilePath(name),
					changedAt: null,
				})),
		},
		pages: {
			next: async (from) => (from <= learningPaths.length + 1 ? from : null),
			listEntries: async () => [
				{ path: '/', changedAt: await getHomeChangedAt() },
				...learningPaths.map((path) => ({ path, changedAt: null })),
			],
		},
	};

	const address = (path: string) => escapeMarkup(new URL(path, publicUrl()).href);

	function cached(key: string, make: () => Promise<string>, type = 'application/xml') {
		return cache.getOrBuild(`site map ${key} ${publicUrl()}`, ttl, async () =>
			buildResponse({
				bytes: Buffer.from(await make()),
				headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=600' },
				tags,
			}),
		);
	}

	async function renderIndex(): Promise<string> {
		const lines = [
			'<?xml version="1.0" encoding="UTF-8"?>',
			'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
		];
		for (const [kind, { next }] of Object.entries(sources)) {
			let id = await next(1);
			while (id !== null) {
				const page = Math.ceil(id / idsPerSitemap);
				lines.push(`<sitemap><loc>${address(`/sitemap/${kind}-${page}.xml`)}</loc></sitemap>`);
				id = await next(page * idsPerSitemap + 1);
			}
		}
		return [...lines, '</sitemapindex>', ''].join('\n');
	}

	async function renderSitemap(entries: readonly SitemapEntry[]): Promise<string> {
		const lines = entries.map(({ path, changedAt }) => {
			const changed = changedAt === null ? '' : `<lastmod>${toIsoTime(changedAt)}</lastmod>`;
			return `<url><loc>${address(path)}</loc>${changed}</url>`;
		});
		const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
		return [head, ...lines, '</urlset>', ''].join('\n');
	}

	const options = { config: { policy: 'anyone', rateLimit: {} } } as const;

	app.get('/sitemap.xml', options, async (request, reply) =>
		sendCached(await cached('index', renderIndex), request, reply),
	);

	app.get<{ Params: { file: string } }>('/sitemap/:file', options, async (request, reply) => {
		const [, kind = '', digits] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(request.params.file) ?? [];
		const source = Object.hasOwn(sources, kind) ? sources[kind] : undefined;
		const last = Number(digits) * idsPerSitemap;
		const first = last - idsPerSitemap + 1;
		// The check precedes the cache, so that requests for made-up names do not fill it. A sitemap without URLs would be invalid.
		const firstVisibleId = source ? await source.next(first) : null;
		if (!source || firstVisibleId === null || firstVisibleId > last)
			throw new DomainError('not_found', feedApiText.siteMapUnknown);
		const response = await cached(`${kind} ${digits}`, async () =>
			renderSitemap(await source.listEntries(first, last)),
		);
		return sendCached(response, request, reply);
	});

	app.get('/robots.txt', options, async (request, reply) => {
		const text = [
			'User-agent: *',
			'Disallow: /api/',
			'Disallow: /contact/',
			'Disallow: /dashboard',
			'',
			`Sitemap: ${new URL('/sitemap.xml', publicUrl()).href}`,
			'',
		];
		return sendCached(await cached('robots', async () => text.join('\n'), 'text/plain'), request, reply);
	});
}
