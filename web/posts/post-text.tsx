import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import * as commonText from '../../text/shared/common.ts';
import { getExcerpt, splitIntoTextTokens, type TextToken } from './text-tokens.ts';

const excerptLimits = { letters: 320, lines: 7 };

interface PostTextProps {
	text: string;
	paths: { profile: (userName: string) => string; search: (words: string) => string };
	/** If true, shows the full text without 'Read more'. */
	expanded?: boolean;
	/** Highlights search matches in a part of the post's text. */
	highlight: (text: string) => ReactNode;
	className?: string;
}

export function PostText({ text, paths, expanded = false, highlight, className }: PostTextProps) {
	const [opened, setOpened] = useState(false);
	const tokens = useMemo(() => splitIntoTextTokens(text), [text]);
	const excerpt = useMemo(() => (expanded ? null : getExcerpt(tokens, excerptLimits)), [tokens, expanded]);
	const visibleTokens = excerpt && !opened ? excerpt : tokens;
	return (
		<div className={className}>
			<p dir="auto" className="whitespace-pre-line wrap-anywhere">
				{Array.from(visibleTokens.entries(), ([index, token]) => (
					// The index is a stable key, because the text's tokens do not change.
					<TextTokenView key={index} token={token} paths={paths} highlight={highlight} />
				))}
				{excerpt && !opened && '…'}
			</p>
			{excerpt && (
				<button
					type="button"
					aria-expanded={opened}
					onClick={() => setOpened(!opened)}
					className="-mx-2 inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-leaf hover:underline"
				>
					{opened ? commonText.collapse : commonText.readMore}
				</button>
			)}
		</div>
	);
}

const link = 'rounded-sm text-leaf underline decoration-leaf/40 underline-offset-2 hover:decoration-leaf';

function TextTokenView({ token, paths, highlight }: { token: TextToken } & Pick<PostTextProps, 'paths' | 'highlight'>) {
	switch (token.type) {
		case 'text':
			return highlight(token.text);
		case 'link':
			return (
				<a href={token.href} target="_blank" rel="noopener nofollow ugc" className={link}>
					{token.text}
					<span className="sr-only">{commonText.opensInNewTab}</span>
				</a>
			);
		case 'mention':
			return (
				<Link to={paths.profile(token.userName)} className={link}>
					{highlight(token.text)}
				</Link>
			);
		case 'tag':
			return (
				<Link to={paths.search(`#${token.word}`)} className={link}>
					{highlight(token.text)}
				</Link>
			);
	}
}
