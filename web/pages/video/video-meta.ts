import type { MetaDescriptor } from 'react-router';
import type { VideoAd } from '../../../contract/ads/ads.ts';
import { sharePicturePaths } from '../../../contract/core/page-paths.ts';
import { adPath } from '../../ads/paths.ts';
import { formatPlace } from '../../ads/place.ts';
import { buildProductJsonLd, type ProductAd, shortenDescription } from '../../ads/product-json-ld.ts';

type VideoMeta = ReturnType<typeof getVideoMeta>;

export function getVideoMeta(ad: VideoAd) {
	const { id, title, price, price_kobo, condition, created_at, video, state, display_name, user_name } = ad;
	const facts = [price, formatPlace(ad)].filter((fact) => fact !== null).join(' · ');
	const description = shortenDescription(facts ? `${facts}. ${ad.description}` : ad.description);
	const largest = video?.renditions.at(-1);
	const gallery = video?.poster ? [{ url: video.poster.url }] : [];
	const seller = { display_name, user_name };
	const category = ad.categories;
	const offer = { price_kobo, condition, state };
	const product: ProductAd = { id, format: 'video', title, description, category, ...offer, seller, gallery };
	return {
		title,
		description,
		path: adPath({ id, format: 'video', title }),
		picture: sharePicturePaths.ad(id),
		poster: video?.poster?.url ?? null,
		uploaded: created_at,
		video: video && largest ? { duration_ms: video.duration_ms, ...largest } : null,
		/** Product data of the ad; null without a price, because nothing is offered. */
		offered: price_kobo === null ? null : product,
	};
}

/** Builds meta tags for social networks that play the video in a link preview, and for search engines. */
export function buildVideoMetaTags(
	{ title, description, poster, uploaded, video, offered }: VideoMeta,
	origin: string,
): MetaDescriptor[] {
	if (!video) return [];
	const address = new URL(video.url, origin).href;
	return [
		{ property: 'og:video', content: address },
		{ property: 'og:video:type', content: 'video/mp4' },
		{ property: 'og:video:width', content: String(video.width) },
		{ property: 'og:video:height', content: String(video.height) },
		{
			'script:ld+json': {
				'@context': 'https://schema.org',
				'@type': 'VideoObject',
				name: title,
				description,
				...(poster && { thumbnailUrl: new URL(poster, origin).href }),
				uploadDate: uploaded,
				duration: formatIsoDuration(video.duration_ms),
				contentUrl: address,
			},
		},
		...(offered ? [{ 'script:ld+json': buildProductJsonLd(offered, origin) }] : []),
	];
}

/** Formats milliseconds as an ISO 8601 duration in whole seconds: 'PT1M5S'. */
export function formatIsoDuration(milliseconds: number): string {
	const seconds = Math.round(milliseconds / 1000);
	const minutes = Math.floor(seconds / 60);
	return `PT${minutes > 0 ? `${minutes}M` : ''}${seconds % 60 > 0 || minutes === 0 ? `${seconds % 60}S` : ''}`;
}
