import { NetworkError } from '../../contract/client.ts';
import * as messages from '../../contract/messages.ts';
import * as errorsText from '../../contract/text/errors.ts';
import * as problemsText from '../../contract/text/problems.ts';
import { isApiError } from './api-error.ts';

/** Why a call or a page failed, as a sentence for people. */
export function getErrorMessage(error: unknown): string {
	if (isApiError(error)) return error.message;
	if (isConnectionLost(error)) return errorsText.noResponse;
	return problemsText.unexpected;
}

/** Whether no answer came. */
export function isConnectionLost(error: unknown): boolean {
	if (isApiError(error)) return false;
	// A page's code that does not come has no error of its own in every browser.
	const lost = error instanceof NetworkError || (error instanceof DOMException && error.name === 'NetworkError');
	return lost || navigator.onLine === false;
}

/** The notice when something a person has asked for failed: the specification's sentence where no answer came, else its own. */
export function getErrorNotice(error: unknown): string {
	if (error instanceof NetworkError) return messages.networkError;
	return (error instanceof Error && error.message) || messages.uploadFailed;
}
