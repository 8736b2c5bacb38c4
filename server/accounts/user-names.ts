import { randomInt } from 'node:crypto';
import { toUserName } from '../../contract/accounts/user-name.ts';
import * as limits from '../../contract/core/limits.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import { hashToken } from '../core/secrets.ts';
import type { Db } from '../database/index.ts';
import { listFormerUserNames } from './erasure-store.ts';
import { claimsMarket } from './name-claims.ts';
import { isReservedUserName } from './names.ts';
import { listTakenUserNames } from './store.ts';

/** Largest number of the suffix `_2`, `_3` and so on. If all are taken, random numbers follow. */
const maxCountedSuffix = 9;
const randomSuffixDigits = [3, 4, 6, 9];

/** Derives a free user name from the name of a person or shop. The name is not reserved: another account may take it first. */
export async function suggestUserName(db: Db, name: string, brand: Brand): Promise<string> {
	const candidates = listCandidates(name, brand).filter((candidate) => !isReservedUserName(candidate, brand));
	const taken = new Set(await listTakenUserNames(db, candidates));
	const former = new Set(await listFormerUserNames(db, candidates.map(hashToken)));
	const free = candidates.find((candidate) => !taken.has(candidate) && !former.has(hashToken(candidate)));
	return free ?? `shop_${randomInt(10 ** 12)}`;
}

/** Lists user names for a name, best first. */
function listCandidates(name: string, brand: Brand): string[] {
	const stem = toUserName(name);
	const randomSuffixes = randomSuffixDigits.map((digits) => randomInt(10 ** (digits - 1), 10 ** digits));
	if (stem === null || claimsMarket(name, brand)) return randomSuffixes.map((suffix) => `shop_${suffix}`);
	const suffixes = [...Array.from({ length: maxCountedSuffix - 1 }, (_, index) => index + 2), ...randomSuffixes];
	const withSuffix = (suffix: number) => `${toUserName(name, limits.userName.max - `_${suffix}`.length)}_${suffix}`;
	return [stem, ...suffixes.map(withSuffix)];
}
