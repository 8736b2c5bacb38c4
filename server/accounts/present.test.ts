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
	state: 'Lagos',
	lga: 'Ikeja',
	phone: '2348031234567',
	call_number: '2348091234567',
	phone_public: 0,
	user_image: null,
	avatar_id: null,
	followers: 3,
	review_count: 0,
	review_stars: 0,
	suspended_at: null,
	suspended_until: null,
	deletes_at: null,
	phone_verified_at: null,
	business_verified_at: null,
	business_name: null,
	response_time: null,
	response_time_at: null,
	reported: 0,
	caution: 0,
	is_ranking: 0,
	ranked_followers: 0,
	name_skeleton: null,
	name_since: null,
	look_alike: 0,
	former_skeleton: null,
	former_since: null,
	unreported_look_alike: 0,
	sample: 0,
	created_at: 0,
};
const epoch = '1970-01-01T00:00:00.000Z';
const names = { id: 7, user_name: 'ada', display_name: 'Ada Obi', user_image: null };
const person = { ...names, rating: null };

test('presentPerson omits private data', () => {
	expect(presentPerson(account)).toEqual(person);
});

test('presentPerson names what was proven, how quickly the seller answers, and whether to be careful', () => {
	expect(presentPerson({ ...account, phone_verified_at: 0 })).toEqual({ ...person, verified: ['phone'] });
	expect(presentPerson({ ...account, business_verified_at: 0 })).toEqual({ ...person, verified: ['business'] });
	const both = { ...account, phone_verified_at: 0, business_verified_at: 0 };
	expect(presentPerson(both)).toEqual({ ...person, verified: ['phone', 'business'] });
	expect(presentPerson({ ...account, response_time: 'hour' })).toEqual({ ...person, response_time: 'hour' });
	expect(presentPerson({ ...account, caution: 1 })).toEqual({ ...person, caution: true });
});

test('presentProfile includes the name of a business only while it is verified', () => {
	const named = { ...account, business_name: 'Ada Lamps Ltd' };
	expect(presentProfile(named).business_name).toBeNull();
	expect(presentProfile({ ...named, business_verified_at: 0 }).business_name).toBe('Ada Lamps Ltd');
});

test.each([
	[1, 5, 5],
	[3, 13, 4.3],
	[3, 14, 4.7],
	[40, 41, 1],
])('presentPerson rounds the average of %d reviews with %d stars to %d', (count, stars, average) => {
	expect(presentPerson({ ...account, review_count: count, review_stars: stars }).rating).toEqual({ average, count });
});

test('presentProfile includes the place and the numbers only if they are public', () => {
	const profile = {
		...person,
		bio: 'Lamps',
		place: null,
		has_whatsapp: false,
		has_call_number: false,
		business_name: null,
		followers: 3,
		created_at: epoch,
	};
	expect(presentProfile(account)).toEqual(profile);
	expect(presentProfile({ ...account, place_public: 1 })).toEqual({ ...profile, place: 'Lagos' });
	expect(presentProfile({ ...account, phone_public: 1 })).toEqual({
		...profile,
		has_whatsapp: true,
		has_call_number: true,
	});
});

test('presentMe omits the password hash', () => {
	const me = {
		...names,
		verified: [],
		bio: 'Lamps',
		place: 'Lagos',
		place_public: false,
		location: { state: 'Lagos', lga: 'Ikeja' },
		phone: '2348031234567',
		call_number: '2348091234567',
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
	expect(presentMe({ ...account, phone_verified_at: 0 })).toEqual({ ...me, verified: ['phone'] });
	expect(presentMe({ ...account, place_public: 1 })).toEqual({ ...me, place_public: true });
	expect(presentMe({ ...account, state: null, lga: null })).toEqual({ ...me, location: null });
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
