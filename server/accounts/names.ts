import { brand } from '../../contract/brand.ts';

const reservedUserNames = new Set(
	`admin administrator ${brand.slug} api login logout signup dashboard support help root system moderator official null undefined me
	learning wishlist feed profile settings security staff team about terms privacy`.split(/\s+/),
);

/** User names that nobody may have. */
export function isReservedUserName(userName: string): boolean {
	return reservedUserNames.has(userName);
}

/** One spelling for every way to write the same address. */
export function normalizeEmail(email: string): string {
	return email.trim().normalize('NFKC').toLowerCase();
}
