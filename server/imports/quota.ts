import { importLimits } from '../../contract/imports/import-limits.ts';
import * as importsApiText from '../../text/server/imports-api.ts';
import type { TrustLevel } from '../accounts/index.ts';
import { type DomainError, tooManyRequests } from '../core/domain-error.ts';
import type { ImportRow } from './tables.ts';

const day = 86_400_000;
/** Period of the quota in milliseconds. */
export const importQuotaPeriod = 7 * day;

interface QuotaCheck {
	/** Number of ads of the new import. */
	ads: number;
	/** Imports of the account in the quota period. */
	earlier: readonly Pick<ImportRow, 'ads' | 'posted' | 'created_at' | 'finished_at'>[];
	trustLevel: TrustLevel;
	/** Time until which the account counts as new. */
	newUntil: number;
	now: number;
}

/** Returns the error for an import beyond the quota, or null. An ended import counts with the ads that it posted. */
export function getQuotaError({ ads, earlier, trustLevel, newUntil, now }: QuotaCheck): DomainError | null {
	const today = earlier.filter(({ created_at }) => created_at > now - day);
	if (today.length >= importLimits.importsPerDay) {
		const first = Math.min(...today.map(({ created_at }) => created_at));
		return tooManyRequests(importsApiText.importsPerDay(importLimits.importsPerDay), first + day - now);
	}
	const most = importLimits.adsPerWeek[trustLevel];
	const used = earlier.reduce((sum, row) => sum + (row.finished_at === null ? row.ads : row.posted), 0);
	if (used + ads <= most) return null;
	if (trustLevel !== 'older') {
		const message =
			trustLevel === 'unverified'
				? importsApiText.newAccountUnconfirmed(most, importLimits.adsPerWeek.verified)
				: importsApiText.newAccount(most);
		return tooManyRequests(message, newUntil - now);
	}
	const first = Math.min(now, ...earlier.map(({ created_at }) => created_at));
	return tooManyRequests(importsApiText.adsPerWeek(most, Math.max(0, most - used)), first + importQuotaPeriod - now);
}
