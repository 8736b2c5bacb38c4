import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import type { AccountRow } from './tables.ts';

/** Returns the column `caution` of an account: 1 while the account is new, has proven nothing, and is reported. */
export function computeCaution(
	account: Pick<AccountRow, 'created_at' | 'reported' | 'phone_verified_at' | 'business_verified_at'>,
	now: number,
): 0 | 1 {
	const isUnverified = account.phone_verified_at === null && account.business_verified_at === null;
	const isNew = now - account.created_at < verificationLimits.cautionPeriod;
	return isUnverified && isNew && account.reported === 1 ? 1 : 0;
}
