import { Heart } from 'lucide-react';
import * as itemActionsText from '../../contract/text/item-actions.ts';
import * as logInPromptText from '../../contract/text/log-in-prompt.ts';
import { useActor } from '../platform/actor.ts';
import { formatCount } from '../platform/format-count.ts';
import { useLoginPrompt } from '../platform/visitor-intent.ts';
import { classes } from '../ui/classes.ts';
import { type Likeable, useLike, useLikeState } from './likes.ts';

interface LikeButtonProps extends Likeable {
	/** Like count that was loaded with the ad or post. */
	count: number;
	variant?: 'icon' | 'button';
	className?: string;
}

const variants = {
	icon: 'gap-1 rounded-full text-12 hover:bg-sunken',
	button: 'gap-2 rounded-control bg-sunken px-4 font-semibold hover:bg-line',
};

/** Like button with the like count. It asks a visitor to log in. */
export function LikeButton({ target, id, count, variant = 'icon', className }: LikeButtonProps) {
	const { liked, likes } = useLikeState({ target, id }, count);
	const like = useLike();
	const actor = useActor();
	const promptLogin = useLoginPrompt();
	return (
		<button
			type="button"
			aria-pressed={liked}
			aria-label={itemActionsText.likeCount(likes)}
			title={itemActionsText.like}
			onClick={(event) => {
				event.stopPropagation();
				const change = { target, id, liked: !liked, likes };
				if (actor) like.mutate(change);
				else promptLogin(logInPromptText.toLike, { action: 'like', input: change });
			}}
			className={classes(
				'inline-flex min-h-11 min-w-0 items-center justify-center transition-colors',
				variants[variant],
				className,
			)}
		>
			<Heart aria-hidden className={classes('size-5 shrink-0', liked && 'fill-danger text-danger')} />
			<span aria-hidden className="tabular-nums">
				{variant === 'button' || likes > 0 ? formatCount(likes) : ''}
			</span>
		</button>
	);
}
