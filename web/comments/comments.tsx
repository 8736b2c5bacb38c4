import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import * as commentsText from '../../contract/text/comments.ts';
import { RichText } from '../ui/rich-text.tsx';
import { useCommentCount } from './changes.ts';
import type { CommentsProps } from './comment-item.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { Composer } from './composer.tsx';

const CommentList = lazy(async () => ({ default: (await import('./comment-list.tsx')).CommentList }));

/** What links to the comments of a page end with, after `#`. */
const anchor = 'comments';

/** Everything people say about an ad or a post. The list itself loads as it comes near. */
export function Comments(props: CommentsProps) {
	const { target, id } = props;
	const count = useCommentCount({ target, id }, props.count);
	const place = useRef<HTMLDivElement>(null);
	const near = useNear(place);
	const section = useRef<HTMLElement>(null);
	const { hash } = useLocation();
	const wanted = useNavigationType() === 'PUSH' && hash === `#${anchor}`;
	useEffect(() => {
		// On a page that loads in place they come after the router has looked for them.
		if (wanted) section.current?.scrollIntoView();
	}, [wanted]);
	return (
		<section ref={section} id={anchor} aria-labelledby="comments-heading" className="scroll-mt-20">
			<h2 id="comments-heading" className="mb-3 text-18">
				<RichText
					text={commentsText.heading(count)}
					tags={{ count: (words) => <span className="font-semibold text-quiet tabular-nums">{words}</span> }}
				/>
			</h2>
			<Composer label={commentsText.addComment} target={target} id={id} parentId={null} count={count} />
			<div ref={place} className="mt-4">
				{near ? (
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

function useNear(place: { current: HTMLElement | null }): boolean {
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (near || !place.current) return;
		const observer = new IntersectionObserver(
			(entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
			{ rootMargin: '0px 0px 400px' },
		);
		observer.observe(place.current);
		return () => observer.disconnect();
	}, [near, place]);
	return near;
}
