import type { FastifyInstance } from 'fastify';
import type { Item } from 'feed';
import type { AdCard } from '../../contract/ads/ads.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { adPath, coursePath, profilePath, sellerShopPath, shortAdPath } from '../../contract/core/page-paths.ts';
import { slugify } from '../../contract/core/slug.ts';
import { coursePriceKobo, courses, listCourseCategories } from '../../contract/courses/course-catalogue.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import { type FeedFormat, feedFormats, feedMediaTypes, feedPaths } from '../../contract/syndication/syndication.ts';
import * as feedApiText from '../../text/server/feed-api.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as homeText from '../../text/shared/home.ts';
import * as learningText from '../../text/shared/learning.ts';
import * as shopText from '../../text/shared/shop.ts';
import * as syndicationText from '../../text/shared/syndication.ts';
import { type AccountService, personCacheTag, userNameCacheTag, visibilityCacheTag } from '../accounts/index.ts';
import { type AdService, adListsCacheTag } from '../ads/index.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup, removeForbiddenCharacters } from '../core/escape-markup.ts';
import { buildResponse, callCosts, sendCached } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { removeContacts } from './remove-contacts.ts';

export interface ServeFeedsDeps extends Pick<Platform, 'db' | 'clock' | 'cache' | 'publicUrl' | 'brand'> {
	accounts: AccountService;
	ads: AdService;
}

/** What a feed has in both formats. All texts are plain. Paths belong to this site. */
interface FeedContent {
	title: string;
	description: string;
	/** Path of the feed without its extension, and of the page that it follows. */
	feedPath: string;
	pagePath: string;
	/** Time of the last change if there are no entries, in milliseconds since 1970. */
	emptySince: number;
	entries: readonly Entry[];
	tags: readonly string[];
}

interface Entry {
	title: string;
	/** Path that stays the same when the title changes. */
	idPath: string;
	path: string;
	/** Times in milliseconds since 1970. */
	publishedAt: number;
	updatedAt: number;
	author: { name: string; path: string };
	category: string;
	/** Lines of text, such as the price. */
	lines: readonly string[];
	picture: { url: string; width: number; height: number; bytes: number } | null;
}

/** Number of entries in a feed. */
const maxEntries = 50;
/** Cache lifetime of a feed in milliseconds. A change of what it shows ends it earlier. */
const ttl = 60_000;
/** Width in pixels that a picture has at least, if it has such a size. */
const minPictureWidth = 640;
/** Time at which the texts of the built-in courses were last changed. */
const coursesChangedAt = Date.UTC(2026, 10, 23);

