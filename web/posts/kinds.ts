import { Image, type LucideIcon, MessageSquareText, MessagesSquare } from 'lucide-react';
import { limits } from '../../contract/limits.ts';
import type { PostKind } from '../../contract/posts.ts';
import * as postsText from '../../contract/text/posts.ts';

interface KindInfo {
	Icon: LucideIcon;
	/** As it begins a sentence. */
	name: string;
	/** As it stands inside of one. */
	word: string;
	words: string;
	letters: number;
	pictures: number;
}

const { tweet, talk, picture, pictures } = limits.post;

function getKindNames(kind: PostKind): Pick<KindInfo, 'name' | 'word' | 'words'> {
	return { name: postsText.kindNames[kind], word: postsText.kindWords[kind], words: postsText.kindPlurals[kind] };
}

/** What is different from kind to kind. */
export const kinds: Record<PostKind, KindInfo> = {
	tweet: { Icon: MessageSquareText, ...getKindNames('tweet'), letters: tweet, pictures },
	talk: { Icon: MessagesSquare, ...getKindNames('talk'), letters: talk, pictures },
	picture: { Icon: Image, ...getKindNames('picture'), letters: picture, pictures: 1 },
};
