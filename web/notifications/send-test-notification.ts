import type { Client } from '../../contract/core/client.ts';
import * as messages from '../../contract/core/messages.ts';
import { getErrorMessage } from '../platform/error-message.ts';

/** Sends a test notification to an account's devices; `fcm_token` is a single-use handle for them. Errors have a message for the user. */
export async function sendTestNotification(api: Client, userId: string): Promise<string> {
	const { fcm_token } = await api.getSendHandle({ params: { userId } }).catch(throwTestError);
	if (!fcm_token) throw new Error(messages.notificationNoToken);
	const { message } = await api.sendNotification({ body: { fcm_token } }).catch(throwTestError);
	return message || messages.notificationSent;
}

function throwTestError(error: unknown): never {
	throw new Error(`${messages.notificationErrorPrefix}${getErrorMessage(error)}`);
}
