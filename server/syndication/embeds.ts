import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Ad, Clip } from '../../contract/ads/ads.ts';
import { adPath, profilePath } from '../../contract/core/page-paths.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import type { Picture, Video } from '../../contract/media/media.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as captionsText from '../../text/shared/captions.ts';
import * as commonText from '../../text/shared/common.ts';
import * as syndicationText from '../../text/shared/syndication.ts';
import { personCacheTag, visibilityCacheTag } from '../accounts/index.ts';
import { type AdService, adCacheTag } from '../ads/index.ts';
import { getBrandColours } from '../core/brand-colours.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { buildResponse, callCosts, detailTtl, sendCached } from '../http/index.ts';
import type { Platform } from '../platform.ts';

export interface ServeEmbedsDeps extends Pick<Platform, 'cache' | 'publicUrl' | 'brand'> {
	ads: AdService;
	/** Origins of the external media host. */
	mediaOrigins: readonly string[];
}

/** Returns whether the ad has something to embed. A visitor also sees the page of an ad whose video failed. */
export function isEmbeddable({ state }: Pick<Ad, 'state'>): boolean {
	return state !== 'hidden' && state !== 'failed';
}

/**
 * Serves the card of an ad, or the player of a video ad, as a page that any site may frame. It has no script, so that it has no session, no
 * storage and no beacon, and the browser's own controls play the video.
 */
export function serveEmbeds(
	app: FastifyInstance,
	{ ads, cache, publicUrl, mediaOrigins, brand }: ServeEmbedsDeps,
): void {
	const toUrl = (path: string) => new URL(path, publicUrl()).href;

	async function findAd(id: string): Promise<{ ad: Ad; clip: Clip | null } | null> {
		if (!/^[1-9]\d{0,14}$/.test(id)) return null;
		try {
			const ad = await ads.show(Number(id), null);
			if (!isEmbeddable(ad)) return null;
			return { ad, clip: ad.format === 'video' ? await ads.findClip(ad.id) : null };
		} catch (error) {
			if (error instanceof DomainError && error.code === 'not_found') return null;
			throw error;
		}
	}

	async function buildEmbed(id: string) {
		const found = await findAd(id);
		const { ad, clip } = found ?? {};
		const { name } = brand.current();
		const style = buildStyle(brand.current());
		return buildResponse({
			status: ad ? 200 : 404,
			bytes: Buffer.from(
				ad ? renderAd(ad, clip?.video ?? null, style, toUrl, name) : renderMissing(style, toUrl, name),
			),
			headers: embedHeaders(mediaOrigins, style),
			// The page of a missing ad is not cached, so that requests for made-up ids do not fill the cache.
			tags: ad ? [adCacheTag(ad.id), personCacheTag(ad.seller.id), visibilityCacheTag] : [],
		});
	}

	app.get<{ Params: { id: string } }>(
		'/embed/ads/:id',
		{ config: { policy: 'anyone', rateLimit: {} } },
		async (request, reply) => {
			const { id } = request.params;
			const response = await cache.getOrBuild(`embed ${id}`, detailTtl, () => {
				app.charge(request, callCosts.list);
				return buildEmbed(id);
			});
			reply.removeHeader('x-frame-options');
			return sendCached(response, request, reply);
		},
	);
}

const toVariables = (colours: object) =>
	Object.entries(colours)
		.map(([name, value]) => `--${name}:${value};`)
		.join('');

const rules = `
*{box-sizing:border-box;margin:0}
body{font:16px/1.4 system-ui,sans-serif;background:var(--card);color:var(--ink)}
main{display:flex;flex-direction:column;height:100vh;min-height:9rem;position:relative}
.media{position:relative;flex:1;min-height:0;background:var(--sunken);display:grid;place-items:center}
.media>img,.media>video{position:absolute;width:100%;height:100%;object-fit:cover}
.media>video{object-fit:contain;background:#000}
.media>p{padding:1rem;text-align:center;color:var(--quiet)}
.media>.badge{position:absolute;top:.5rem;left:.5rem;padding:.125rem .5rem;border-radius:1rem;background:var(--ink);color:var(--page);font-weight:600;font-size:.875rem}
.facts{padding:.625rem .75rem;overflow-wrap:anywhere}
.row{display:flex;justify-content:space-between;gap:0 .75rem;flex-wrap:wrap;font-size:.875rem}
h1{position:relative;font-size:1rem;font-weight:600;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.price{font-weight:700}
a{color:inherit;text-decoration:none;border-radius:.25rem}
a:hover{text-decoration:underline}
a:focus-visible,video:focus-visible{outline:3px solid var(--leaf);outline-offset:2px}
video:focus-visible{outline-offset:-3px}
.row a{color:var(--quiet);padding:.25rem 0}
.row .brand{color:var(--leaf);font-weight:600}
.missing{justify-content:center;gap:.5rem;padding:1rem;text-align:center}
.missing a{color:var(--leaf);font-weight:600;padding:.5rem}
.new-tab{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

function buildStyle(brand: Brand): string {
	const { light, dark } = getBrandColours(brand);
	return `
