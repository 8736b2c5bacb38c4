import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Ad } from '../../contract/ads/ads.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import { buildEmbedCode, embedSize, oembedPath, parseAdPath } from '../../contract/syndication/syndication.ts';
import * as syndicationText from '../../text/shared/syndication.ts';
import type { AdService } from '../ads/index.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { buildResponse, callCosts, createInputValidator, sendCached } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { isEmbeddable } from './embeds.ts';

export interface ServeOembedDeps extends Pick<Platform, 'publicUrl' | 'brand'> {
	ads: AdService;
}

const sizeSchema = z.coerce.number().int().min(1).optional();

/** Parameters of oEmbed. Consumers send others too, such as `dnt`, which are ignored. */
const querySchema = z.object({
	url: z.string().max(2000),
	maxwidth: sizeSchema,
	maxheight: sizeSchema,
	format: z.string().max(20).optional(),
});

const validate = createInputValidator({ query: querySchema });

/** Height of an embed in pixels, also without a limit of the consumer. */
const maxHeight = 720;
/** Height of the lines below the picture or video, in pixels. */
const factsHeight = 112;

/** Serves oEmbed (oembed.com) for the URLs of ads and videos. */
export function serveOembed(app: FastifyInstance, { ads, publicUrl, brand }: ServeOembedDeps): void {
	/** Returns the id of the ad whose page has this URL. People also paste links with `http:`. The URL is compared and never fetched. */
	function parseAdUrl(text: string): number | null {
		const url = URL.parse(text);
		if (!url || !/^https?:$/.test(url.protocol) || url.host !== new URL(publicUrl()).host) return null;
		return parseAdPath(url.pathname);
	}

	app.get(
		oembedPath,
		{ config: { policy: 'anyone', rateLimit: { cost: callCosts.list }, crossOrigin: true } },
		async (request, reply) => {
			const { url, maxwidth, maxheight, format = 'json' } = validate(request).query as z.output<typeof querySchema>;
			if (format !== 'json' && format !== 'xml')
				throw new DomainError('not_implemented', syndicationText.formatUnknown);
			const id = parseAdUrl(url);
			const ad = id === null ? null : await ads.show(id, null);
			if (!ad || !isEmbeddable(ad)) throw new DomainError('not_found', syndicationText.embedUrlUnknown);
			const fields = describeAd(ad, { maxwidth, maxheight }, publicUrl(), brand.current().name);
			const response = buildResponse({
				bytes: Buffer.from(format === 'json' ? JSON.stringify(fields) : toXml(fields)),
				headers: {
					'content-type': `${format === 'json' ? 'application/json' : 'text/xml'}; charset=utf-8`,
					'cache-control': 'no-cache',
				},
				tags: [],
			});
			return sendCached(response, request, reply);
		},
	);
}

function describeAd(
	ad: Ad,
	{ maxwidth, maxheight }: { maxwidth: number | undefined; maxheight: number | undefined },
	publicUrl: string,
	provider: string,
): Record<string, string | number> {
	const { id, format, title, seller, cover } = ad;
	const toUrl = (path: string) => new URL(path, publicUrl).href;
	const width = Math.min(embedSize.width, maxwidth ?? embedSize.width);
	const mediaHeight = Math.round(width * (cover ? cover.height / cover.width : 9 / 16));
	const height = Math.min(mediaHeight + factsHeight, maxheight ?? maxHeight, maxHeight);
	const thumbnail = cover?.sizes
		.filter((size) => size.width <= (maxwidth ?? size.width) && size.height <= (maxheight ?? size.height))
		.at(-1);
	return {
		version: '1.0',
		type: format === 'video' ? 'video' : 'rich',
		title,
		author_name: seller.display_name || seller.user_name,
		author_url: toUrl(profilePath(seller.user_name)),
		provider_name: provider,
		provider_url: toUrl('/'),
		...(thumbnail && {
			thumbnail_url: toUrl(thumbnail.url),
			thumbnail_width: thumbnail.width,
			thumbnail_height: thumbnail.height,
		}),
		html: buildEmbedCode({ id, title }, publicUrl, { width, height }),
		width,
		height,
	};
}

function toXml(fields: Record<string, string | number>): string {
	const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>`);
	return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
