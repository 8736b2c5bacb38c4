import { useEffect, useEffectEvent, useRef } from 'react';
import { type NewComment, useAddComment } from '../../comments/changes.ts';
import { useFollow } from '../../follows/follows.ts';
import { useLike } from '../../likes/likes.ts';
import type { Reported } from '../../moderation/report-dialog.tsx';
import type { Intent } from '../../platform/intent.ts';

interface CarryOutProps {
	intent: Intent;
	onReport: (reported: Reported) => void;
	onDone: () => void;
}

/** Pictures that the page may take until it is as long as it was, at most. */
const patience = 30;

/** Does, once, what a visitor wanted before logging in, at the spot where they wanted it. */
export function CarryOut({ intent, onReport, onDone }: CarryOutProps) {
	const like = useLike();
	const follow = useFollow();
	const comment = useAddComment();
	const done = useRef(false);

	const carryOut = useEffectEvent(() => {
		if (done.current) return;
		done.current = true;
		scrollBack(intent.scroll);
		const { action, input } = intent;
		if (action === 'like') like.mutate(input as Parameters<typeof like.mutate>[0]);
		if (action === 'follow') follow.mutate(input as Parameters<typeof follow.mutate>[0]);
		if (action === 'comment') comment.mutate(input as NewComment);
		if (action === 'report') onReport(input as Reported);
		onDone();
	});

	useEffect(() => carryOut(), []);
	return null;
}

function scrollBack(scroll: number, tries = patience) {
	const reachable = document.documentElement.scrollHeight - window.innerHeight;
	window.scrollTo({ top: scroll, behavior: 'instant' });
	if (reachable < scroll && tries > 0) requestAnimationFrame(() => scrollBack(scroll, tries - 1));
}
