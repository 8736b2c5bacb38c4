import { Heart } from 'lucide-react';
import * as itemActionsText from '../../text/web/item-actions.ts';
import { formatCount } from '../platform/format-count.ts';
import { classes } from '../ui/classes.ts';
import type { Likeable } from './likes.ts';
import { useLikeToggle } from './use-like-toggle.ts';

interface LikeButtonProps extends Likeable {
	/** Like count that was loaded with the ad or post. */
	count: number;
	/** Look of the button: `over` is for use on videos. */
	variant?: 'icon' | 'button' | 'over';
	className?: string;
}

const variants = {
	icon: 'gap-1 rounded-full text-12 hover:bg-sunken',
	button: 'gap-2 rounded-control bg-sunken px-4 font-semibold hover:bg-line',
	over: 'flex-col rounded-full font-semibold text-12 text-white [&>svg]:box-content [&>svg]:rounded-full [&>svg]:bg-black/55 [&>svg]:p-3 hover:[&>svg]:bg-black/70',
};

/** Like button with the like count. It asks a visitor to log in. */
export function LikeButton({ target, id, count, variant = 'icon', className }: LikeButtonProps) {
	const { liked, likes, toggle } = useLikeToggle({ target, id }, count);
	return (
		<button
			type="button"
			aria-pressed={liked}
			aria-label={itemActionsText.likeCount(likes)}
			title={itemActionsText.like}
			onClick={(event) => {
				event.stopPropagation();
				toggle();
			}}
			className={classes('icon-button', variants[variant], className)}
		>
			<Heart aria-hidden className={classes('size-5 shrink-0', liked && 'fill-danger text-danger')} />
			<span aria-hidden className="tabular-nums">
				{variant === 'button' || likes > 0 ? formatCount(likes) : ''}
			</span>
		</button>
	);
}
