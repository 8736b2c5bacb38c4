import type { CallInput } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Post } from '../../contract/posts.ts';
import * as feedText from '../../contract/text/feed.ts';

/** What is to be seen less of. */
export type MutePreference = CallInput<Endpoints['showLess']>['body']['of'];

export interface MuteOption {
	of: MutePreference;
	/** On its button. */
	label: string;
	/** What it has done. */
	confirmation: string;
}

/** What can be seen less of because of a post, with the words for it. */
export function getMuteOptions({ author, kind, category }: Post): MuteOption[] {
	const choices = [toMuteOption({ what: 'seller', user_name: author.user_name }, author.display_name)];
	// A picture is never in this feed by itself.
	if (kind !== 'picture') choices.push(toMuteOption({ what: 'kind', kind }));
	if (category !== null) {
		const named = category as Extract<MutePreference, { what: 'category' }>['category'];
		choices.push(toMuteOption({ what: 'category', category: named }));
	}
	return choices;
}

/** The words for what is to be seen less of. A seller is called by the user name where there is no other. */
export function toMuteOption(of: MutePreference, name = ''): MuteOption {
	if (of.what === 'seller') {
		const displayName = name || of.user_name;
		return { of, label: feedText.nothingFrom(displayName), confirmation: feedText.nothingFromDone(displayName) };
	}
	if (of.what === 'kind') {
		return { of, label: feedText.fewerOf[of.kind], confirmation: feedText.fewerOfDone[of.kind] };
	}
	return { of, label: feedText.lessOf(of.category), confirmation: feedText.lessOfDone(of.category) };
}

/** What was asked to see less of, by the id of the post it was asked at. */
export type MutedPosts = ReadonlyMap<number, MuteOption>;

/** Of so many posts one may be of what is wanted less of, as in the server's ranking. */
const mutedInterval = 5;

/**
 * Ids of the posts that go because of what was asked at another one: of a seller all, of a kind or a category all behind it but one in
 * any five.
 */
export function findHiddenPosts(posts: readonly Post[], mutedPosts: MutedPosts): Set<number> {
	const hidden = new Set<number>();
	const sellers = new Set([...mutedPosts.values()].map(({ of }) => of.what === 'seller' && of.user_name));
	/** Kinds and categories asked for so far. */
	const preferences: MutePreference[] = [];
	/** Where one of each last stayed, counted in posts that stay. */
	const lastPosition = new Map<MutePreference, number>();
	let position = 0;
	for (const post of posts) {
		const choice = mutedPosts.get(post.id);
		// The post it was asked at leaves the line that takes it back.
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

/** Less of both kinds is less of nothing. */
function mutesBothKinds(asked: readonly MutePreference[]): boolean {
	return new Set(asked.map((of) => of.what === 'kind' && of.kind).filter(Boolean)).size > 1;
}

/** Whether both are about the same. */
export function isSamePreference(one: MutePreference, other: MutePreference): boolean {
	return getPreferenceKey(one) === getPreferenceKey(other);
}

/** Tells choices apart. */
export function getPreferenceKey(of: MutePreference): string {
	return `${of.what} ${of.what === 'seller' ? of.user_name : of.what === 'kind' ? of.kind : of.category}`;
}
