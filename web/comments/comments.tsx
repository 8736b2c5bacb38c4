import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import * as commentsText from '../../text/web/comments.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { RichText } from '../ui/rich-text.tsx';
import type { CommentsProps } from './comment-item.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { Composer, type DraftedQuestion } from './composer.tsx';
import { useCommentCount } from './mutations.ts';

const CommentList = lazyComponent(async () => (await import('./comment-list.tsx')).CommentList);

const anchor = 'comments';

/** Comments of an ad or a post. The list loads when it comes near the viewport. */
export function Comments({ question = null, ...props }: CommentsProps & { question?: DraftedQuestion | null }) {
	const { target, id } = props;
	const count = useCommentCount({ target, id }, props.count);
	const listArea = useRef<HTMLDivElement>(null);
	const isNear = useIsNear(listArea);
	const section = useRef<HTMLElement>(null);
	const { hash } = useLocation();
	const isTarget = useNavigationType() === 'PUSH' && hash === `#${anchor}`;
	useEffect(() => {
		// On a page that loads its data late, the comments mount after the router has looked for the URL fragment, so this code scrolls.
		if (isTarget) section.current?.scrollIntoView();
	}, [isTarget]);
	return (
		<section ref={section} id={anchor} aria-labelledby="comments-heading" className="scroll-mt-20">
			<h2 id="comments-heading" className="mb-3 text-18">
				<RichText
					text={commentsText.heading(count)}
					tags={{ count: (words) => <span className="font-semibold text-quiet tabular-nums">{words}</span> }}
				/>
			</h2>
			<Composer
				label={commentsText.addComment}
				target={target}
				id={id}
				parentId={null}
				count={count}
				question={question}
			/>
			<div ref={listArea} className="mt-4">
				{isNear ? (
					<Suspense fallback={<CommentsSkeleton rows={props.count} />}>
						<CommentList {...props} count={count} />
					</Suspense>
				) : (
					<CommentsSkeleton rows={props.count} />
				)}
			</div>
		</section>
	);
}

function useIsNear(area: { current: HTMLElement | null }): boolean {
	const [isNear, setNear] = useState(false);
	useEffect(() => {
		if (isNear || !area.current) return;
		const observer = new IntersectionObserver(
			(entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
			{ rootMargin: '0px 0px 400px' },
		);
		observer.observe(area.current);
		return () => observer.disconnect();
	}, [isNear, area]);
	return isNear;
}
