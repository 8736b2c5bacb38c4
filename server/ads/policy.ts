import type { Actor } from '../platform/http/index.ts';
import type { Authorized } from '../platform/refusal.ts';
import type { AdRow } from './tables.ts';

/** Ads that are hidden, or whose seller is, are nobody's to see but their seller's. */
export function maySee(ad: AdRow, actor: Actor | null): boolean {
	return !isHidden(ad) || ad.seller_id === actor?.accountId;
}

export function isHidden({ hidden_at, owner_gone }: Pick<AdRow, 'hidden_at' | 'owner_gone'>): boolean {
	return hidden_at !== null || owner_gone === 1;
}

/** The ad, where this actor may change or delete it: only its seller. */
export function ownAdOf(actor: Actor, ad: AdRow): Authorized<AdRow> | null {
	return ad.seller_id === actor.accountId ? (ad as Authorized<AdRow>) : null;
}
