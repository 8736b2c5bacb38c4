import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Ad } from '../../contract/ads/ads.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { marketPicturePath, shortAdPath } from '../../contract/core/page-paths.ts';
import { coursePriceKobo, courses, findCourse } from '../../contract/courses/course-catalogue.ts';
import type { Category } from '../../contract/market-settings/categories.ts';
import type { Picture } from '../../contract/media/media.ts';
import * as feedApiText from '../../text/server/feed-api.ts';
import * as commonText from '../../text/shared/common.ts';
import * as learningText from '../../text/shared/learning.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { getBrandColours } from '../core/brand-colours.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Database } from '../database/index.ts';
import { callCosts } from '../http/index.ts';
import { flattenLogo, type MarketSettingsService } from '../market-settings/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { drawMarketCard } from './cards/draw-market-card.ts';
import { drawShareCard } from './cards/draw-share-card.ts';
import { drawStatusCard } from './cards/draw-status-card.ts';
import { getMarketCardName, type MarketCardService } from './market-cards.ts';

export interface SharePictureServiceDeps extends Pick<Platform, 'db' | 'files' | 'publicUrl' | 'brand'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	marketCards: MarketCardService;
	marketSettings: Pick<MarketSettingsService, 'readLogo'>;
	/** Reads a picture of this site by its URL. Resolves to null if the picture does not exist. */
	readPicture: (address: string) => Promise<Buffer | null>;
}

interface Appearance {
	name: string;
	colour: string;
	/** Path of the operator's logo, which changes with the picture. */
	logo: string | undefined;
}

interface CardContent {
	/** Storage folder of the preview picture. */
	folder: string;
	lead: string | null;
	headline: string;
	byline: string | null;
	/** URLs of the pictures that the card shows, the best first. */
	pictures: readonly string[];
	/** Link on a card for WhatsApp Status. Other cards have none. */
	link?: string;
	/** Appearance of the market. It is part of the content, so that a change of the settings draws the card again. */
	appearance: Appearance;
	/** Whether the pictures are products of the market, of which the card shows up to six. */
	isMarket?: boolean;
}

/** Version of the design, part of the hash that names a stored preview picture. Increase it when the design changes. */
const designVersion = 2;
/** Number of ads whose pictures a shop's preview shows. */
const shopPictures = 3;
const maxLengths = { headline: 200, byline: 80 };
/** Width of the area for a picture in the preview, in pixels. */
const minPictureWidth = 630;
/** Maximum number of preview pictures that this process draws or queues. */
const maxPending = 30;
/** Seconds that a picture may be cached. A URL with the version of the picture changes with it. */
const maxAges = { plain: 600, versioned: 86_400 };

export type SharePictureService = ReturnType<typeof createSharePictureService>;

