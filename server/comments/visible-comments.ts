import type { Comment } from '../../contract/comments/comments.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as commonText from '../../text/shared/common.ts';
import { getTarget } from '../content/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db } from '../database/index.ts';
import type { CommentServiceDeps } from './comments.ts';
import { presentComment } from './present.ts';
import * as store from './store.ts';
import type { CommentRow } from './tables.ts';

/** Services of what people comment on. */
export type CommentedServices = Pick<CommentServiceDeps, 'ads' | 'posts'>;

type Accounts = CommentServiceDeps['accounts'];

/** Throws `not_found` unless the ad or post is visible. */
export async function assertVisibleTarget(
	db: Db,
	services: CommentedServices,
	target: ContentTarget,
	id: number,
): Promise<void> {
	if (!(await services[target].target(db, id))) throw new DomainError('not_found', commonText.notHere);
}

/** Returns whether a comment is visible. A reply is visible only while its parent comment is. */
export async function isCommentVisible(db: Db, { visible, parent_id }: CommentRow): Promise<boolean> {
	if (visible === 0) return false;
	return parent_id === null || (await store.findComment(db, parent_id))?.visible === 1;
}

/** Finds a comment. Throws `not_found` unless the comment and its ad or post are visible. */
export async function requireVisibleComment(db: Db, services: CommentedServices, id: number): Promise<CommentRow> {
	const comment = await store.findComment(db, id);
	if (!comment || !(await isCommentVisible(db, comment))) throw commentNotFound();
	const { target, targetId } = getTarget(comment);
	await assertVisibleTarget(db, services, target, targetId);
	return comment;
}

export async function presentComments(db: Db, accounts: Accounts, rows: readonly CommentRow[]): Promise<Comment[]> {
	const people = await accounts.findPeople(db, new Set(rows.map((row) => row.account_id)));
	return rows.flatMap((row) => {
		const author = people.get(row.account_id);
		return author ? [presentComment(row, author)] : [];
	});
}

export async function presentOneComment(db: Db, accounts: Accounts, row: CommentRow): Promise<Comment> {
	const [presented] = await presentComments(db, accounts, [row]);
	if (!presented) throw commentNotFound();
	return presented;
}

export function commentNotFound(): DomainError {
	return new DomainError('not_found', contentApiText.commentGone);
}