/** Serves the newest ads of the market, of a category and of a seller, and the courses, as Atom and as JSON Feed. */
export function serveFeeds(app: FastifyInstance, deps: ServeFeedsDeps): void {
	const { db, clock, accounts, ads, cache, publicUrl, brand } = deps;

	/** Returns the entries of ads, and the cache tags of what they show of their sellers. */
	async function describeAds(cards: readonly AdCard[]): Promise<Pick<FeedContent, 'entries' | 'tags'>> {
		const updateTimes = await ads.findUpdateTimes(cards.map(({ id }) => id));
		return {
			entries: cards.map((card) => toEntry(card, updateTimes.get(card.id))),
			tags: [...new Set(cards.map(({ seller }) => personCacheTag(seller.id)))],
		};
	}

	async function describeNewest(category?: string) {
		return describeAds(await ads.listNewest(category, maxEntries));
	}

	const loaders = {
		async market() {
			return {
				title: syndicationText.marketFeedTitle(brand.current().name),
				description: homeText.summary(brand.current().tagline),
				feedPath: feedPaths.market,
				pagePath: '/',
				emptySince: 0,
				...(await describeNewest()),
			};
		},
		async categories(name) {
			const category = categories.find((category) => slugify(category) === name);
			if (category === undefined) throw feedNotFound();
			return {
				title: syndicationText.categoryFeedTitle(category, brand.current().name),
				description: homeText.categorySummary(category, brand.current().name),
				feedPath: feedPaths.category(category),
				pagePath: `/?${new URLSearchParams({ category })}`,
				emptySince: 0,
				...(await describeNewest(category)),
			};
		},
		async sellers(name) {
			const seller = await accounts.getVisibleByUserName(db, name);
			const title = removeContacts(seller.display_name || seller.user_name);
			const { items } = await ads.listForSale(
				{ sellerId: seller.id, category: undefined, words: null },
				{ limit: maxEntries, cursor: undefined },
			);
			const { entries, tags } = await describeAds(items);
			return {
				title: syndicationText.sellerFeedTitle(title, brand.current().name),
				description: shopText.pageTitle(title, seller.user_name),
				feedPath: feedPaths.seller(seller.user_name),
				pagePath: sellerShopPath(seller.user_name),
				emptySince: seller.created_at,
				entries,
				tags: [...tags, personCacheTag(seller.id), userNameCacheTag(seller.user_name)],
			};
		},
		async courses() {
			return {
				title: syndicationText.coursesFeedTitle(brand.current().name),
				description: learningText.description(brand.current().name, listCourseCategories().join(', ')),
				feedPath: feedPaths.courses,
				pagePath: '/learning',
				emptySince: coursesChangedAt,
				entries: courses.map((course) => ({
					title: course.title,
					idPath: coursePath(course.id),
					path: coursePath(course.id),
					publishedAt: coursesChangedAt,
					updatedAt: coursesChangedAt,
					author: { name: brand.current().name, path: '/' },
					category: course.category,
					lines: [
						formatNaira(coursePriceKobo(course)),
						feedApiText.courseFacts(course.duration, course.modules.length),
						course.description,
					],
					picture: null,
				})),
				tags: [],
			};
		},
	} satisfies Record<string, (name: string) => Promise<FeedContent>>;

	async function buildFeed(content: FeedContent, format: FeedFormat) {
		// The package and its XML writer are not needed for a start.
		const { Feed } = await import('feed');
		const { title, description, feedPath, pagePath, emptySince, entries } = content;
		const toUrl = (path: string) => new URL(path, publicUrl()).href;
		const feed = new Feed({
			id: toUrl(`${feedPath}.${format}`),
			title: removeForbiddenCharacters(title),
			description: removeForbiddenCharacters(description),
			link: toUrl(pagePath),
			feedLinks: { [format]: toUrl(`${feedPath}.${format}`) },
			author: { name: brand.current().name, link: toUrl('/') },
			updated: new Date(Math.max(...entries.map(({ updatedAt }) => updatedAt), entries.length > 0 ? 0 : emptySince)),
			generator: false,
		});
		for (const entry of entries) feed.addItem(toItem(entry, format, toUrl));
		return buildResponse({
			bytes: Buffer.from(format === 'atom' ? feed.atom1() : feed.json1()),
			headers: {
				'content-type': `${feedMediaTypes[format]}; charset=utf-8`,
				'cache-control': 'no-cache',
				// The time of this build and not of the newest entry, which does not change when an entry is hidden.
				'last-modified': new Date(clock.now()).toUTCString(),
			},
			tags: [visibilityCacheTag, adListsCacheTag, ...content.tags],
		});
	}

	const options = { config: { policy: 'anyone', rateLimit: {}, crossOrigin: true } } as const;

	function addFeeds(url: string, kind: keyof typeof loaders) {
		app.get<{ Params: { file?: string } }>(url, options, async (request, reply) => {
			// In lower case, so that all spellings of a user name share one cached response.
			const file = (request.params.file ?? url).toLowerCase();
			const [, name = '', extension] = /^(.{0,100})\.([a-z]+)$/.exec(file) ?? [];
			const format = feedFormats.find((format) => format === extension);
			if (!format) throw feedNotFound();
			const load: (name: string) => Promise<FeedContent> = loaders[kind];
			const response = await cache.getOrBuild(`feed ${kind} ${name} ${format}`, ttl, async () => {
				app.charge(request, callCosts.search);
				return buildFeed(await load(name), format);
			});
			return sendCached(response, request, reply);
		});
	}
	for (const format of feedFormats) {
		addFeeds(`${feedPaths.market}.${format}`, 'market');
		addFeeds(`${feedPaths.courses}.${format}`, 'courses');
	}
	addFeeds('/feeds/categories/:file', 'categories');
	addFeeds('/feeds/sellers/:file', 'sellers');
}

function toEntry(card: AdCard, updatedAt: number | undefined): Entry {
	const { id, title, category, price, negotiable, location, seller, cover, created_at } = card;
	const publishedAt = Date.parse(created_at);
	const place = location && [location.lga, location.state].filter((part) => part !== null).join(', ');
	const picture = cover?.sizes.find(({ width }) => width >= minPictureWidth) ?? cover?.sizes.at(-1) ?? null;
	return {
		title: removeContacts(title),
		idPath: shortAdPath(id),
		// The path contains the title.
		path: adPath({ ...card, title: removeContacts(title) }),
		publishedAt,
		updatedAt: updatedAt ?? publishedAt,
		author: { name: removeContacts(seller.display_name || seller.user_name), path: profilePath(seller.user_name) },
		category,
		lines: [price ?? adsText.askForPrice, ...(negotiable ? [adOptionsText.negotiable] : []), ...(place ? [place] : [])],
		picture,
	};
}

/** Converts an entry for the package, which expects HTML in Atom but plain text in the titles of JSON Feed. */
function toItem(entry: Entry, format: FeedFormat, toUrl: (path: string) => string): Item {
	const title = removeForbiddenCharacters(entry.title);
	const author = removeForbiddenCharacters(entry.author.name);
	const { picture, category } = entry;
	const image = picture && {
		html: `<p><img src="${escapeMarkup(toUrl(picture.url))}" alt="" width="${picture.width}" height="${picture.height}"></p>`,
		enclosure: { url: toUrl(picture.url), length: picture.bytes },
	};
	return {
		title: format === 'atom' ? escapeMarkup(title) : title,
		id: toUrl(entry.idPath),
		link: toUrl(entry.path),
		date: new Date(entry.updatedAt),
		published: new Date(entry.publishedAt),
		author: [{ name: author, link: toUrl(entry.author.path) }],
		category: [{ name: category, term: category }],
		content: `<p>${entry.lines.map((line) => escapeMarkup(line)).join('<br>')}</p>${image?.html ?? ''}`,
		...(image && { image: image.enclosure }),
	};
}

function feedNotFound(): DomainError {
	return new DomainError('not_found', syndicationText.feedUnknown);
}
