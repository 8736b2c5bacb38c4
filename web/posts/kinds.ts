import { Image, type LucideIcon, MessageSquareText, MessagesSquare } from 'lucide-react';
import { limits } from '../../contract/limits.ts';
import type { PostKind } from '../../contract/posts.ts';
import * as postsText from '../../contract/text/posts.ts';

interface KindFacts {
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

function wordsOf(kind: PostKind): Pick<KindFacts, 'name' | 'word' | 'words'> {
	return { name: postsText.kindNames[kind], word: postsText.kindWords[kind], words: postsText.kindPlurals[kind] };
}

/** What is different from kind to kind. */
export const kinds: Record<PostKind, KindFacts> = {
	tweet: { Icon: MessageSquareText, ...wordsOf('tweet'), letters: tweet, pictures },
	talk: { Icon: MessagesSquare, ...wordsOf('talk'), letters: talk, pictures },
	picture: { Icon: Image, ...wordsOf('picture'), letters: picture, pictures: 1 },
};