/** Draws the preview pictures of links and the cards for WhatsApp Status on the first request. Stores each until its content changes. */
export function createSharePictureService(deps: SharePictureServiceDeps) {
	const { db, files, accounts, ads, posts, marketCards, marketSettings, readPicture, publicUrl, brand } = deps;
	const pending = new Map<string, Promise<Buffer>>();

	const contentLoaders: Record<string, (name: string) => Promise<Omit<CardContent, 'appearance'>>> = {
		async ads(name) {
			const ad = await ads.show(parseId(name), null);
			return { folder: `share/ads/${ad.id}/`, ...describeAd(ad) };
		},
		async status(name) {
			const ad = await ads.show(parseId(name), null);
			if (!ad.cover) throw notFound();
			return { folder: `share/status/${ad.id}/`, ...describeAd(ad), link: publicUrl() + shortAdPath(ad.id) };
		},
		async posts(name) {
			const { id, text, author, images } = await posts.show(parseId(name), null);
			const writer = author.display_name || `@${author.user_name}`;
			return {
				folder: `share/posts/${id}/`,
				lead: null,
				headline: text || writer,
				byline: text ? writer : null,
				pictures: chooseFiles(images.slice(0, 1)),
			};
		},
		async people(name) {
			const person = await accounts.getVisibleByUserName(db, name);
			const covers = (await ads.listBest(person.id, shopPictures)).flatMap(({ cover }) => cover ?? []);
			return {
				folder: `share/people/${person.id}/`,
				lead: null,
				headline: person.display_name || `@${person.user_name}`,
				byline: person.bio || `@${person.user_name}`,
				pictures: covers.length > 0 ? chooseFiles(covers) : [person.user_image].flatMap((url) => url ?? []),
			};
		},
		async market(name) {
			const card = await marketCards.find(name);
			if (!card) throw notFound();
			return {
				folder: `share/market/${name}/`,
				lead: null,
				headline: card.category ?? brand.current().tagline,
				byline: feedApiText.marketHint,
				pictures: chooseFiles(card.ads.map(({ cover }) => cover)),
				isMarket: true,
			};
		},
		async courses(name) {
			if (name === 'all') {
				return {
					folder: 'share/courses/all/',
					lead: feedApiText.priceFrom(formatNaira(Math.min(...courses.map(coursePriceKobo)))),
					headline: learningText.title(brand.current().name),
					byline: learningText.about,
					pictures: [],
				};
			}
			const course = findCourse(name);
			if (!course) throw notFound();
			return {
				folder: `share/courses/${course.id}/`,
				lead: formatNaira(coursePriceKobo(course)),
				headline: course.title,
				byline: feedApiText.courseFacts(course.duration, course.modules.length),
				pictures: [],
			};
		},
	};

	async function draw({ pictures: addresses, link, isMarket, appearance, ...texts }: CardContent): Promise<Buffer> {
		const pictures = (await Promise.all(addresses.map(readPicture))).filter((bytes) => bytes !== null);
		const lead = texts.lead;
		const headline = texts.headline.slice(0, maxLengths.headline).toWellFormed();
		const byline = texts.byline?.slice(0, maxLengths.byline).toWellFormed() ?? null;
		const { name, colour } = appearance;
		if (link === undefined) {
			const logo = await marketSettings.readLogo();
			// The operator's logo may be transparent and dark, so it gets a white ground.
			const mark = appearance.logo === undefined ? logo : await flattenLogo(logo);
			const card = { headline, pictures, mark, name, colour };
			const isCollage = isMarket && pictures.length > 0;
			return isCollage ? drawMarketCard({ ...card, byline: byline ?? '' }) : drawShareCard({ ...card, lead, byline });
		}
		const [picture] = pictures;
		if (!picture) throw notFound();
		return drawStatusCard({ lead, headline, byline: byline ?? '', picture, link, colour });
	}

	async function readOrCompose(content: CardContent, key: string): Promise<Buffer> {
		const { folder } = content;
		const stored = await files.read(key);
		if (stored) return buffer(stored.stream);
		const jpeg = await draw(content);
		try {
			await files.remove(folder);
			await files.write(key, { bytes: jpeg }, 'image/jpeg');
		} catch (error) {
			// On a full disk, the preview picture is sent without being stored.
			if (!(error instanceof DiskFullError)) throw error;
		}
		return jpeg;
	}

	/** Loads what a preview picture shows. Its storage key contains its version, a hash of what it shows. Throws `not_found`. */
	async function describe(kind: string, name: string): Promise<{ content: CardContent; version: string; key: string }> {
		const load = Object.hasOwn(contentLoaders, kind) ? contentLoaders[kind] : undefined;
		if (!load) throw notFound();
		const { name: marketName, logo } = brand.current();
		const appearance = { name: marketName, colour: getBrandColours(brand.current()).light.leaf, logo };
		const content = { ...(await load(name)), appearance };
		const version = createHash('sha256')
			.update(JSON.stringify([designVersion, content]))
			.digest('hex')
			.slice(0, 24);
		return { content, version, key: `${content.folder}${version}.jpg` };
	}

	return {
		/** Finds the preview picture of an ad, a post, a person, a course or the market. Throws `not_found`. */
		async find(kind: string, name: string): Promise<{ version: string; read: () => Promise<Buffer> }> {
			const { content, version, key } = await describe(kind, name);
			return {
				version,
				read() {
					let work = pending.get(key);
					if (!work) {
						if (pending.size >= maxPending) {
							throw new DomainError('unavailable', problemsText.tooBusy, { retryAfter: 5 });
						}
						work = readOrCompose(content, key).finally(() => pending.delete(key));
						pending.set(key, work);
					}
					return work;
				},
			};
		},

		/** Returns the path of the preview picture of a category, or of the whole market, and a text that says what it shows. */
		async describeMarketCard(category: Category | undefined): Promise<{ picture: string; alt: string }> {
			const { name, tagline } = brand.current();
			const card = getMarketCardName(category);
			const { version } = await describe('market', card);
			return {
				picture: marketPicturePath(card, version),
				alt: category ? feedApiText.categoryCard(category, name) : feedApiText.marketCard(name, tagline),
			};
		},

		async sweep(signal: AbortSignal): Promise<void> {
			const findVisible = {
				ads: ads.visibleIds,
				status: ads.visibleIds,
				posts: posts.visibleIds,
				people: async (db: Database, ids: readonly number[]) =>
					new Set((await accounts.findVisiblePeople(db, ids)).keys()),
			};
			for (const kind of ['ads', 'status', 'posts', 'people'] as const) {
				const ids = new Set<number>();
				for await (const { key } of files.list(`share/${kind}/`)) ids.add(Number(key.split('/')[2]));
				const all = [...ids];
				for (let start = 0; start < all.length; start += 500) {
					signal.throwIfAborted();
					const batch = all.slice(start, start + 500);
					const visibleIds = await findVisible[kind](db, batch);
					for (const id of batch) if (!visibleIds.has(id)) await files.remove(`share/${kind}/${id}/`);
				}
			}
			// A card of the market may still be stored with an ad that is hidden by now.
			for await (const { key } of files.list('share/market/')) {
				const current = await describe('market', key.split('/')[2] ?? '');
				if (key !== current.key) await files.remove(key);
			}
		},
	};
}