:root{color-scheme:light dark;${toVariables(light)}}
@media (prefers-color-scheme:dark){:root{${toVariables(dark)}}}${rules}`;
}

/**
 * Headers of an embed. Unlike all other pages, it may be framed anywhere: it has no `frame-ancestors`, because `*` would exclude frames in
 * sandboxed frames and in apps. Its own embedder policy lets pages with `require-corp` frame it. It runs no script, and the sandbox lets only
 * links to new tabs out. `allow-same-origin` lets it load captions; without scripts it gives the page no access to storage.
 */
function embedHeaders(mediaOrigins: readonly string[], style: string): Record<string, string> {
	const media = ["'self'", ...mediaOrigins].join(' ');
	return {
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-cache',
		'cross-origin-embedder-policy': 'credentialless',
		'cross-origin-resource-policy': 'cross-origin',
		'content-security-policy': [
			"default-src 'none'",
			`style-src 'sha256-${hash('sha256', style, 'base64')}'`,
			`img-src ${media}`,
			`media-src ${media}`,
			"base-uri 'none'",
			"form-action 'none'",
			'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
		].join('; '),
	};
}

function renderDocument(title: string, canonical: string, style: string, main: string): string {
	return (
		'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">' +
		'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
		`<title>${escapeMarkup(title)}</title><link rel="canonical" href="${escapeMarkup(canonical)}">` +
		`<style>${style}</style></head><body>${main}</body></html>`
	);
}

function renderLink(address: string, text: string, className = ''): string {
	const classAttribute = className && ` class="${className}"`;
	return (
		`<a${classAttribute} href="${escapeMarkup(address)}" target="_blank" rel="noopener">${escapeMarkup(text)}` +
		`<span class="new-tab">${escapeMarkup(commonText.opensInNewTab)}</span></a>`
	);
}

function renderAd(
	ad: Ad,
	video: Video | null,
	style: string,
	toUrl: (path: string) => string,
	marketName: string,
): string {
	const { title, price, seller, state, cover } = ad;
	const address = toUrl(adPath(ad));
	const media = ad.format === 'image' ? renderPicture(cover) : renderVideo(video, title);
	const badge = state === 'sold' ? `<p class="badge">${escapeMarkup(commonText.sold)}</p>` : '';
	return renderDocument(
		title,
		address,
		style,
		`<main><div class="media">${media}${badge}</div><div class="facts"><h1>${renderLink(address, title)}</h1>` +
			`<p class="price">${escapeMarkup(price ?? adsText.askForPrice)}</p>` +
			`<p class="row">${renderLink(toUrl(profilePath(seller.user_name)), seller.display_name || seller.user_name)}` +
			`${renderLink(address, syndicationText.onBrand(marketName), 'brand')}</p></div></main>`,
	);
}

function renderMissing(style: string, toUrl: (path: string) => string, marketName: string): string {
	return renderDocument(
		commonText.notHere,
		toUrl('/'),
		style,
		`<main class="missing"><h1>${escapeMarkup(commonText.notHere)}</h1>` +
			`<p>${renderLink(toUrl('/'), syndicationText.seeMore(marketName))}</p></main>`,
	);
}

/** The picture repeats what the title says, so it has no text. */
function renderPicture(picture: Picture | null): string {
	if (!picture) return '';
	const { url, width, height, sizes } = picture;
	const sources = sizes.map((size) => `${size.url} ${size.width}w`).join(', ');
	return `<img src="${escapeMarkup(url)}" srcset="${escapeMarkup(sources)}" sizes="100vw" width="${width}" height="${height}" alt="" loading="lazy">`;
}

function renderVideo(video: Video | null, title: string): string {
	if (!video) return `<p>${escapeMarkup(commonText.videoProcessing)}</p>`;
	const { poster, renditions, captions } = video;
	const posterAttribute = poster ? ` poster="${escapeMarkup(choosePoster(poster))}"` : '';
	const sources = renditions.map(({ url, width }, index) => {
		// A smaller file is enough for a frame of its width. The last one has no condition.
		const condition = index < renditions.length - 1 ? ` media="(max-width: ${width}px)"` : '';
		return `<source src="${escapeMarkup(url)}" type="video/mp4"${condition}>`;
	});
	const track = captions
		? `<track kind="captions" src="${escapeMarkup(captions)}" srclang="en" label="${escapeMarkup(captionsText.captions)}">`
		: '';
	return (
		`<video controls preload="none" playsinline aria-label="${escapeMarkup(title)}"${posterAttribute}>` +
		`${sources.join('')}${track}</video>`
	);
}

/** Returns the smallest size of a poster that fills most frames. */
function choosePoster({ url, sizes }: Picture): string {
	return sizes.find(({ width }) => width >= 480)?.url ?? url;
}
