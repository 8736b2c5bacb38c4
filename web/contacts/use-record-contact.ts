import { getSession } from '../accounts/session.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { type ContactTap, trackContact } from '../platform/track.ts';

/**
 * Returns a function that counts a buyer's tap on a contact link, and tells the seller who a logged-in buyer is. Taps by the seller are
 * ignored. `seller` is the seller's user name.
 */
export function useRecordContact(adId: number, seller: string) {
	const sendOrQueue = useSendOrQueue();
	return (kind: ContactTap) => {
		const session = getSession();
		if (session?.user_name === seller) return;
		trackContact(adId, kind);
		if (!session) return;
		const input = { params: { id: String(adId), kind } };
		const options = { slot: `contact ${adId}`, key: generateRandomKey() };
		// A rejected call, for example beyond the daily quota, must not keep the buyer from the chat.
		sendOrQueue('recordContact', input, options).catch(() => {});
	};
}
