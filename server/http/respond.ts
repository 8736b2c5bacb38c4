import { buildResponse, type CachedResponse } from './cached-response.ts';
import { getSuccessResponse, type Route } from './route.ts';
import { createSerializer } from './serialize.ts';
import type { ValidatedInput } from './validate-input.ts';

/** Turns the result of a handler into a response. `isSignedIn` tells whether the caller has an actor. */
export type BuildRouteResponse = (result: unknown, input: ValidatedInput, isSignedIn: boolean) => CachedResponse;

/** Creates the function that serializes results of a route. The response schema rejects undeclared properties. */
export function createResponseBuilder({ endpoint, options }: Route): BuildRouteResponse {
	const { policy, rate, cache, cacheTags } = options;
	const { status, schema } = getSuccessResponse(endpoint);
	const serialize = createSerializer(schema);
	// The response to a login contains a session token, so it must not be cached although the policy is `anyone`.
	const isPublic = policy === 'anyone' && rate !== 'login';
	return (result, input, isSignedIn) =>
		buildResponse({
			status,
			bytes: Buffer.from(serialize(result)),
			headers: {
				'content-type': 'application/json; charset=utf-8',
				'cache-control': isPublic && (!isSignedIn || cache?.ignoresSession) ? 'no-cache' : 'no-store',
			},
			tags: cacheTags?.(result as never, input as never) ?? [],
		});
}
