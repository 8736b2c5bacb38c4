import { Image, type LucideIcon, MessageSquareText, MessagesSquare } from 'lucide-react';
import * as postLimits from '../../contract/posts/limits.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import * as postsText from '../../text/web/posts.ts';

interface KindInfo {
	Icon: LucideIcon;
	/** Name of the post kind, with a capital first letter. */
	name: string;
	/** Name of the post kind in lower case. `words` is its plural. */
	word: string;
	words: string;
	letters: number;
	pictures: number;
}

const { tweet, talk, picture, pictures } = postLimits.post;

function getKindNames(kind: PostKind): Pick<KindInfo, 'name' | 'word' | 'words'> {
	return { name: postsText.kindNames[kind], word: postsText.kindWords[kind], words: postsText.kindPlurals[kind] };
}

/** Icon, names and limits of each post kind. `letters` and `pictures` are maximums. */
export const postKindInfo: Record<PostKind, KindInfo> = {
	tweet: { Icon: MessageSquareText, ...getKindNames('tweet'), letters: tweet, pictures },
	talk: { Icon: MessagesSquare, ...getKindNames('talk'), letters: talk, pictures },
	picture: { Icon: Image, ...getKindNames('picture'), letters: picture, pictures: 1 },
};
