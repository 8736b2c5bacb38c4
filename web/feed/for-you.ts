import type { CallInput } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { ForYouItem } from '../../contract/feed.ts';
import type { Post } from '../../contract/posts.ts';

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
	const name = author.display_name || author.user_name;
	const choices: LessChoice[] = [
		{
			of: { what: 'seller', user_name: author.user_name },
			label: `Nothing from ${name}`,
			done: `You will not see ${name} here`,
		},
	];
	// A picture is never in this feed by itself.
	if (kind !== 'picture')
		choices.push({ of: { what: 'kind', kind }, label: `Fewer ${kind}s`, done: `You will see fewer ${kind}s here` });
	if (category !== null) {
		const named = category as Extract<LessOf, { what: 'category' }>['category'];
		choices.push({
			of: { what: 'category', category: named },
			label: `Less ${category}`,
			done: `You will see less of ${category} here`,
		});
	}
	return choices;
}

/** What was asked to see less of, by the id of the post it was asked at. */
export type Lessened = ReadonlyMap<number, LessChoice>;

/** Whether a post goes because its seller is to be seen no more. Of a kind or a category there is only less, and that is the server's part. */
export function goesToo({ id, author }: Post, lessened: Lessened): boolean {
	if (lessened.has(id)) return false;
	return [...lessened.values()].some(({ of }) => of.what === 'seller' && of.user_name === author.user_name);
}

/** The items of several pages in a row, each post once. */
export function itemsOf(pages: readonly { items: readonly ForYouItem[] }[]): ForYouItem[] {
	return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.post.id, item])).values()];
}
