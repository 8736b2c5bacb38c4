import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { getTarget } from '../content/index.ts';
import { readPageById } from '../core/cursor.ts';
import type { CommentService, CommentServiceDeps } from './comments.ts';
import * as store from './store.ts';
import { assertVisibleTarget, isCommentVisible, presentComments, requireVisibleComment } from './visible-comments.ts';

export function createCommentLists({
	db,
	accounts,
	ads,
	posts,
}: Pick<CommentServiceDeps, 'db' | 'accounts' | 'ads' | 'posts'>) {
	const services = { ads, posts };

	return {
		async list(target, targetId, page) {
			await assertVisibleTarget(db, services, target, targetId);
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listComments(db, target, targetId, below, most),
			);
			return { items: await presentComments(db, accounts, rows), next_cursor };
		},

		async listReplies(id, page) {
			await requireVisibleComment(db, services, id);
			const { rows, next_cursor } = await readPageById(page, (above, most) => store.listReplies(db, id, above, most));
			return { items: await presentComments(db, accounts, rows), next_cursor };
		},

		async listUnanswered(actor, page) {
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				store.listUnansweredComments(db, actor.accountId, below, most),
			);
			const idsOn = (target: ContentTarget) => {
				const on = rows.map(getTarget).filter((one) => one.target === target);
				return [...new Set(on.map(({ targetId }) => targetId))];
			};
			const targets = {
				ads: await ads.targets(db, idsOn('ads')),
				posts: await posts.targets(db, idsOn('posts')),
			};
			const items = (await presentComments(db, accounts, rows)).flatMap((comment) => {
				const on = targets[comment.target].get(comment.target_id);
				return on ? [{ ...comment, target_title: on.title, target_path: on.path }] : [];
			});
			return { items, next_cursor };
		},

		async hasVisible(db, ids) {
			for (const id of ids) {
				const comment = await store.findComment(db, id);
				if (comment && (await isCommentVisible(db, comment))) return true;
			}
			return false;
		},

		async findVisible(db, id) {
			const row = await store.findComment(db, id);
			if (!row || !(await isCommentVisible(db, row))) return null;
			const { target, targetId } = getTarget(row);
			const found = await services[target].target(db, targetId);
			const [comment] = await presentComments(db, accounts, [row]);
			return found && comment ? { ...comment, path: found.path } : null;
		},

		async target(db, id) {
			const comment = await store.findComment(db, id);
			if (!comment || !(await isCommentVisible(db, comment))) return null;
			const { target, targetId } = getTarget(comment);
			return (await services[target].target(db, targetId)) ? { id, ownerId: comment.account_id } : null;
		},

		async findForReview(db, ids) {
			const rows = await store.findComments(db, ids);
			const targets = {
				ads: await ads.findForReview(
					db,
					rows.flatMap((row) => row.ad_id ?? []),
				),
				posts: await posts.findForReview(
					db,
					rows.flatMap((row) => row.post_id ?? []),
				),
			};
			return new Map(
				rows.map((row) => {
					const { target, targetId } = getTarget(row);
					const { path = null, picture = null } = targets[target].get(targetId) ?? {};
					const title = row.text.slice(0, limits.title.max).toWellFormed().trim();
					const visiblePath = row.visible === 1 ? path : null;
					return [row.id, { ownerId: row.account_id, title, text: row.text, picture, path: visiblePath }];
				}),
			);
		},
	} satisfies Partial<CommentService>;
}
