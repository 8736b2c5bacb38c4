import { useSyncExternalStore } from 'react';
import * as passkeysText from '../../text/shared/passkeys.ts';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage, isConnectionLost } from '../platform/error-message.ts';

const neverChanges = () => () => {};

/** Returns whether the browser can use passkeys; null during server rendering and hydration. */
export function useSupportsPasskeys(): boolean | null {
	return useSyncExternalStore(
		neverChanges,
		() => typeof window.PublicKeyCredential === 'function',
		() => null,
	);
}

/** Loads the code that talks to the device. */
export const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Returns the message for an error of a device or of a call. */
export function getPasskeyMessage(error: unknown): string {
	if (isApiError(error) || isConnectionLost(error)) return getErrorMessage(error);
	// Browsers report with these errors that the user cancelled, or that the device has a passkey of the account already.
	if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
		return passkeysText.notDone;
	if (error instanceof Error && error.name === 'InvalidStateError') return passkeysText.alreadyAdded;
	return passkeysText.failed;
}
