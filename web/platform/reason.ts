import { NetworkError } from '../../contract/client.ts';
import { isApiError } from './api-error.ts';

/** Why a call failed, as a sentence for people. */
export function reasonOf(error: unknown): string {
	if (isApiError(error)) return error.message;
	if (error instanceof NetworkError) return 'No answer came. Check your connection and try again.';
	return 'Something went wrong on our side. Please try again.';
}
