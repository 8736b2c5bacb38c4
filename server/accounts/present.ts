import {
	type Me,
	type Person,
	type Profile,
	type Rating,
	type Session,
	type VerifiedKind,
	verifiedKinds,
} from '../../contract/accounts/accounts.ts';
import { toIsoTime } from '../core/clock.ts';
import type { MailAddress } from '../senders/mail/index.ts';
import { normalizeEmail } from './names.ts';
import type { AccountRow } from './tables.ts';

/** Presents the fields by which people recognize an account. */
export function presentName({ id, user_name, display_name, user_image }: AccountRow) {
	return { id, user_name, display_name, user_image };
}

function listVerified({ phone_verified_at, business_verified_at }: AccountRow): VerifiedKind[] {
	const times = { phone: phone_verified_at, business: business_verified_at };
	return verifiedKinds.filter((kind) => times[kind] !== null);
}

/** Lists what customers see as proven beside some numbers. A number that they could use and that is not the proven one hides that proof. */
function listShownVerified(account: AccountRow, numbers: readonly (string | null)[]): VerifiedKind[] {
	// A badge would make customers take the account for the one that it looks like.
	if (account.look_alike === 1) return [];
	const published = account.phone_public === 1 ? [...numbers, account.call_number] : numbers;
	const isProven = published.every((number) => number === null || number === account.phone);
	return listVerified(account).filter((kind) => kind !== 'phone' || isProven);
}

/** `numbers` are those of the ad beside which the person is shown. */
export function presentPerson(account: AccountRow, numbers: readonly (string | null)[] = []): Person {
	const verified = listShownVerified(account, numbers);
	return {
		...presentName(account),
		rating: presentRating(account),
		...(verified.length > 0 && { verified }),
		...(account.response_time !== null && { response_time: account.response_time }),
		...(account.caution === 1 && { caution: true as const }),
	};
}

function presentRating({ review_count: count, review_stars: stars }: AccountRow): Rating | null {
	return count === 0 ? null : { average: Math.round((stars * 10) / count) / 10, count };
}

export function presentProfile(account: AccountRow): Profile {
	return {
		...presentPerson(account),
		bio: account.bio,
		place: account.place_public === 1 ? account.place : null,
		has_whatsapp: account.phone_public === 1 && account.phone !== null,
		has_call_number: account.phone_public === 1 && account.call_number !== null,
		business_name: account.business_verified_at === null ? null : account.business_name,
		followers: account.followers,
		created_at: toIsoTime(account.created_at),
	};
}

export function presentMe(account: AccountRow): Me {
	return {
		...presentName(account),
		verified: listVerified(account),
		bio: account.bio,
		place: account.place,
		place_public: account.place_public === 1,
		location: account.state === null ? null : { state: account.state, lga: account.lga },
		phone: account.phone,
		call_number: account.call_number,
		phone_public: account.phone_public === 1,
		email: account.email,
		email_verified: account.email_verified_at !== null,
		new_email: account.new_email,
		role: account.role,
		must_change_password: account.must_change_password === 1,
		deletes_at: toIsoTime(account.deletes_at),
		created_at: toIsoTime(account.created_at),
	};
}

/** Returns whether no other account has the email address of an account. */
export function hasAddress({ email, email_key }: AccountRow): boolean {
	return email_key === normalizeEmail(email);
}

export function toMailAddress({ email, email_verified_at }: AccountRow): MailAddress {
	return { email, isProven: email_verified_at !== null };
}

export function presentSession(account: AccountRow, token: string, endsAt: number): Session {
	return { ...presentMe(account), token, expires_at: toIsoTime(endsAt) };
}
