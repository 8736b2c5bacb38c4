import type { z } from 'zod';
import { type Me, meSchema, personSchema, profileSchema, sessionSchema } from '../accounts/accounts.ts';
import { adCardSchema, adSchema, videoAdSchema } from '../ads/ad-shapes.ts';
import { commentSchema } from '../comments/comments.ts';
import { progressSchema } from '../courses/courses.ts';
import { enrollmentSchema } from '../enrollments/enrollments.ts';
import { pictureSchema, uploadCapabilitySchema, uploadResponseSchema, videoSchema } from '../media/media.ts';
import { postSchema } from '../posts/posts.ts';
import { reviewSchema } from '../reviews/reviews.ts';
import { savedSearchSchema } from '../saved-searches/saved-searches.ts';
import {
	commentCreatedEventSchema,
	contactCreatedEventSchema,
	webhookAdSchema,
	webhookSchema,
} from '../webhooks/webhooks.ts';
import { documentedProblemSchema } from './api-document.ts';
import { endpoints } from './endpoints.ts';

// Only the OpenAPI document uses this file, so that neither the web app nor the start of the server loads it.

const site = 'https://market.example';
const time = '2026-11-22T09:30:00.000Z';

const person = {
	id: 7,
	user_name: 'mama_risi',
	display_name: 'Mama Risi Stores',
	user_image: null,
	verified: ['phone' as const],
	rating: { average: 4.8, count: 31 },
};

const picture = {
	url: `${site}/media/pictures/8f3k2v/1080.webp`,
	width: 1080,
	height: 810,
	placeholder: null,
	sizes: [{ url: `${site}/media/pictures/8f3k2v/1080.webp`, width: 1080, height: 810, bytes: 84_210 }],
};

const video = { duration_ms: 24_000, poster: picture, renditions: [], hls: null };
const location = { state: 'Lagos' as const, lga: 'Ikeja' };
const offer = {
	price_kobo: 7_000_000,
	price: 'NGN 70,000',
	negotiable: true,
	condition: 'nigerian_used' as const,
	delivery: ['pickup' as const, 'within_state' as const],
	location,
	place: 'Computer Village',
};
const counts = { likes: 12, comments: 3, views: 480 };

const card = {
	id: 42,
	format: 'image' as const,
	state: 'ready' as const,
	title: 'HP laptop, 8 GB RAM',
	category: 'Laptops & Accessories',
	...offer,
	seller: person,
	cover: picture,
	pictures: 1,
	video: null,
	created_at: time,
	...counts,
};

const newAd = {
	title: card.title,
	category: 'Laptops & Accessories' as const,
	description: 'Clean HP laptop with charger. Battery lasts 5 hours.',
	price_kobo: offer.price_kobo,
	negotiable: true,
	condition: offer.condition,
	delivery: offer.delivery,
	location,
	pictures: [{ secure_url: picture.url }],
};

const me: Me = {
	id: person.id,
	user_name: person.user_name,
	display_name: person.display_name,
	user_image: null,
	bio: 'Laptops and phones, tested before you pay.',
	place: null,
	place_public: false,
	location,
	phone: '2348031234567',
	call_number: null,
	phone_public: true,
	verified: ['phone'],
	email: 'risi@example.com',
	email_verified: true,
	new_email: null,
	role: 'user',
	must_change_password: false,
	deletes_at: null,
	created_at: time,
};

const credentials = { email: me.email, password: 'blue kettle on sunday' };
const videoUrl = `${site}/media/videos/2m9qx1/720.mp4`;

