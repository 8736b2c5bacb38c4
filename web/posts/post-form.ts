import { createTextSchema } from '../../contract/core/fields.ts';
import type { UploadedFile } from '../../contract/media/media.ts';
import { newPostSchema, type PostKind, updatePost } from '../../contract/posts/posts.ts';
import * as commonText from '../../text/shared/common.ts';
import { postKindInfo } from './post-kind-info.ts';

export interface PostFields {
	text: string;
	/** Chosen category; empty if none is chosen. */
	category: string;
}

export const emptyPost: PostFields = { text: '', category: '' };

const unlimitedTextSchema = createTextSchema({ max: Number.MAX_SAFE_INTEGER });

/** Returns a text's length as the API counts it: trimmed and without invisible characters. */
export function countLetters(text: string): number {
	const result = unlimitedTextSchema.safeParse(text);
	return result.success ? result.data.length : text.trim().length;
}

export interface PostProblems {
	text?: string;
	pictures?: string;
	category?: string;
}

/** Validates a post by the API's schema; null if valid. `pictures` is the number of chosen pictures. */
export function validatePost(kind: PostKind, fields: PostFields, pictures: number): PostProblems | null {
	const images: UploadedFile[] = Array.from({ length: pictures }, () => ({ secure_url: 'https://here.invalid' }));
	const result = newPostSchema.safeParse(toPostBody(kind, fields, images));
	if (result.success) return null;
	const problems: PostProblems = {};
	for (const { path, message } of result.error.issues) {
		const name = path[0] === 'images' ? 'pictures' : path[0] === 'category' ? 'category' : 'text';
		problems[name] ??= message;
	}
	return problems;
}

export function toPostBody(kind: PostKind, { text, category }: PostFields, images: UploadedFile[]) {
	return { kind, text, images, ...(category !== '' && { category }) };
}

export function createPostTextSchema(kind: PostKind) {
	const missing = kind !== 'picture' && { missing: commonText.writeSomething };
	return updatePost.body.extend({ text: createTextSchema({ max: postKindInfo[kind].letters, ...missing }) });
}
