import type { Actor } from '../platform/http/index.ts';
import type { Authorized } from '../platform/refusal.ts';
import type { AdRow } from './tables.ts';

/** Hidden ads are nobody's to see but their seller's. */
export function maySee(ad: AdRow, actor: Actor | null): boolean {
	return ad.hidden_at === null || ad.seller_id === actor?.accountId;
}

/** The ad, where this actor may change or delete it: only its seller. */
export function ownAdOf(actor: Actor, ad: AdRow): Authorized<AdRow> | null {
	return ad.seller_id === actor.accountId ? (ad as Authorized<AdRow>) : null;
}
