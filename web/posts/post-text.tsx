import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import * as commonText from '../../contract/text/common.ts';
import * as postsText from '../../contract/text/posts.ts';
import { excerptOf, type Piece, piecesOf } from './pieces.ts';

/** How much of a text a list shows at first. */
const excerpt = { letters: 320, lines: 7 };

interface PostTextProps {
	text: string;
	/** Path of a person's profile, and of a search for a word. */
	paths: { profile: (userName: string) => string; search: (words: string) => string };
	/** All of it, without 'Read more'. */
	whole?: boolean;
	/** Marks what was looked for in a part of the text. */
	mark: (text: string) => ReactNode;
	className?: string;
}

/** A text as people typed it, with its links, people and words to tap. */
export function PostText({ text, paths, whole = false, mark, className }: PostTextProps) {
	const [opened, setOpened] = useState(false);
	const pieces = useMemo(() => piecesOf(text), [text]);
	const short = useMemo(() => (whole ? null : excerptOf(pieces, excerpt)), [pieces, whole]);
	const shown = short && !opened ? short : pieces;
	return (
		<div className={className}>
			<p dir="auto" className="whitespace-pre-line wrap-anywhere">
				{Array.from(shown.entries(), ([at, piece]) => (
					// Their places never change: the text is the same.
					<RichPiece key={at} piece={piece} paths={paths} mark={mark} />
				))}
				{short && !opened && '…'}
			</p>
			{short && (
				<button
					type="button"
					aria-expanded={opened}
					onClick={() => setOpened(!opened)}
					className="-mx-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-leaf hover:underline"
				>
					{opened ? postsText.readLess : commonText.readMore}
				</button>
			)}
		</div>
	);
}

const link = 'rounded-sm text-leaf underline decoration-leaf/40 underline-offset-2 hover:decoration-leaf';

function RichPiece({ piece, paths, mark }: { piece: Piece } & Pick<PostTextProps, 'paths' | 'mark'>) {
	switch (piece.type) {
		case 'text':
			return mark(piece.text);
		case 'link':
			return (
				<a href={piece.href} target="_blank" rel="noopener nofollow ugc" className={link}>
					{piece.text}
					<span className="sr-only">{commonText.opensInNewTab}</span>
				</a>
			);
		case 'mention':
			return (
				<Link to={paths.profile(piece.userName)} className={link}>
					{mark(piece.text)}
				</Link>
			);
		case 'tag':
			return (
				<Link to={paths.search(`#${piece.word}`)} className={link}>
					{mark(piece.text)}
				</Link>
			);
	}
}
