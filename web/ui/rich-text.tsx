import { Fragment, type ReactNode } from 'react';

/** Names of the tags in a text that is known while compiling; any name otherwise. */
type TagNames<Text extends string> = string extends Text
	? string
	: Text extends `${string}<${infer Tag}>${infer Rest}`
		? (Tag extends `/${string}` ? never : Tag extends `${infer Name}/` ? Name : Tag) | TagNames<Rest>
		: never;

interface RichTextProps<Text extends string> {
	/** A sentence with tags: `<name>words</name>`, or `<name/>` where an element stands. What a user wrote is passed as a tag, never in the text. */
	text: Text;
	/** Renders each tag by its name; other tags stay text. */
	tags: Record<TagNames<Text>, (words: string) => ReactNode>;
}

/** A sentence that contains links or other elements, in one piece, so that its words can change their order. */
export function RichText<Text extends string>({ text, tags }: RichTextProps<Text>) {
	const renderers: Record<string, ((words: string) => ReactNode) | undefined> = tags;
	// Splits into plain text, tag name, words, plain text, …
	const pieces = text.split(new RegExp(`<(${Object.keys(renderers).join('|')})(?:/>|>(.*?)</\\1>)`));
	return pieces.map((piece, index) => {
		if (index % 3 === 2) return null;
		// biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a sentence keep their places.
		return <Fragment key={index}>{index % 3 === 0 ? piece : renderers[piece]?.(pieces[index + 1] ?? '')}</Fragment>;
	});
}
