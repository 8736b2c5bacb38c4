import type { QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { adCardSchema, adSchema, videoAdSchema } from '../../contract/ads/ad-shapes.ts';
import { createComment } from '../../contract/comments/comments.ts';
import { recordContact } from '../../contract/contacts/contacts.ts';
import type { EndpointDefinition } from '../../contract/core/endpoint.ts';
import { getModule, getProgress, moduleSummarySchema } from '../../contract/courses/courses.ts';
import { getFeed, getForYou } from '../../contract/feed/feed.ts';
import { follow, unfollow } from '../../contract/follows/follows.ts';
import { like, unlike } from '../../contract/likes/likes.ts';
import { createPost, postSchema } from '../../contract/posts/posts.ts';

// This module must be imported dynamically, because zod is too large for a first visit. It is cached for offline use.

/** Last data of a query, as stored on the device. */
export interface PersistedQuery {
	key: QueryKey;
	data: unknown;
	/** Time of the response in milliseconds since 1970. */
	at: number;
	/** Name of the schema of `data`. Missing in entries of earlier versions. */
	schema?: unknown;
}

/** Current schemas of the data that the device persists. */
const persistedSchemas = {
	feed: pagedSchema(getFeed.responses[200]),
	forYou: pagedSchema(getForYou.responses[200]),
	ad: adSchema,
	video: videoAdSchema,
	/** Schema of an item in a saved list. The item is null if it was deleted. */
	wishlist: adCardSchema.nullable(),
	tweets: postSchema.nullable(),
	talks: postSchema.nullable(),
	progress: getProgress.responses[200],
	modules: z.array(moduleSummarySchema),
	lesson: getModule.responses[200],
} satisfies Record<string, z.ZodType>;

export type PersistedSchemas = typeof persistedSchemas;

/** API operations that can be queued on the device. */
const callSchemas = { like, unlike, follow, unfollow, createComment, createPost, recordContact };

export type PendingCallName = keyof typeof callSchemas;

function pagedSchema<Page extends z.ZodType>(page: Page) {
	return z.strictObject({ pages: z.array(page).min(1), pageParams: z.array(z.string().nullable()) });
}

/** Returns whether the data of an entry matches `schema`, or else the schema that the entry names. */
export function hasValidData(entry: PersistedQuery, schema?: unknown): boolean {
	const name = schema ?? entry.schema;
	// An entry of an earlier version names no schema, so only the query that restores it validates the data.
	if (name === undefined) return true;
	const persistedSchema = Object.hasOwn(persistedSchemas, String(name))
		? persistedSchemas[name as keyof PersistedSchemas]
		: null;
	return persistedSchema !== null && matchesSchema(persistedSchema, entry.data);
}

/** Returns whether the operation can be queued and its input matches the current schema. Unknown fields are accepted. */
export function isValidCall(name: string, input: unknown): boolean {
	if (!Object.hasOwn(callSchemas, name)) return false;
	const { params, query, body }: EndpointDefinition = callSchemas[name as PendingCallName];
	return matchesSchema(
		z.strictObject({ ...(params && { params }), ...(query && { query }), ...(body && { body }) }),
		input,
	);
}

/** Returns whether a value matches a schema. Accepts unknown fields, because a newer version in another tab may have stored them. */
function matchesSchema(schema: z.ZodType, value: unknown): boolean {
	const { error } = schema.safeParse(value);
	return !error || error.issues.every(({ code }) => code === 'unrecognized_keys');
}
