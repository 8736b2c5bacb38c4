import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Comment } from '../../contract/comments.ts';
import * as commentsText from '../../contract/text/comments.ts';
import { RichText } from '../ui/rich-text.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useCommentCount } from './changes.ts';
import { Composer } from './composer.tsx';
import type { Commented } from './queries.ts';

const CommentList = lazy(async () => ({ default: (await import('./comment-list.tsx')).CommentList }));

/** What links to the comments of a page end with, after `#`. */
const anchor = 'comments';

export interface CommentsProps extends Commented {
	/** As the ad or post says it. */
	count: number;
	/** Path of a person's profile. */
	profilePath: (userName: string) => string;
	onReport: (comment: Comment) => void;
}

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

/** Stands where comments will be. */
export function CommentsSkeleton({ rows }: { rows: number }) {
	return (
		<div className="flex flex-col gap-5">
			{['first', 'second', 'third'].slice(0, rows).map((row) => (
				<div key={row} aria-hidden className="flex gap-3">
					<Skeleton className="size-10 shrink-0 rounded-full" />
					<div className="flex flex-1 flex-col gap-2 pt-1">
						<Skeleton className="h-4 w-40 rounded-full" />
						<Skeleton className="h-4 w-full rounded-full" />
					</div>
				</div>
			))}
		</div>
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
