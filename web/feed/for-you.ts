import type { CallInput } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { Post } from '../../contract/posts.ts';
import * as feedText from '../../contract/text/feed.ts';

/** What is to be seen less of. */
export type LessOf = CallInput<Endpoints['showLess']>['body']['of'];

export interface LessChoice {
	of: LessOf;
	/** On its button. */
	label: string;
	/** What it has done. */
	done: string;
}

/** What can be seen less of because of a post, with the words for it. */
export function choicesOf({ author, kind, category }: Post): LessChoice[] {
	const choices = [choiceOf({ what: 'seller', user_name: author.user_name }, author.display_name)];
	// A picture is never in this feed by itself.
	if (kind !== 'picture') choices.push(choiceOf({ what: 'kind', kind }));
	if (category !== null) {
		const named = category as Extract<LessOf, { what: 'category' }>['category'];
		choices.push(choiceOf({ what: 'category', category: named }));
	}
	return choices;
}

/** The words for what is to be seen less of. A seller is called by the user name where there is no other. */
export function choiceOf(of: LessOf, name = ''): LessChoice {
	if (of.what === 'seller') {
		const called = name || of.user_name;
		return { of, label: feedText.nothingFrom(called), done: feedText.nothingFromDone(called) };
	}
	if (of.what === 'kind') {
		return { of, label: feedText.fewerOf[of.kind], done: feedText.fewerOfDone[of.kind] };
	}
	return { of, label: feedText.lessOf(of.category), done: feedText.lessOfDone(of.category) };
}

/** What was asked to see less of, by the id of the post it was asked at. */
export type Lessened = ReadonlyMap<number, LessChoice>;

/** Of so many posts one may be of what is wanted less of, as in the server's ranking. */
const lessEvery = 5;

/**
 * Ids of the posts that go because of what was asked at another one: of a seller all, of a kind or a category all behind it but one in
 * any five.
 */
export function goneToo(posts: readonly Post[], lessened: Lessened): Set<number> {
	const gone = new Set<number>();
	const sellers = new Set([...lessened.values()].map(({ of }) => of.what === 'seller' && of.user_name));
	/** Kinds and categories asked for so far. */
	const asked: LessOf[] = [];
	/** Where one of each last stayed, counted in posts that stay. */
	const lastPlace = new Map<LessOf, number>();
	let place = 0;
	for (const post of posts) {
		const choice = lessened.get(post.id);
		// The post it was asked at leaves the line that takes it back.
		if (choice) {
			if (choice.of.what !== 'seller') asked.push(choice.of);
			continue;
		}
		const heeded = asked.filter((of) => isOf(of, post) && !(of.what === 'kind' && lessOfBoth(asked)));
		const tooMany = heeded.some((of) => place - (lastPlace.get(of) ?? -lessEvery) < lessEvery);
		if (tooMany || sellers.has(post.author.user_name)) {
			gone.add(post.id);
			continue;
		}
		for (const of of heeded) lastPlace.set(of, place);
		place += 1;
	}
	return gone;
}

function isOf(of: LessOf, { kind, category }: Post): boolean {
	return of.what === 'kind' ? of.kind === kind : of.what === 'category' && of.category === category;
}

/** Less of both kinds is less of nothing. */
function lessOfBoth(asked: readonly LessOf[]): boolean {
	return new Set(asked.map((of) => of.what === 'kind' && of.kind).filter(Boolean)).size > 1;
}

/** Whether both are about the same. */
export function isSame(one: LessOf, other: LessOf): boolean {
	return keyOf(one) === keyOf(other);
}

/** Tells choices apart. */
export function keyOf(of: LessOf): string {
	return `${of.what} ${of.what === 'seller' ? of.user_name : of.what === 'kind' ? of.kind : of.category}`;
}
