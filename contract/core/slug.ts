import * as limits from './limits.ts';

/**
 * Converts text to a URL slug: a-z, 0-9 and single hyphens, 1 to `limits.slug` characters, cut between words if possible. Returns 'ad' for
 * text without letters or digits.
 */
export function slugify(text: string): string {
	const words = text
		.normalize('NFKD')
		.replace(/[\u0300-\u036f'’]/g, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
	if (words.length <= limits.slug) return words || 'ad';
	const cut = words.slice(0, limits.slug + 1);
	const end = cut.lastIndexOf('-');
	return end > 0 ? cut.slice(0, end) : words.slice(0, limits.slug);
}
