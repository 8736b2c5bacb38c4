import { expect, test } from 'vitest';
import { presentMe, presentPerson, presentProfile, presentSession } from './present.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

const account: AccountRow = {
	id: 7,
	user_name: 'ada',
	display_name: 'Ada Obi',
	email: 'ada@example.com',
	email_key: 'ada@example.com',
	email_verified_at: null,
	new_email: null,
	password_hash: 'hash',
	role: 'user',
	must_change_password: 0,
	bio: 'Lamps',
	place: 'Lagos',
	place_public: 0,
	phone: '2348031234567',
	phone_public: 0,
	user_image: null,
	avatar_id: null,
	followers: 3,
	suspended_at: null,
	suspended_until: null,
	deletes_at: null,
	sample: 0,
	created_at: 0,
};
const epoch = '1970-01-01T00:00:00.000Z';
const person = { id: 7, user_name: 'ada', display_name: 'Ada Obi', user_image: null };

test('presentPerson omits private data', () => {
	expect(presentPerson(account)).toEqual(person);
});

test('presentProfile includes place and phone number only if they are public', () => {
	const profile = { ...person, bio: 'Lamps', place: null, whatsapp: null, followers: 3, created_at: epoch };
	expect(presentProfile(account)).toEqual(profile);
	expect(presentProfile({ ...account, place_public: 1 })).toEqual({ ...profile, place: 'Lagos' });
	expect(presentProfile({ ...account, phone_public: 1 })).toEqual({ ...profile, whatsapp: '2348031234567' });
});

test('presentMe omits the password hash', () => {
	const me = {
		...person,
		bio: 'Lamps',
		place: 'Lagos',
		place_public: false,
		phone: '2348031234567',
		phone_public: false,
		email: 'ada@example.com',
		email_verified: false,
		new_email: null,
		role: 'user',
		must_change_password: false,
		deletes_at: null,
		created_at: epoch,
	};
	expect(presentMe(account)).toEqual(me);
	expect(presentMe({ ...account, place_public: 1 })).toEqual({ ...me, place_public: true });
	expect(presentMe({ ...account, phone_public: 1 })).toEqual({ ...me, phone_public: true });
	expect(presentMe({ ...account, email_verified_at: 0 })).toEqual({ ...me, email_verified: true });
	expect(presentMe({ ...account, must_change_password: 1 })).toEqual({ ...me, must_change_password: true });
	expect(presentMe({ ...account, deletes_at: 0 })).toEqual({ ...me, deletes_at: epoch });
	expect(presentSession(account, 'token', 0)).toEqual({ ...me, token: 'token', expires_at: epoch });
});

test('isAccountVisible is false for a suspended or deleted account', () => {
	expect(isAccountVisible({ suspended_at: null, deletes_at: null })).toBe(true);
	expect(isAccountVisible({ suspended_at: 0, deletes_at: null })).toBe(false);
	expect(isAccountVisible({ suspended_at: null, deletes_at: 0 })).toBe(false);
	expect(isAccountVisible({ suspended_at: 0, deletes_at: 0 })).toBe(false);
});
