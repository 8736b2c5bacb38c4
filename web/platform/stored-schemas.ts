import type { QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { ad, adCard } from '../../contract/ad-shapes.ts';
import { createComment } from '../../contract/comments.ts';
import { getModule, getProgress, moduleSummary } from '../../contract/courses.ts';
import type { EndpointDefinition } from '../../contract/endpoint.ts';
import { getFeed, getForYou } from '../../contract/feed.ts';
import { follow, unfollow } from '../../contract/follows.ts';
import { like, unlike } from '../../contract/likes.ts';
import { createPost, post } from '../../contract/posts.ts';

// Loaded where something stored is read, and kept for when there is no network: with zod it is too much for a first visit.

/** A query's last answer, as the device keeps it. */
export interface KeptAnswer {
	key: QueryKey;
	data: unknown;
	/** When the server gave it, milliseconds since 1970. */
	at: number;
	/** Name of the schema it is read with. Absent in what earlier versions stored. */
	schema?: unknown;
}

/** Today's shape of each answer that is kept on the device. */
const keptSchemas = {
	feed: listOf(getFeed.responses[200]),
	forYou: listOf(getForYou.responses[200]),
	ad,
	/** Of a saved list; null where it is gone. */
	wishlist: adCard.nullable(),
	tweets: post.nullable(),
	talks: post.nullable(),
	progress: getProgress.responses[200],
	modules: z.array(moduleSummary),
	lesson: getModule.responses[200],
} satisfies Record<string, z.ZodType>;

export type KeptSchemas = typeof keptSchemas;

/** The calls that may wait on the device. */
const callSchemas = { like, unlike, follow, unfollow, createComment, createPost };

export type WaitingCallName = keyof typeof callSchemas;

const keptAnswer = z.object({
	key: z.array(z.unknown()),
	data: z.unknown(),
	at: z.number(),
	schema: z.unknown().optional(),
});

function listOf<Page extends z.ZodType>(page: Page) {
	return z.strictObject({ pages: z.array(page).min(1), pageParams: z.array(z.string().nullable()) });
}

/** What a device has stored as an answer, read with this schema or else with the one it was stored under; null where it does not fit. */
export function parseAnswer(stored: unknown, schema?: unknown): KeptAnswer | null {
	const { data: answer } = keptAnswer.safeParse(stored);
	if (!answer) return null;
	const name = schema ?? answer.schema;
	// Of a version that stored no schema: whoever shows it names one.
	if (name === undefined) return answer as KeptAnswer;
	const known = Object.hasOwn(keptSchemas, String(name)) ? keptSchemas[name as keyof KeptSchemas] : null;
	return known && fits(known, answer.data) ? (answer as KeptAnswer) : null;
}

/** Whether the API takes such a call today. */
export function isCall(name: string, input: unknown): boolean {
	if (!Object.hasOwn(callSchemas, name)) return false;
	const { params, query, body }: EndpointDefinition = callSchemas[name as WaitingCallName];
	return fits(z.strictObject({ ...(params && { params }), ...(query && { query }), ...(body && { body }) }), input);
}

/** A newer version in another tab may have stored fields that this one does not know: they are no reason to drop it. */
function fits(schema: z.ZodType, value: unknown): boolean {
	const { error } = schema.safeParse(value);
	return !error || error.issues.every(({ code }) => code === 'unrecognized_keys');
}
