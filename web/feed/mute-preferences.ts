import type { Person } from '../../contract/accounts/accounts.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import type { ForYouItem } from '../../contract/feed/feed.ts';
import { type ForYouKind, LimitedPlaces, listMuteLimits } from '../../contract/feed/for-you.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import * as forYouText from '../../text/web/for-you.ts';
import { getForYouItemKey } from './queries.ts';

/** Seller, kind or category of which the user wants to see less in the feed. */
export type MutePreference = CallInput<Endpoints['showLess']>['body']['of'];

export interface MuteOption {
	of: MutePreference;
	label: string;
	/** Message that confirms the muting. */
	confirmation: string;
}

/** What identifies an item of the For You feed, and what can be muted of it. */
export interface MuteSubject {
	key: string;
	seller: Person;
	kind: PostKind | 'ad';
	category: string | null;
}

export function toMuteSubject(item: ForYouItem): MuteSubject {
	const key = getForYouItemKey(item);
	if (item.type === 'ad') return { key, seller: item.ad.seller, kind: 'ad', category: item.ad.category };
	const { author, kind, category } = item.post;
	return { key, seller: author, kind, category };
}

export function getMuteOptions({ seller, kind, category }: Omit<MuteSubject, 'key'>): MuteOption[] {
	const choices = [toMuteOption({ what: 'seller', user_name: seller.user_name }, seller.display_name)];
	// The For You feed has no picture posts, so there is no option for them.
	if (kind !== 'picture') choices.push(toMuteOption({ what: 'kind', kind }));
	if (category !== null) {
		const knownCategory = category as Extract<MutePreference, { what: 'category' }>['category'];
		choices.push(toMuteOption({ what: 'category', category: knownCategory }));
	}
	return choices;
}

/** Adds label and confirmation to a mute preference. `name` is the seller's display name; if empty, the label shows the user name. */
export function toMuteOption(preference: MutePreference, name = ''): MuteOption {
	if (preference.what === 'seller') {
		const displayName = name || preference.user_name;
		return {
			of: preference,
			label: forYouText.hideSeller(displayName),
			confirmation: forYouText.hideSellerDone(displayName),
		};
	}
	if (preference.what === 'kind') {
		return {
			of: preference,
			label: forYouText.hideKind[preference.kind],
			confirmation: forYouText.hideKindDone[preference.kind],
		};
	}
	return {
		of: preference,
		label: forYouText.hideCategory(preference.category),
		confirmation: forYouText.hideCategoryDone(preference.category),
	};
}

/** Chosen mute options by the key of the item whose menu was used. */
export type ChosenMuteOptions = ReadonlyMap<string, MuteOption>;

/**
 * Finds the keys of the items to hide. All items of a muted seller are hidden. After a kind or category is muted, its later items are hidden
 * except those within its limit.
 */
export function findHiddenItems(items: readonly MuteSubject[], mutedItems: ChosenMuteOptions): Set<string> {
	const hidden = new Set<string>();
	const sellers = new Set([...mutedItems.values()].map(({ of }) => of.what === 'seller' && of.user_name));
	/** Kinds and categories that were muted at the items before the current one. */
	const muted = { kinds: new Set<ForYouKind>(), categories: new Set<string>() };
	const limited = new LimitedPlaces();
	/** Place of the current item, counted in visible items. */
	let place = 0;
	for (const item of items) {
		const choice = mutedItems.get(item.key);
		// The item whose menu was used stays as a row with the undo button.
		if (choice) {
			if (choice.of.what === 'kind') muted.kinds.add(choice.of.kind);
			if (choice.of.what === 'category') muted.categories.add(choice.of.category);
			continue;
		}
		const limits = listMuteLimits(item, muted);
		if (sellers.has(item.seller.user_name) || !limited.isFree(place, limits)) {
			hidden.add(item.key);
			continue;
		}
		limited.add(place, limits);
		place += 1;
	}
	return hidden;
}

export function isSamePreference(a: MutePreference, b: MutePreference): boolean {
	return getPreferenceKey(a) === getPreferenceKey(b);
}

export function getPreferenceKey(preference: MutePreference): string {
	return `${preference.what} ${preference.what === 'seller' ? preference.user_name : preference.what === 'kind' ? preference.kind : preference.category}`;
}
