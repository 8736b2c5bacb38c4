import type { CallInput } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Post } from '../../contract/posts.ts';
import * as forYouText from '../../contract/text/for-you.ts';

/** Seller, post kind or category of which the user wants to see less in the feed. */
export type MutePreference = CallInput<Endpoints['showLess']>['body']['of'];

export interface MuteOption {
	of: MutePreference;
	label: string;
	/** Message that confirms the muting. */
	confirmation: string;
}

export function getMuteOptions({ author, kind, category }: Post): MuteOption[] {
	const choices = [toMuteOption({ what: 'seller', user_name: author.user_name }, author.display_name)];
	// The For You feed has no picture posts, so there is no option for them.
	if (kind !== 'picture') choices.push(toMuteOption({ what: 'kind', kind }));
	if (category !== null) {
		const knownCategory = category as Extract<MutePreference, { what: 'category' }>['category'];
		choices.push(toMuteOption({ what: 'category', category: knownCategory }));
	}
	return choices;
}

/** Adds label and confirmation to a mute preference. `name` is the seller's display name; if empty, the label shows the user name. */
export function toMuteOption(of: MutePreference, name = ''): MuteOption {
	if (of.what === 'seller') {
		const displayName = name || of.user_name;
		return { of, label: forYouText.hideSeller(displayName), confirmation: forYouText.hideSellerDone(displayName) };
	}
	if (of.what === 'kind') {
		return { of, label: forYouText.hideKind[of.kind], confirmation: forYouText.hideKindDone[of.kind] };
	}
	return { of, label: forYouText.hideCategory(of.category), confirmation: forYouText.hideCategoryDone(of.category) };
}

/** Chosen mute options by the id of the post whose menu was used. */
export type ChosenMuteOptions = ReadonlyMap<number, MuteOption>;

/** Number of posts of which at most one may match a muted kind or category. The server's ranking uses the same number. */
const mutedInterval = 5;

/**
 * Finds the posts to hide. All posts of a muted seller are hidden. After a kind or category is muted, its later posts are hidden except one
 * in `mutedInterval`. Muted kinds are ignored if both kinds are muted.
 */
export function findHiddenPosts(posts: readonly Post[], mutedPosts: ChosenMuteOptions): Set<number> {
	const hidden = new Set<number>();
	const sellers = new Set([...mutedPosts.values()].map(({ of }) => of.what === 'seller' && of.user_name));
	/** Kinds and categories that were muted in the posts before the current one. */
	const preferences: MutePreference[] = [];
	/** Position of the last visible post that matches each preference, counted in visible posts. */
	const lastPosition = new Map<MutePreference, number>();
	let position = 0;
	for (const post of posts) {
		const choice = mutedPosts.get(post.id);
		// The post whose menu was used stays as a row with the undo button.
		if (choice) {
			if (choice.of.what !== 'seller') preferences.push(choice.of);
			continue;
		}
		const matching = preferences.filter(
			(of) => matchesPreference(of, post) && !(of.what === 'kind' && mutesBothKinds(preferences)),
		);
		const tooMany = matching.some((of) => position - (lastPosition.get(of) ?? -mutedInterval) < mutedInterval);
		if (tooMany || sellers.has(post.author.user_name)) {
			hidden.add(post.id);
			continue;
		}
		for (const of of matching) lastPosition.set(of, position);
		position += 1;
	}
	return hidden;
}

function matchesPreference(of: MutePreference, { kind, category }: Post): boolean {
	return of.what === 'kind' ? of.kind === kind : of.what === 'category' && of.category === category;
}

function mutesBothKinds(preferences: readonly MutePreference[]): boolean {
	return new Set(preferences.map((of) => of.what === 'kind' && of.kind).filter(Boolean)).size > 1;
}

export function isSamePreference(a: MutePreference, b: MutePreference): boolean {
	return getPreferenceKey(a) === getPreferenceKey(b);
}

export function getPreferenceKey(of: MutePreference): string {
	return `${of.what} ${of.what === 'seller' ? of.user_name : of.what === 'kind' ? of.kind : of.category}`;
}
