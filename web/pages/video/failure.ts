import * as messages from '../../../contract/core/messages.ts';
import { NoVideoError } from '../../ads/queries.ts';
import { isApiError } from '../../platform/api-error.ts';
import { getErrorMessage } from '../../platform/error-message.ts';

export interface VideoFailure {
	status: number;
	message: string;
}

/** Converts an error to a status and message. An invalid address counts as not found. */
export function toFailure(error: unknown): VideoFailure {
	const isMissing = isApiError(error) && (error.status === 404 || error.status === 422);
	if (isMissing || error instanceof NoVideoError) return { status: 404, message: messages.videoNotFound };
	if (!isApiError(error)) return { status: 503, message: getErrorMessage(error) };
	return { status: error.status, message: error.message || messages.videoNotFound };
}
