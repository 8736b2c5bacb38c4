import type { Profile } from '../../contract/accounts/accounts.ts';
import { makePerson } from './posts.ts';

/** Makes the public profile of the account of `makeSession`. */
export function makeProfile(overrides: Partial<Profile> = {}): Profile {
	return {
		...makePerson(7, 'ada_obi'),
		bio: '',
		place: null,
		has_whatsapp: false,
		has_call_number: false,
		business_name: null,
		followers: 0,
		created_at: '2026-01-10T09:00:00.000Z',
		...overrides,
	};
}
