import type { ApiError } from '../../contract/core/client.ts';

/** Returns whether the error is an API error response. `instanceof` fails on the server: host and pages have separate classes. */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof Error && error.name === 'ApiError';
}
