import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { invalidInput } from '../core/domain-error.ts';
import { foldLookAlikes } from '../core/fold-look-alikes.ts';
import { joinDoubles, readSigns, toWordPattern } from '../core/word-patterns.ts';

/** Signs that look like a badge beside a name. */
const checkMark = /[✓✔☑✅🗸🗹√]/u;

const alternatives = (words: string) => words.trim().split(/\s+/).map(toWordPattern).join('|');

/** Words of a market about itself. A name that consists of such words claims to be the market's. */
const roles = alternatives(
	'official admin admins administrator administration administrators support supports moderator moderators moderation staff verified helpdesk helpline customercare customerservice customersupport team',
);
/** Words that change nothing about such a claim. */
const fillers = alternatives(
	`the real original genuine a of by from for at and my your our is this we us me account accounts page app website web site online com ng net org africa nigeria naija
	market marketplace help care customer customers service services security safety desk center centre trust trusted info contact hq head office management manager
	payments payment pay escrow refund refunds billing agent rep representative department unit group system live chat line seller sellers vendor vendors`,
);
const offices = alternatives(
	'official admin admins administrator support moderator staff verified helpdesk helpline customercare customerservice security team escrow refund refunds',
);

const whole = (pattern: string) => new RegExp(`^ ?(?:${pattern}) ?$`, 'u');
const word = (pattern: string) => new RegExp(`(?<![\\p{L}λ])(?:${pattern})(?![\\p{L}λ])`, 'u');
const anywhere = `(?:${fillers}|${roles})*`;

/** Claims that do not name the market. */
const generalClaims = [
	whole(`${anywhere}(?:${roles})${anywhere}`),
	word(alternatives('verified')),
	word(
		`${alternatives('official')} ?(?:${alternatives('seller sellers vendor vendors merchant support admin staff moderator market marketplace account')})`,
	),
];

/** Claims to be a market, by the letters of its name. Compiling them takes 100 ms. */
const marketClaims = new Map<string, RegExp[]>();

/** Returns claims to be the market with the letters of its name. */
function listMarketClaims(letters: string): RegExp[] {
	const market = toWordPattern(letters);
	const claims = marketClaims.get(letters) ?? [
		whole(`${anywhere}${market}${anywhere}`),
		word(`${market}(?:${offices})`),
		word(`(?:${offices})${market}`),
	];
	marketClaims.set(letters, claims);
	return claims;
}

const toWords = (text: string) =>
	readSigns(foldLookAlikes(text))
		.replace(/[^\p{L}\p{N}λ]+/gu, ' ')
		.trim();

/**
 * Returns whether a name claims to be the market, its staff, or verified, also in letters that only look so. The market's name within another
 * name is no claim, because 'kasuwa' is also a word.
 */
export function claimsMarket(name: string, brand: Brand): boolean {
	if (checkMark.test(name)) return true;
	const markets = new Set(
		[brand.name, brand.slug, defaultBrand.name].map((market) => toWords(market).replaceAll(' ', '')),
	);
	markets.delete('');
	const claims = [...generalClaims, ...[...markets].flatMap(listMarketClaims)];
	// A number at the end of a name tells accounts with one name apart.
	const words = toWords(name);
	const readings = [words, words.replace(/\p{N}+$/u, '')].map((text) => joinDoubles(text.trim()).letters);
	return readings.some((letters) => letters !== '' && claims.some((claim) => claim.test(letters)));
}

/** Throws `invalid` for a name that claims to be the market, its staff, or verified. */
export function assertNoClaim(field: 'user_name' | 'display_name', name: string | undefined, brand: Brand): void {
	if (name !== undefined && claimsMarket(name, brand))
		throw invalidInput({ [field]: accountsApiText.nameClaimsMarket(brand.name) });
}
