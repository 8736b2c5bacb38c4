import { Image, type LucideIcon, MessageSquareText, MessagesSquare } from 'lucide-react';
import { limits } from '../../contract/limits.ts';
import type { PostKind } from '../../contract/posts.ts';

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

/** What is different from kind to kind. */
export const kinds: Record<PostKind, KindFacts> = {
	tweet: { Icon: MessageSquareText, name: 'Tweet', word: 'tweet', words: 'tweets', letters: tweet, pictures },
	talk: { Icon: MessagesSquare, name: 'Talk', word: 'talk', words: 'talks', letters: talk, pictures },
	picture: { Icon: Image, name: 'Picture', word: 'picture', words: 'pictures', letters: picture, pictures: 1 },
};