/** Serves preview pictures to anyone, mainly to the crawlers that make link previews. */
export function serveSharePictures(app: FastifyInstance, pictures: SharePictureService): void {
	app.route<{ Params: { kind: string; file: string }; Querystring: { v?: unknown } }>({
		method: 'GET',
		url: '/share/:kind/:file',
		config: { policy: 'anyone', rateLimit: { cost: callCosts.drawing } },
		async handler(request, reply) {
			const [, name] = /^([\w-]{1,60})\.jpg$/.exec(request.params.file) ?? [];
			if (name === undefined) throw notFound();
			const { version, read } = await pictures.find(request.params.kind, name);
			const etag = `"${version}"`;
			reply.headers({
				'cache-control': `public, max-age=${request.query.v === version ? maxAges.versioned : maxAges.plain}`,
				'content-security-policy': "default-src 'none'; sandbox",
				'cross-origin-resource-policy': 'cross-origin',
				etag,
			});
			if (request.headers['if-none-match'] === etag) return reply.code(304).send();
			return reply.type('image/jpeg').send(await read());
		},
	});
}

function describeAd(ad: Ad): Omit<CardContent, 'folder' | 'appearance'> {
	return {
		lead: ad.state === 'sold' ? commonText.sold : ad.price,
		headline: ad.title,
		byline: ad.seller.display_name || `@${ad.seller.user_name}`,
		pictures: chooseFiles([ad.cover]),
	};
}

function parseId(name: string): number {
	if (!/^[1-9]\d{0,14}$/.test(name)) throw notFound();
	return Number(name);
}

/** Returns the URLs of the smallest sizes that are wide enough for the preview, else of the largest sizes. */
function chooseFiles(pictures: readonly (Picture | null)[]): string[] {
	return pictures.flatMap((picture) =>
		picture ? (picture.sizes.find((size) => size.width >= minPictureWidth) ?? picture).url : [],
	);
}

function notFound(): DomainError {
	return new DomainError('not_found', feedApiText.pictureUnknown);
}