/** Examples of schemas for the OpenAPI document. A test parses each with its schema. */
export const apiExamples: ReadonlyMap<z.ZodType, unknown> = new Map([
	example(documentedProblemSchema, {
		code: 'invalid',
		message: 'Please check what you typed.',
		fields: { price_kobo: 'Enter a price' },
	}),
	example(personSchema, person),
	example(profileSchema, {
		...person,
		bio: me.bio,
		place: null,
		has_whatsapp: true,
		has_call_number: false,
		business_name: null,
		followers: 218,
		created_at: time,
	}),
	example(meSchema, me),
	example(sessionSchema, {
		...me,
		token: 'lqXc7vKk1yZ0fPz2m3T9uW4s8bN6dRhE5aGjQxYwVtI',
		expires_at: '2026-12-06T09:30:00.000Z',
	}),
	example(endpoints.signUp.body, { user_name: me.user_name, display_name: me.display_name, ...credentials }),
	example(endpoints.logIn.body, credentials),

	example(endpoints.createUpload.body, { kind: 'image', bytes: 84_210, file_name: 'laptop.jpg' }),
	example(uploadCapabilitySchema, {
		upload_url: `${site}/v1_1/kasuwa/image/upload`,
		resumable_url: null,
		upload_preset: 'eyJhIjo3fQ.k3J9',
		cloud_name: 'kasuwa',
		folder: 'pictures',
		max_bytes: 10_485_760,
		expires_at: '2026-11-22T09:45:00.000Z',
	}),
	example(uploadResponseSchema, {
		asset_id: '8f3k2v',
		public_id: 'pictures/8f3k2v',
		version: 1,
		signature: '5f2a',
		resource_type: 'image',
		format: 'webp',
		bytes: 84_210,
		width: 1080,
		height: 810,
		created_at: time,
		url: picture.url,
		secure_url: picture.url,
		original_filename: 'laptop',
	}),
	example(pictureSchema, picture),
	example(videoSchema, video),

	example(endpoints.createAd.body, newAd),
	example(adCardSchema, card),
	example(adSchema, {
		...card,
		has_whatsapp: true,
		has_call_number: false,
		description: newAd.description,
		gallery: [picture],
		updated_at: time,
	}),
	example(endpoints.createVideoAd.body, {
		titlevideourl: videoUrl,
		user_id: person.id,
		user_name: person.user_name,
		categories: 'Entertainment',
		description: 'New skit: how to test a laptop before you pay',
	}),
	example(endpoints.createVideoAd.responses[200], { status: 200, id: 43, state: 'processing' }),
	example(videoAdSchema, {
		id: 43,
		state: 'ready',
		titlevideourl: videoUrl,
		title: 'How to test a laptop',
		user_name: person.user_name,
		display_name: person.display_name,
		created_at: time,
		...counts,
		description: 'New skit: how to test a laptop before you pay',
		categories: 'Entertainment',
		...offer,
		has_whatsapp: true,
		has_call_number: false,
		video,
	}),
	example(endpoints.markAdSold.body, { sold: true }),

	example(endpoints.createPost.body, {
		kind: 'tweet',
		text: 'Fresh laptops just landed. Come and test before you pay.',
	}),
	example(postSchema, {
		id: 15,
		kind: 'tweet',
		text: 'Fresh laptops just landed. Come and test before you pay.',
		category: null,
		images: [],
		author: person,
		created_at: time,
		edited_at: null,
		...counts,
	}),
	example(endpoints.createComment.body, { text: 'Is it available?' }),
	example(commentSchema, {
		id: 91,
		target: 'ads',
		target_id: 42,
		parent_id: null,
		text: 'Is it available?',
		author: { ...person, id: 8, user_name: 'tunde', display_name: 'Tunde' },
		created_at: time,
		edited_at: null,
		replies: 0,
	}),
	example(endpoints.like.responses[200], { liked: true, likes: 13 }),
	example(endpoints.follow.responses[200], { following: true, followers: 219 }),
	example(endpoints.report.body, { target: { kind: 'ad', id: 42 }, reason: 'scam', note: 'Asked for payment first' }),
	example(endpoints.createReview.body, { stars: 5, text: 'Works as described.' }),
	example(reviewSchema, {
		id: 5,
		stars: 5,
		text: 'Works as described.',
		author: { ...person, id: 8, user_name: 'tunde', display_name: 'Tunde' },
		ad: { id: 42, title: card.title, path: '/feed/42/hp-laptop-8-gb-ram' },
		reply: null,
		created_at: time,
		edited_at: null,
	}),
	example(endpoints.uniteSaved.body, { ids: [42, 17] }),
	example(endpoints.createSavedSearch.body, { q: 'laptop', state: 'Lagos', max_price: 10_000_000, alerts: 'daily' }),
	example(savedSearchSchema, {
		id: 3,
		name: 'laptop in Lagos',
		search: { q: 'laptop', state: 'Lagos', max_price: 10_000_000 },
		alerts: 'daily',
		new_ads: 2,
		seen_at: time,
		created_at: time,
	}),

	example(endpoints.enroll.body, {
		name: 'Ada Obi',
		email: 'ada@example.com',
		phone: '0803 123 4567',
		coursetype: 'Web Hacking Essentials',
		courseTitle: 'Web Hacking Essentials',
	}),
	example(enrollmentSchema, {
		id: '4fT9.kX2m',
		course_id: 'web-hacking-essentials',
		course_title: 'Web Hacking Essentials',
		name: 'Ada Obi',
		state: 'awaiting_payment',
		price_kobo: 7_000_000,
		price: 'NGN 70,000',
		created_at: time,
		steps: [{ state: 'requested', at: time }],
		payment: { online: true, bank: null, proofs: [] },
		joined: false,
	}),
	example(endpoints.createWebhook.body, {
		url: 'https://shop.example/orders',
		events: ['ad.sold', 'contact.created'],
		password: credentials.password,
	}),
	example(webhookSchema, {
		id: 2,
		url: 'https://shop.example/orders',
		events: ['ad.sold', 'contact.created'],
		active: true,
		paused: false,
		failing_since: null,
		created_at: time,
	}),
	example(webhookAdSchema, {
		id: card.id,
		seller_id: person.id,
		format: card.format,
		state: 'sold',
		title: card.title,
		category: card.category,
		price_kobo: card.price_kobo,
		url: `${site}/feed/42/hp-laptop-8-gb-ram`,
	}),
	example(contactCreatedEventSchema, {
		type: 'contact.created',
		version: 1,
		timestamp: time,
		data: { ad_id: card.id, channel: 'whatsapp' },
	}),
	example(commentCreatedEventSchema, {
		type: 'comment.created',
		version: 1,
		timestamp: time,
		data: {
			id: 91,
			target: 'ads',
			target_id: card.id,
			parent_id: null,
			text: 'Is it available?',
			url: `${site}/feed/42/hp-laptop-8-gb-ram`,
		},
	}),
	example(progressSchema, {
		course_id: 'web-hacking-essentials',
		percent: 25,
		done: [1, 2],
		next: 3,
		passed: [1],
		certificate: null,
	}),
]);

function example<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): [z.ZodType, unknown] {
	return [schema, value];
}
