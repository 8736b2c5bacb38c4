import type { Me, Person, Profile, Session } from '../../contract/accounts.ts';
import type { AccountRow } from './tables.ts';

export function presentPerson(account: AccountRow): Person {
	return {
		id: account.id,
		user_name: account.user_name,
		display_name: account.display_name,
		user_image: account.user_image,
	};
}

export function presentProfile(account: AccountRow): Profile {
	return {
		...presentPerson(account),
		bio: account.bio,
		place: account.place_public === 1 ? account.place : null,
		whatsapp: account.phone_public === 1 ? account.phone : null,
		followers: account.followers,
		created_at: new Date(account.created_at).toISOString(),
	};
}

export function presentMe(account: AccountRow): Me {
	return {
		...presentPerson(account),
		bio: account.bio,
		place: account.place,
		place_public: account.place_public === 1,
		phone: account.phone,
		phone_public: account.phone_public === 1,
		email: account.email,
		email_verified: account.email_verified_at !== null,
		new_email: account.new_email,
		role: account.role,
		must_change_password: account.must_change_password === 1,
		deletes_at: account.deletes_at === null ? null : new Date(account.deletes_at).toISOString(),
		created_at: new Date(account.created_at).toISOString(),
	};
}

export function presentSession(account: AccountRow, token: string, endsAt: number): Session {
	return { ...presentMe(account), token, expires_at: new Date(endsAt).toISOString() };
}
