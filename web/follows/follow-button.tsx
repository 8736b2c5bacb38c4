import { UserCheck, UserPlus } from 'lucide-react';
import * as followsText from '../../text/web/follows.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { useActor } from '../platform/actor.ts';
import { useLoginPrompt } from '../platform/visitor-intent.ts';
import { Button } from '../ui/button.tsx';
import { useFollow, useIsFollowing } from './follows.ts';

interface FollowButtonProps {
	userName: string;
	name: string;
	/** Current follower count; undefined if the page does not show it. */
	followers?: number;
	/** Look of the follow button. `plain` has no background, for use in lists. */
	variant?: 'primary' | 'quiet' | 'plain';
	className?: string;
}

/** Button that follows or unfollows a seller. It renders nothing for the user's own account and asks a visitor to log in. */
export function FollowButton({ userName, name, followers, variant = 'primary', className }: FollowButtonProps) {
	const actor = useActor();
	const promptLogin = useLoginPrompt();
	const following = useIsFollowing(userName);
	const follow = useFollow();
	if (actor?.user_name === userName) return null;
	const Icon = following ? UserCheck : UserPlus;
	return (
		<Button
			variant={following ? 'quiet' : variant}
			aria-label={following ? followsText.followingName(name) : followsText.followName(name)}
			className={className ?? ''}
			onClick={(event) => {
				event.stopPropagation();
				const change = { userName, following: !following, followers };
				if (actor) follow.mutate(change);
				else promptLogin(logInPromptText.toFollow(name), { action: 'follow', input: change });
			}}
		>
			<Icon aria-hidden className="size-5" />
			{following ? followsText.following : followsText.follow}
		</Button>
	);
}
