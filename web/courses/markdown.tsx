import type { ComponentProps } from 'react';
import Markdown, { type Components } from 'react-markdown';
import * as commonText from '../../text/shared/common.ts';
import { adaptMarkdownToPage } from './markdown-tree.ts';

/** Renders a lesson's Markdown; HTML in it shows as text. The Markdown parser is large, so load this module lazily. */
export function LessonText({ text }: { text: string }) {
	return (
		<div dir="auto" className="flex max-w-prose flex-col gap-4 wrap-anywhere">
			<Markdown remarkPlugins={plugins} urlTransform={(address) => address} components={components}>
				{text}
			</Markdown>
		</div>
	);
}

const plugins = [adaptMarkdownToPage];
const list = 'flex flex-col gap-1.5 pl-6 marker:text-quiet';

const components: Components = {
	h2: ({ node: _, ...rest }) => <Heading as="h2" className="mt-4 text-22" {...rest} />,
	h3: ({ node: _, ...rest }) => <Heading as="h3" className="mt-3 text-18" {...rest} />,
	h4: ({ node: _, ...rest }) => <Heading as="h4" className="mt-2 font-bold text-16" {...rest} />,
	h5: ({ node: _, ...rest }) => <Heading as="h5" className="mt-2 font-bold text-14" {...rest} />,
	h6: ({ node: _, ...rest }) => <Heading as="h6" className="mt-2 font-bold text-14 text-quiet" {...rest} />,
	a: ({ node: _, children, ...rest }) => (
		<a
			target="_blank"
			rel="noopener nofollow"
			className="rounded-sm text-leaf underline decoration-leaf/40 underline-offset-2 hover:decoration-leaf"
			{...rest}
		>
			{children}
			<span className="sr-only">{commonText.opensInNewTab}</span>
		</a>
	),
	ul: ({ node: _, ...rest }) => <ul className={`list-disc ${list}`} {...rest} />,
	ol: ({ node: _, ...rest }) => <ol className={`list-decimal ${list}`} {...rest} />,
	li: ({ node: _, ...rest }) => <li className="[&>ol]:mt-1.5 [&>p+p]:mt-2 [&>ul]:mt-1.5" {...rest} />,
	blockquote: ({ node: _, ...rest }) => (
		<blockquote className="flex flex-col gap-2 border-leaf border-l-4 pl-4 text-quiet" {...rest} />
	),
	hr: ({ node: _, ...rest }) => <hr className="my-2 border-line" {...rest} />,
	code: ({ node: _, ...rest }) => <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-14" {...rest} />,
	pre: ({ node: _, ...rest }) => (
		<pre
			dir="ltr"
			// biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too
			tabIndex={0}
			className="overflow-x-auto rounded-control bg-sunken p-4 text-14 wrap-normal [&>code]:bg-transparent [&>code]:p-0"
			{...rest}
		/>
	),
};

function Heading({ as: As, ...rest }: ComponentProps<'h2'> & { as: 'h2' | 'h3' | 'h4' | 'h5' | 'h6' }) {
	return <As {...rest} />;
}
