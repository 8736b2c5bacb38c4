import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

/** Maximum number of ads that the device remembers. */
export const maxRecentAds = 30;

interface RecentAds {
	/** Whether the user switched the list off. */
	off: boolean;
	/** Ids of the ads, last viewed first. */
	ids: readonly number[];
}

const empty: RecentAds = { off: false, ids: [] };

const stored = createStoredValue<RecentAds>('recently-viewed', parseRecentAds);

/** Returns the ads that were viewed on this device, last viewed first. Null on the server and during hydration. */
export function useRecentAds(): RecentAds | null {
	return useStoredValue(stored);
}

export function rememberAd(id: number): void {
	const { off, ids } = stored.get() ?? empty;
	if (!off && ids[0] !== id) stored.set({ off, ids: prependAd(ids, id) });
}

/** Removes ads that no longer exist. */
export function removeRecentAds(gone: readonly number[]): void {
	const { off, ids } = stored.get() ?? empty;
	if (ids.some((id) => gone.includes(id))) stored.set({ off, ids: ids.filter((id) => !gone.includes(id)) });
}

/** Empties the list, also at logout, because others may use the device. Whether it is off stays. */
export function clearRecentAds(): void {
	const { off } = stored.get() ?? empty;
	if (off) stored.set({ off, ids: [] });
	else stored.remove();
}

/** Switches the list off and empties it, or switches it on. */
export function switchRecentAds(on: boolean): void {
	stored.set({ off: !on, ids: [] });
}

export function prependAd(ids: readonly number[], id: number): number[] {
	return [id, ...ids.filter((other) => other !== id)].slice(0, maxRecentAds);
}

export function parseRecentAds(value: unknown): RecentAds | null {
	if (typeof value !== 'object' || value === null) return null;
	const { off, ids } = value as Partial<Record<keyof RecentAds, unknown>>;
	const valid = Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id) && id > 0) : [];
	return { off: off === true, ids: [...new Set(valid)].slice(0, maxRecentAds) };
}
