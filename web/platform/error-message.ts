import { NetworkError } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import * as problemsText from '../../text/shared/problems.ts';
import * as errorsText from '../../text/web/errors.ts';
import { isApiError } from './api-error.ts';

/** Returns the message to show for a failed call or page. */
export function getErrorMessage(error: unknown): string {
	if (isApiError(error)) return error.message;
	if (isConnectionLost(error)) return errorsText.noResponse;
	return problemsText.unexpected;
}

/** Returns whether the error means that no response came. */
export function isConnectionLost(error: unknown): boolean {
	if (isApiError(error)) return false;
	// Not every browser throws an error named NetworkError if a page's code fails to load, so the online state counts as well.
	const isNetworkError =
		error instanceof NetworkError || (error instanceof DOMException && error.name === 'NetworkError');
	return isNetworkError || navigator.onLine === false;
}

/** Returns the message for a failed action: the specification's sentence if no response came, else the error's own message. */
export function getErrorNotice(error: unknown): string {
	if (error instanceof NetworkError) return messages.networkError;
	return (error instanceof Error && error.message) || messages.uploadFailed;
}
