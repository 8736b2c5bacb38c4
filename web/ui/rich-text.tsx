import { Fragment, type ReactNode } from 'react';

/** Union of the tag names in `Text`, if it is a literal type. For other strings, any name. */
type TagNames<Text extends string> = string extends Text
	? string
	: Text extends `${string}<${infer Tag}>${infer Rest}`
		? (Tag extends `/${string}` ? never : Tag extends `${infer Name}/` ? Name : Tag) | TagNames<Rest>
		: never;

interface RichTextProps<Text extends string> {
	/** A sentence with tags: `<name>words</name>` or `<name/>`. User input must come from a tag, never from the text. */
	text: Text;
	/** Renders each tag by its name. Tags without a renderer stay text. */
	tags: Record<TagNames<Text>, (words: string) => ReactNode>;
}

/** Renders a sentence that contains links or other elements. The sentence is one text, so that translations can reorder it. */
export function RichText<Text extends string>({ text, tags }: RichTextProps<Text>) {
	const renderers: Record<string, ((words: string) => ReactNode) | undefined> = tags;
	// The text is split into plain text, tag name, words, plain text, and so on.
	const pieces = text.split(new RegExp(`<(${Object.keys(renderers).join('|')})(?:/>|>(.*?)</\\1>)`));
	return pieces.map((piece, index) => {
		if (index % 3 === 2) return null;
		// biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a sentence keep their places.
		return <Fragment key={index}>{index % 3 === 0 ? piece : renderers[piece]?.(pieces[index + 1] ?? '')}</Fragment>;
	});
}
