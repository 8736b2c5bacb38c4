/** What each generated client does: signs up, uploads a picture, posts an ad, lists ads and reads an error. */
export interface ClientResult {
	userName: string;
	ad: { id: number; title: string };
	listed: string[];
	/** Response to an ad without a title. */
	error: { status: number; code: string; field: string | undefined };
	/** Status of a call without a session. */
	withoutSession: number;
}

export interface ClientInput {
	baseUrl: string;
	userName: string;
	picture: Blob;
}

export const password = 'blue kettle on sunday';

export const newAd = {
	title: 'HP laptop, 8 GB RAM',
	category: 'Laptops & Accessories',
	description: 'Clean laptop with charger',
	price_kobo: 7_000_000,
	delivery: ['pickup'],
	location: { state: 'Lagos', lga: 'Ikeja' },
} as const;
