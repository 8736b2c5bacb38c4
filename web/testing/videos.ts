import type { VideoAd } from '../../contract/ads/ads.ts';

/** Makes a video ad by another account, without a playable video. */
export function makeVideoAd(id: number, overrides: Partial<VideoAd> = {}): VideoAd {
	return {
		id,
		state: 'ready',
		titlevideourl: `/media/video-${id}/main`,
		title: `Film ${id}`,
		user_name: 'mama_risi',
		display_name: 'Mama Risi Stores',
		created_at: '2026-11-01T09:00:00.000Z',
		likes: 3,
		comments: 0,
		views: 12,
		description: 'Six yards, hand-dyed.',
		categories: 'Fashion & Apparel',
		price_kobo: 7_000_000,
		price: 'NGN 70,000',
		negotiable: false,
		condition: null,
		delivery: [],
		location: null,
		place: 'Yaba, Lagos',
		has_whatsapp: true,
		has_call_number: false,
		video: null,
		...overrides,
	};
}
