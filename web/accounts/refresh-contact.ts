import type { Client } from '../../contract/core/client.ts';
import { getSession, refreshSession } from './session.ts';

interface PostedContact {
	place?: string | null | undefined;
	location?: object | null | undefined;
	whatsapp?: string | null | undefined;
	call_number?: string | null | undefined;
}

/** Updates the session if the account has taken over the place, the location or the numbers of a posted ad. Ignores errors. */
export async function refreshContact(api: Client, { place, location, whatsapp, call_number }: PostedContact) {
	const session = getSession();
	const takesPlace = (place && !session?.place) || (location && !session?.location);
	const takesNumbers = (whatsapp || call_number) && !session?.phone && !session?.call_number;
	if (!session || (!takesPlace && !takesNumbers)) return;
	try {
		refreshSession(await api.getMe());
	} catch {
		// The next form is not filled in. Nothing else depends on it.
	}
}
