import type { Person } from '../../contract/accounts/accounts.ts';
import type { Ad, AdCard, AdState, Clip, LinkedAd, OwnAd, OwnAdDetails, VideoAd } from '../../contract/ads/ads.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { isContentHidden } from '../content/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { PresentedMedia } from '../media/index.ts';
import { toDeliveryOptions } from './delivery.ts';
import type { AdRow } from './tables.ts';

export function getAdState(ad: AdRow): AdState {
	if (isContentHidden(ad)) return 'hidden';
	if (ad.media_state !== 'ready') return ad.media_state;
	return ad.sold_at === null ? 'ready' : 'sold';
}

export function presentOffer(
	ad: Pick<AdRow, 'price_kobo' | 'negotiable' | 'condition' | 'delivery' | 'state' | 'lga' | 'place'>,
) {
	return {
		price_kobo: ad.price_kobo,
		price: ad.price_kobo === null ? null : formatNaira(ad.price_kobo),
		negotiable: ad.negotiable === 1,
		condition: ad.condition,
		delivery: toDeliveryOptions(ad.delivery),
		location: ad.state === null ? null : { state: ad.state, lga: ad.lga },
		place: ad.place,
	};
}

function presentContact({ whatsapp, call_number }: AdRow) {
	return { whatsapp, call_number };
}

function presentReachable({ whatsapp, call_number }: AdRow) {
	return { has_whatsapp: whatsapp !== null, has_call_number: call_number !== null };
}

export function presentAdCard(ad: AdRow, seller: Person, cover: PresentedMedia | undefined): AdCard {
	const smallest = cover?.video?.renditions[0];
	return {
		id: ad.id,
		format: ad.format,
		state: getAdState(ad),
		title: ad.title,
		category: ad.category,
		...presentOffer(ad),
		seller,
		cover: cover?.picture ?? null,
		pictures: ad.pictures,
		video: cover?.video && smallest ? { duration_ms: cover.video.duration_ms, bytes: smallest.bytes } : null,
		created_at: toIsoTime(ad.created_at),
		likes: ad.likes,
		comments: ad.comments,
		views: ad.views,
	};
}

export function presentLinkedAd(ad: AdRow, cover: PresentedMedia | undefined): LinkedAd {
	const { id, format, title } = ad;
	return { id, format, title, price: presentOffer(ad).price, cover: cover?.picture ?? null };
}

/** Returns null if the video has no files. */
export function presentClip(ad: AdRow, seller: Person, file: PresentedMedia | undefined): Clip | null {
	if (!file?.video) return null;
	return { ...presentAdCard(ad, seller, file), description: ad.description, video: file.video };
}

export function presentOwnAd(ad: AdRow, seller: Person, cover: PresentedMedia | undefined): OwnAd {
	const failure = ad.hidden_at === null ? (cover?.failure ?? null) : ad.hidden_reason;
	return { ...presentAdCard(ad, seller, cover), ...presentContact(ad), failure };
}

export function presentAd(ad: AdRow, seller: Person, media: readonly PresentedMedia[]): Ad {
	const captions = media[0]?.captions;
	return {
		...presentAdCard(ad, seller, media[0]),
		...presentReachable(ad),
		description: ad.description,
		gallery: ad.format === 'image' ? media.flatMap((file) => file.picture ?? []) : [],
		...(captions && { captions }),
		...(ad.hidden_at !== null && { hidden: ad.hidden_reason }),
		updated_at: toIsoTime(ad.updated_at),
	};
}

export function presentOwnAdDetails(ad: AdRow, seller: Person, media: readonly PresentedMedia[]): OwnAdDetails {
	return { ...presentAd(ad, seller, media), ...presentContact(ad) };
}

export function presentVideoAd(ad: AdRow, seller: Person, file: PresentedMedia | undefined): VideoAd {
	const { rating, verified, response_time, caution } = seller;
	return {
		id: ad.id,
		state: getAdState(ad),
		titlevideourl: file?.url ?? '',
		title: ad.title,
		user_name: seller.user_name,
		display_name: seller.display_name,
		...(seller.user_image !== null && { user_image: seller.user_image }),
		...(verified && { verified }),
		...(rating && { rating }),
		...(response_time && { response_time }),
		...(caution && { caution }),
		created_at: toIsoTime(ad.created_at),
		likes: ad.likes,
		comments: ad.comments,
		views: ad.views,
		description: ad.description,
		categories: ad.category,
		...presentOffer(ad),
		...presentReachable(ad),
		video: file?.video ?? null,
		...(ad.hidden_at !== null && { hidden: ad.hidden_reason }),
	};
}
