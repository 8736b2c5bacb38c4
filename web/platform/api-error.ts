import type { ApiError } from '../../contract/client.ts';

/**
 * Whether the error is an API response. Use it in code that also runs on the server: `instanceof` fails there,
 * because the host and the built pages have separate `ApiError` classes.
 */
export function isApiError(error: unknown): error is ApiError {
	return error instanceof Error && error.name === 'ApiError';
}
