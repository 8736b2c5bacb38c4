import type { AccountRow } from './tables.ts';

export function isAccountVisible({
	suspended_at,
	deletes_at,
}: Pick<AccountRow, 'suspended_at' | 'deletes_at'>): boolean {
	return suspended_at === null && deletes_at === null;
}
