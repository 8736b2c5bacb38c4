import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import { generateToken } from '../core/secrets.ts';

const reservedUserNames = new Set(
	`admin administrator ${defaultBrand.slug} api login logout signup dashboard support help root system moderator official null undefined me
	learning wishlist feed profile settings security staff team about terms privacy`.split(/\s+/),
);

export function isReservedUserName(userName: string, brand: Brand): boolean {
	return reservedUserNames.has(userName) || userName === brand.slug.replaceAll('-', '_');
}

/**
 * Key of the first account that signed up with an address while another account had it. Its owner may log in with the address, as an owner of
 * an address that nobody had. Addresses contain no space.
 */
export function toClaimKey(emailKey: string): string {
	return `${emailKey} claimed`;
}

/** Key of a further account with the address of another one. Nobody can log in with it, but its owner may confirm the address. */
export function toSpareKey(emailKey: string): string {
	return `${emailKey} ${generateToken()}`;
}

export function normalizeEmail(email: string): string {
	return email.trim().normalize('NFKC').toLowerCase();
}
