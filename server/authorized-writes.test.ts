import { expect, test } from 'vitest';
import * as ads from './ads/store.ts';
import type { AdRow } from './ads/tables.ts';
import { authorizeCommentAuthor, authorizeCommentModerator } from './comments/policy.ts';
import * as comments from './comments/store.ts';
import type { CommentRow } from './comments/tables.ts';
import { createContentPolicy, isContentHidden } from './content/policy.ts';
import { createContentStore } from './content/store.ts';
import {
	type AuthorizedRow,
	authorizeModerator,
	authorizeOwner,
	type ModeratorAuthorizedRow,
} from './core/authorization.ts';
import { canReadModule } from './courses/policy.ts';
import type { LearnerRow } from './courses/tables.ts';
import type { Tx } from './database/index.ts';
import type { Actor } from './http/index.ts';
import { authorizeMediaOwner, authorizeUploadOwner } from './media/policy.ts';
import type { ResumableUploadService } from './media/resumable-uploads.ts';
import * as media from './media/store.ts';
import type { MediaRow, UploadRow } from './media/tables.ts';
import * as posts from './posts/store.ts';
import type { PostRow } from './posts/tables.ts';
import {
	authorizeReviewAuthor,
	authorizeReviewedSeller,
	authorizeReviewModerator,
	type ReceivedReview,
	type WrittenReview,
} from './reviews/policy.ts';
import * as reviews from './reviews/store.ts';
import type { ReviewRow } from './reviews/tables.ts';

/** Calls with a review that was authorized for its other side. */
function createExchangedReviewWrites(tx: Tx, written: WrittenReview, received: ReceivedReview) {
	return [
		// @ts-expect-error
		() => reviews.updateReview(tx, received, { stars: 5 }),
		// @ts-expect-error
		() => reviews.deleteReview(tx, received),
		// @ts-expect-error
		() => reviews.setReply(tx, written, { reply: '', reply_created_at: 0, reply_edited_at: null }),
		// @ts-expect-error
		() => reviews.setReviewHidden(tx, written, { hidden_at: 1 }),
	];
}

interface Rows {
	ad: AdRow;
	post: PostRow;
	comment: CommentRow;
	file: MediaRow;
	upload: UploadRow;
}

/** Returns calls with rows that were not authorized, or authorized for another operation. None may compile, so none runs. */
function createUnauthorizedWrites(tx: Tx, actor: Actor, resumable: ResumableUploadService, rows: Rows) {
	const { ad, post, comment, file, upload } = rows;
	const shared = createContentStore<AdRow>('ads');
	const moderated = comment as ModeratorAuthorizedRow<CommentRow>;
	const authorized = ad as AuthorizedRow<AdRow>;
	return [
		// @ts-expect-error
		() => ads.updateAd(tx, ad, { title: 't' }),
		// @ts-expect-error
		() => posts.updatePost(tx, post, { text: 't' }),
		// @ts-expect-error
		() => posts.restorePost(tx, post, 0),
		// @ts-expect-error
		() => shared.remove(tx, ad),
		// @ts-expect-error
		() => shared.setHidden(tx, authorized, { hidden_at: 1 }),
		// @ts-expect-error
		() => comments.updateCommentText(tx, moderated, { text: 't', edited_at: 1 }),
		// @ts-expect-error
		() => comments.setCommentHidden(tx, comment, 1),
		// @ts-expect-error
		() => comments.deleteComment(tx, comment),
		// @ts-expect-error
		() => media.attachMediaOnce(tx, file, { attached_at: 1, access: 'public' }),
		// @ts-expect-error
		() => media.setReceivedBytes(tx, upload, 1),
		// @ts-expect-error
		() => resumable.finish(actor, upload, ''),
		// @ts-expect-error
		() => resumable.remove(upload),
	];
}

// The compiler runs this test: if one of the writes compiles, its @ts-expect-error is reported as unused.
test('writes without authorization do not compile', () => {
	expect(createUnauthorizedWrites({} as Tx, {} as Actor, {} as ResumableUploadService, {} as Rows)).toHaveLength(12);
});

