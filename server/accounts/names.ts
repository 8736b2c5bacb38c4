import { brand } from '../../contract/brand.ts';

const reserved = new Set(
	`admin administrator ${brand.slug} api login logout signup dashboard support help root system moderator official null undefined me
	learning wishlist feed profile settings security staff team about terms privacy`.split(/\s+/),
);

/** User names that nobody may have. */
export function isReserved(userName: string): boolean {
	return reserved.has(userName);
}

/** One spelling for every way to write the same address. */
export function emailKey(email: string): string {
	return email.trim().normalize('NFKC').toLowerCase();
}
