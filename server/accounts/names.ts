import { brand, defaultBrand } from '../../contract/brand.ts';

const reservedUserNames = new Set(
	`admin administrator ${defaultBrand.slug} api login logout signup dashboard support help root system moderator official null undefined me
	learning wishlist feed profile settings security staff team about terms privacy`.split(/\s+/),
);

export function isReservedUserName(userName: string): boolean {
	return reservedUserNames.has(userName) || userName === brand.slug.replaceAll('-', '_');
}

export function normalizeEmail(email: string): string {
	return email.trim().normalize('NFKC').toLowerCase();
}
