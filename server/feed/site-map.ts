import type { FastifyInstance } from 'fastify';
import { courses } from '../../contract/course-catalogue.ts';
import { adPath, coursePath, postPath, profilePath } from '../../contract/page-paths.ts';
import * as feedApiText from '../../contract/text/feed-api.ts';
import { type Accounts, visibilityTag } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Database } from '../platform/database/index.ts';
import { type AnswerCache, prepare, sendPrepared } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Posts } from '../posts/index.ts';

export interface SiteMapParts {
	db: Database;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	cache: AnswerCache;
	/** The address people use. */
	publicUrl: () => string;
}

interface Place {
	path: string;
	/** Milliseconds; null where nobody noted it. */
	changedAt: number | null;
}

/** Ids that one map covers, and so the most addresses on it: each is one walk along the ids. */
const idsOnMap = 5000;
/** How long a map is kept, milliseconds. */
const life = 600_000;
/** What comes new need not be known sooner; what is taken off show stands on no map any more. */
const tags = [visibilityTag];

/** Serves what search engines read: an index of maps, the maps, and what not to look at. */
export function serveSiteMap(app: FastifyInstance, { db, accounts, ads, posts, cache, publicUrl }: SiteMapParts): void {
	/** What stands there whoever comes and goes; nobody noted when it changed. */
	const fixed = ['/learning', ...courses.map(({ id }) => coursePath(id))];

	const maps: Record<
		string,
		{ next(from: number): Promise<number | null>; places(first: number, last: number): Promise<Place[]> }
	> = {
		ads: {
			next: (from) => ads.nextShown(db, from),
			places: async (first, last) =>
				(await ads.shownBetween(db, first, last)).map((ad) => ({ path: adPath(ad), changedAt: ad.updated_at })),
		},
		posts: {
			next: (from) => posts.nextShown(db, from),
			places: async (first, last) =>
				(await posts.shownBetween(db, first, last)).map((post) => ({
					path: postPath(post),
					changedAt: post.edited_at ?? post.created_at,
				})),
		},
		people: {
			next: (from) => accounts.nextVisibleId(db, from),
			places: async (first, last) =>
				(await accounts.listVisibleUserNames(db, first, last)).map((name) => ({
					path: profilePath(name),
					changedAt: null,
				})),
		},
		learning: {
			next: async (from) => (from <= fixed.length ? from : null),
			places: async () => fixed.map((path) => ({ path, changedAt: null })),
		},
	};

	const address = (path: string) => escapeXml(new URL(path, publicUrl()).href);

	function answer(key: string, make: () => Promise<string>, type = 'application/xml') {
		return cache.answer(`site map ${key} ${publicUrl()}`, life, async () =>
			prepare({
				bytes: Buffer.from(await make()),
				headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=600' },
				tags,
			}),
		);
	}

	async function indexOfMaps(): Promise<string> {
		const lines = [
			'<?xml version="1.0" encoding="UTF-8"?>',
			'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
		];
		for (const [kind, { next }] of Object.entries(maps)) {
			let id = await next(1);
			while (id !== null) {
				const page = Math.ceil(id / idsOnMap);
				lines.push(`<sitemap><loc>${address(`/sitemap/${kind}-${page}.xml`)}</loc></sitemap>`);
				id = await next(page * idsOnMap + 1);
			}
		}
		return [...lines, '</sitemapindex>', ''].join('\n');
	}

	async function mapOf(places: readonly Place[]): Promise<string> {
		const lines = places.map(({ path, changedAt }) => {
			const changed = changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`;
			return `<url><loc>${address(path)}</loc>${changed}</url>`;
		});
		const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
		return [head, ...lines, '</urlset>', ''].join('\n');
	}

	const options = { config: { policy: 'anyone', rateLimit: {} }, schema: { hide: true } } as const;

	app.get('/sitemap.xml', options, async (request, reply) =>
		sendPrepared(await answer('index', indexOfMaps), request, reply),
	);

	app.get<{ Params: { file: string } }>('/sitemap/:file', options, async (request, reply) => {
		const [, kind = '', digits] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(request.params.file) ?? [];
		const map = Object.hasOwn(maps, kind) ? maps[kind] : undefined;
		const last = Number(digits) * idsOnMap;
		const first = last - idsOnMap + 1;
		// What a stranger can write in countless ways is not kept. A map without an address would not be a valid one.
		const shown = map ? await map.next(first) : null;
		if (!map || shown === null || shown > last) throw new Refusal('not_found', feedApiText.siteMapUnknown);
		const made = await answer(`${kind} ${digits}`, async () => mapOf(await map.places(first, last)));
		return sendPrepared(made, request, reply);
	});

	app.get('/robots.txt', options, async (request, reply) => {
		const text = [
			'User-agent: *',
			'Disallow: /api/',
			'Disallow: /dashboard',
			'',
			`Sitemap: ${new URL('/sitemap.xml', publicUrl()).href}`,
			'',
		];
		return sendPrepared(await answer('robots', async () => text.join('\n'), 'text/plain'), request, reply);
	});
}

function escapeXml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
