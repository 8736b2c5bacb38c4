import { profilePath } from '../../contract/core/page-paths.ts';
import type { Picture } from '../../contract/media/media.ts';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { Moderator } from '../core/authorization.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewPart, ReviewService } from '../reviews/index.ts';

const reviewParts: Record<'review' | 'review_reply', ReviewPart> = { review: 'review', review_reply: 'reply' };

/** Reported content or a reported account, as moderators see it. They also see hidden content. */
export interface ReportSubject {
	ownerId: number;
	title: string;
	text: string;
	picture: Picture | null;
	/** Path of the page of the content or account. Null while the content or account is hidden. */
	path: string | null;
}

export type ReportSubjectService = ReturnType<typeof createReportSubjectService>;

export function createReportSubjectService(services: {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	comments: CommentService;
	reviews: ReviewService;
}) {
	const { accounts, ads, posts, comments, reviews } = services;

	const ownerLookups: Record<ReportTarget, (db: Db, id: number) => Promise<number | null>> = {
		ad: async (db, id) => (await ads.target(db, id))?.ownerId ?? null,
		post: async (db, id) => (await posts.target(db, id))?.ownerId ?? null,
		comment: async (db, id) => (await comments.target(db, id))?.ownerId ?? null,
		account: async (db, id) => (await accounts.findVisiblePeople(db, [id])).get(id)?.id ?? null,
		review: async (db, id) => (await reviews.target(db, 'review', id))?.ownerId ?? null,
		review_reply: async (db, id) => (await reviews.target(db, 'reply', id))?.ownerId ?? null,
	};

	const subjectLookups: Record<ReportTarget, (db: Db, ids: readonly number[]) => Promise<Map<number, ReportSubject>>> =
		{
			ad: ads.findForReview,
			post: posts.findForReview,
			comment: comments.findForReview,
			review: (db, ids) => reviews.findForReview(db, 'review', ids),
			review_reply: (db, ids) => reviews.findForReview(db, 'reply', ids),
			async account(db, ids) {
				const records = await accounts.findSummaries(db, ids);
				return new Map(
					[...records].map(([id, { person, bio, isVisible }]) => {
						const path = isVisible ? profilePath(person.user_name) : null;
						return [id, { ownerId: id, title: person.display_name, text: bio, picture: null, path }];
					}),
				);
			},
		};

	return {
		/** Returns the owner id of an ad, post, comment, account, review or reply. Returns null if the target isn't visible. */
		getOwnerId: (db: Db, kind: ReportTarget, id: number): Promise<number | null> => ownerLookups[kind](db, id),

		/** Finds reported content and accounts by id, including hidden ones. The result omits ids that don't exist. */
		findSubjects: (db: Db, kind: ReportTarget, ids: readonly number[]): Promise<Map<number, ReportSubject>> =>
			subjectLookups[kind](db, ids),

		/** Hides content from everyone except its owner and moderators. The owner of an ad or post also sees the reason. */
		async hide(
			tx: Tx,
			actor: Moderator,
			kind: Exclude<ReportTarget, 'account'>,
			id: number,
			reason: string,
		): Promise<void> {
			if (kind === 'ad') await ads.hide(tx, actor, id, reason);
			else if (kind === 'post') await posts.hide(tx, actor, id, reason);
			else if (kind === 'comment') await comments.hide(tx, actor, id);
			else await reviews.hide(tx, actor, reviewParts[kind], id);
		},

		async unhide(tx: Tx, actor: Actor, kind: ReportTarget, id: number): Promise<void> {
			if (kind === 'ad') await ads.unhide(tx, actor, id);
			else if (kind === 'post') await posts.unhide(tx, actor, id);
			else if (kind === 'comment') await comments.unhide(tx, actor, id);
			else if (kind !== 'account') await reviews.unhide(tx, actor, reviewParts[kind], id);
		},

		/** Lets the author of a taken-down review or reply write again. Other content can be posted again without it. */
		async allowAgain(tx: Tx, actor: Actor, kind: ReportTarget, id: number): Promise<void> {
			if (kind === 'review' || kind === 'review_reply') await reviews.allowAgain(tx, actor, reviewParts[kind], id);
		},

		async takeDown(tx: Tx, actor: Actor, kind: Exclude<ReportTarget, 'account'>, id: number): Promise<void> {
			if (kind === 'ad') {
				// Reviews contain a copy of the title. The ad is locked before them, in the same order as its owner deletes it.
				await ads.bumpEach(tx, [id], {});
				await reviews.clearAdTitle(tx, id);
				await ads.takeDown(tx, actor, id);
			} else if (kind === 'post') await posts.takeDown(tx, actor, id);
			else if (kind === 'comment') await comments.takeDown(tx, actor, id);
			else await reviews.takeDown(tx, actor, reviewParts[kind], id);
		},
	};
}
