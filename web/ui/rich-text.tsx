import { Fragment, type ReactNode } from 'react';

interface RichTextProps {
	/** A sentence with tags: `<name>words</name>`, or `<name/>` where an element stands. What a user wrote is passed as a tag, never in the text. */
	text: string;
	/** Renders each tag by its name; other tags stay text. */
	tags: Record<string, (words: string) => ReactNode>;
}

/** A sentence that contains links or other elements, in one piece, so that its words can change their order. */
export function RichText({ text, tags }: RichTextProps) {
	// Splits into plain text, tag name, words, plain text, …
	const pieces = text.split(new RegExp(`<(${Object.keys(tags).join('|')})(?:/>|>(.*?)</\\1>)`));
	return pieces.map((piece, index) => {
		if (index % 3 === 2) return null;
		// biome-ignore lint/suspicious/noArrayIndexKey: The pieces of a sentence keep their places.
		return <Fragment key={index}>{index % 3 === 0 ? piece : tags[piece]?.(pieces[index + 1] ?? '')}</Fragment>;
	});
}
