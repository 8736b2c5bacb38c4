import { useEffect, useEffectEvent, useRef } from 'react';
import { type NewComment, useAddComment } from '../comments/mutations.ts';
import { useFollow } from '../follows/follows.ts';
import { useLike } from '../likes/likes.ts';
import type { ReportSubject } from '../moderation/report-dialog.tsx';
import type { PendingVisitorIntent } from '../platform/visitor-intent.ts';
import { useSaveSearch } from '../saved-searches/mutations.ts';
import type { SearchInput } from '../saved-searches/queries.ts';

interface ResumeVisitorIntentProps {
	intent: PendingVisitorIntent;
	onReport: (reported: ReportSubject) => void;
	onDone: () => void;
}

/** Maximum number of frames to wait until the page has its former height. */
const maxFrames = 30;

/** Performs once what a visitor wanted to do before the login, and restores the scroll position. */
export function ResumeVisitorIntent({ intent, onReport, onDone }: ResumeVisitorIntentProps) {
	const like = useLike();
	const follow = useFollow();
	const comment = useAddComment();
	const saveSearch = useSaveSearch();
	const done = useRef(false);

	const resume = useEffectEvent(() => {
		if (done.current) return;
		done.current = true;
		scrollBack(intent.scroll);
		const { action, input } = intent;
		if (action === 'like') like.mutate(input as Parameters<typeof like.mutate>[0]);
		if (action === 'follow') follow.mutate(input as Parameters<typeof follow.mutate>[0]);
		if (action === 'comment') comment.mutate(input as NewComment);
		if (action === 'save-search') saveSearch.mutate(input as SearchInput);
		if (action === 'report') onReport(input as ReportSubject);
		onDone();
	});

	useEffect(() => resume(), []);
	return null;
}

function scrollBack(scroll: number, tries = maxFrames) {
	const reachable = document.documentElement.scrollHeight - window.innerHeight;
	window.scrollTo({ top: scroll, behavior: 'instant' });
	if (reachable < scroll && tries > 0) requestAnimationFrame(() => scrollBack(scroll, tries - 1));
}
