import type { ApiError } from '../../contract/client.ts';

/**
 * Returns whether the error is an error response of the API. Use it in code that also runs on the server. `instanceof` fails there, because
 * the host and the built pages have separate `ApiError` classes.
 */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof Error && error.name === 'ApiError';
}