test('a seller cannot change a review, nor its author the reply', () => {
	expect(createExchangedReviewWrites({} as Tx, {} as WrittenReview, {} as ReceivedReview)).toHaveLength(4);
	const review = { buyer_id: 1, seller_id: 2 } as ReviewRow;
	expect(authorizeReviewAuthor({ accountId: 1 }, review)).toBe(review);
	expect(authorizeReviewAuthor({ accountId: 2 }, review)).toBeNull();
	expect(authorizeReviewedSeller({ accountId: 1 }, review)).toBeNull();
	expect(authorizeReviewedSeller({ accountId: 2 }, review)).toBe(review);
	expect(authorizeReviewModerator({ role: 'admin' }, review)).toBe(review);
	expect(authorizeReviewModerator({ role: 'user' }, review)).toBeNull();
});

test('authorizes only the owner of a row', () => {
	const policy = createContentPolicy<AdRow>({ ownerId: (ad) => ad.seller_id, isDeleted: () => false });
	const [ad, comment, file] = [
		{ seller_id: 1 } as AdRow,
		{ account_id: 1 } as CommentRow,
		{ account_id: 1 } as MediaRow,
	];
	const upload = { account_id: 1 } as UploadRow;
	for (const [accountId, isOwner] of [
		[1, true],
		[2, false],
	] as const) {
		const actor = { accountId };
		expect(authorizeOwner(actor, ad, 1)).toBe(isOwner ? ad : null);
		expect(policy.owned(actor, ad)).toBe(isOwner ? ad : null);
		expect(authorizeCommentAuthor(actor, comment)).toBe(isOwner ? comment : null);
		expect(authorizeMediaOwner(actor, file)).toBe(isOwner ? file : null);
		expect(authorizeUploadOwner(actor, upload)).toBe(isOwner ? upload : null);
	}
});

test('authorizes no one for a row without an owner', () => {
	expect(authorizeMediaOwner({ accountId: 1 }, { account_id: null } as MediaRow)).toBeNull();
});

test('authorizes administrators to moderate every row, and its owner not', () => {
	const comment = { account_id: 1 } as CommentRow;
	expect(authorizeModerator({ role: 'admin' }, comment)).toBe(comment);
	expect(authorizeCommentModerator({ role: 'admin' }, comment)).toBe(comment);
	expect(authorizeCommentModerator({ role: 'user' }, comment)).toBeNull();
	expect(authorizeModerator({ role: 'user' }, comment)).toBeNull();
	const policy = createContentPolicy<AdRow>({ ownerId: (ad) => ad.seller_id, isDeleted: () => false });
	const ad = { seller_id: 1 } as AdRow;
	expect(policy.moderated({ role: 'admin' }, ad)).toBe(ad);
	expect(policy.moderated({ role: 'user' }, ad)).toBeNull();
});

test('shows hidden rows to their owner only, and deleted rows to no one', () => {
	const policy = createContentPolicy<PostRow>({
		ownerId: (post) => post.author_id,
		isDeleted: (post) => post.deleted_at !== null,
	});
	const visible = { author_id: 1, hidden_at: null, owner_gone: 0, deleted_at: null } as PostRow;
	const [owner, other, admin] = [
		{ accountId: 1, role: 'user' } as Actor,
		{ accountId: 2, role: 'user' } as Actor,
		{ accountId: 3, role: 'admin' } as Actor,
	];
	const listVisibility = (row: PostRow) => [null, other, admin, owner].map((actor) => policy.canSee(row, actor));
	expect(isContentHidden(visible)).toBe(false);
	expect(listVisibility(visible)).toEqual([true, true, true, true]);
	for (const hidden of [
		{ ...visible, hidden_at: 0 },
		{ ...visible, owner_gone: 1 },
		{ ...visible, hidden_at: 0, owner_gone: 1 },
	]) {
		expect(isContentHidden(hidden)).toBe(true);
		expect(listVisibility(hidden)).toEqual([false, false, false, true]);
	}
	expect(listVisibility({ ...visible, deleted_at: 0 })).toEqual([false, false, false, false]);
	expect(listVisibility({ ...visible, deleted_at: 0, hidden_at: 0 })).toEqual([false, false, false, false]);
});

test('lets learners of the course and administrators read modules', () => {
	const learner = {} as LearnerRow;
	const [user, admin] = [{ role: 'user' } as Actor, { role: 'admin' } as Actor];
	expect(canReadModule(user, null)).toBe(false);
	expect(canReadModule(user, learner)).toBe(true);
	expect(canReadModule(admin, null)).toBe(true);
});
