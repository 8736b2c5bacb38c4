import type { ApiError } from '../../contract/client.ts';

/**
 * Whether the API refused. For code that also runs on the server, where `instanceof` does not hold: there the client
 * belongs to the host, and its `ApiError` is not the class of the built pages.
 */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof Error && error.name === 'ApiError';
}
