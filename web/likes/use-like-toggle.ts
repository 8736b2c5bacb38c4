import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { useActor } from '../platform/actor.ts';
import { useLoginPrompt } from '../platform/visitor-intent.ts';
import { type Likeable, useLike, useLikeState } from './likes.ts';

/** Returns the like of an ad or post, and a function that likes it or removes the like. It asks a visitor to log in. */
export function useLikeToggle({ target, id }: Likeable, count: number) {
	const { liked, likes } = useLikeState({ target, id }, count);
	const like = useLike();
	const actor = useActor();
	const promptLogin = useLoginPrompt();
	function toggle() {
		const change = { target, id, liked: !liked, likes };
		if (actor) like.mutate(change);
		else promptLogin(logInPromptText.toLike, { action: 'like', input: change });
	}
	return { liked, likes, toggle };
}
