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
export interface PersistedQuery {
	key: QueryKey;
	data: unknown;
	/** When the server gave it, milliseconds since 1970. */
	at: number;
	/** Name of the schema it is read with. Absent in what earlier versions stored. */
	schema?: unknown;
}

/** Today's shape of each answer that is kept on the device. */
const persistedSchemas = {
	feed: pagedSchema(getFeed.responses[200]),
	forYou: pagedSchema(getForYou.responses[200]),
	ad,
	/** Of a saved list; null where it is gone. */
	wishlist: adCard.nullable(),
	tweets: post.nullable(),
	talks: post.nullable(),
	progress: getProgress.responses[200],
	modules: z.array(moduleSummary),
	lesson: getModule.responses[200],
} satisfies Record<string, z.ZodType>;

export type PersistedSchemas = typeof persistedSchemas;

/** The calls that may wait on the device. */
const callSchemas = { like, unlike, follow, unfollow, createComment, createPost };

export type PendingCallName = keyof typeof callSchemas;

const persistedQuery = z.object({
	key: z.array(z.unknown()),
	data: z.unknown(),
	at: z.number(),
	schema: z.unknown().optional(),
});

function pagedSchema<Page extends z.ZodType>(page: Page) {
	return z.strictObject({ pages: z.array(page).min(1), pageParams: z.array(z.string().nullable()) });
}

/** What a device has stored as an answer, read with this schema or else with the one it was stored under; null where it does not fit. */
export function parsePersistedQuery(stored: unknown, schema?: unknown): PersistedQuery | null {
	const { data: answer } = persistedQuery.safeParse(stored);
	if (!answer) return null;
	const name = schema ?? answer.schema;
	// Of a version that stored no schema: whoever shows it names one.
	if (name === undefined) return answer as PersistedQuery;
	const known = Object.hasOwn(persistedSchemas, String(name)) ? persistedSchemas[name as keyof PersistedSchemas] : null;
	return known && matchesSchema(known, answer.data) ? (answer as PersistedQuery) : null;
}

/** Whether the API takes such a call today. */
export function isValidCall(name: string, input: unknown): boolean {
	if (!Object.hasOwn(callSchemas, name)) return false;
	const { params, query, body }: EndpointDefinition = callSchemas[name as PendingCallName];
	return matchesSchema(
		z.strictObject({ ...(params && { params }), ...(query && { query }), ...(body && { body }) }),
		input,
	);
}

/** A newer version in another tab may have stored fields that this one does not know: they are no reason to drop it. */
function matchesSchema(schema: z.ZodType, value: unknown): boolean {
	const { error } = schema.safeParse(value);
	return !error || error.issues.every(({ code }) => code === 'unrecognized_keys');
}
