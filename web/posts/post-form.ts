import { text as textField } from '../../contract/fields.ts';
import type { UploadedFile } from '../../contract/media.ts';
import { newPost, type PostKind, updatePost } from '../../contract/posts.ts';
import * as commonText from '../../contract/text/common.ts';
import { kinds } from './kinds.ts';

/** What is typed of a post. */
export interface PostFields {
	text: string;
	/** Empty where none is chosen. */
	category: string;
}

export const emptyPost: PostFields = { text: '', category: '' };

const anyLength = textField({ max: Number.MAX_SAFE_INTEGER });

/** The letters of a text as they are counted when it is sent: without spaces around it and without marks nobody sees. */
export function countLetters(text: string): number {
	const result = anyLength.safeParse(text);
	return result.success ? result.data.length : text.trim().length;
}

export interface PostProblems {
	text?: string;
	pictures?: string;
	category?: string;
}

/** What is missing or too much, by the contract's own words; null where it can be sent. `pictures` counts those chosen. */
export function validatePost(kind: PostKind, fields: PostFields, pictures: number): PostProblems | null {
	const chosen: UploadedFile[] = Array.from({ length: pictures }, () => ({ secure_url: 'https://here.invalid' }));
	const result = newPost.safeParse(toPostBody(kind, fields, chosen));
	if (result.success) return null;
	const problems: PostProblems = {};
	for (const { path, message } of result.error.issues) {
		const name = path[0] === 'images' ? 'pictures' : path[0] === 'category' ? 'category' : 'text';
		problems[name] ??= message;
	}
	return problems;
}

/** What is sent. */
export function toPostBody(kind: PostKind, { text, category }: PostFields, images: UploadedFile[]) {
	return { kind, text, images, ...(category !== '' && { category }) };
}

/** What the new text of a post has to be. */
export function postTextSchema(kind: PostKind) {
	const missing = kind !== 'picture' && { missing: commonText.writeSomething };
	return updatePost.body.extend({ text: textField({ max: kinds[kind].letters, ...missing }) });
}
