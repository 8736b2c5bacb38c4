import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { AdReview, createReview, Review, updateReview } from '../../contract/reviews/reviews.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { ContactService } from '../contacts/index.ts';
import type { ReportedItem } from '../content/index.ts';
import type { Moderator } from '../core/authorization.ts';
import type { PageQuery } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type * as store from './store.ts';

export interface ReviewServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
	ads: AdService;
	contacts: ContactService;
}

/** The review itself or the seller's reply. */
export type ReviewPart = 'review' | 'reply';

export type NewReview = z.output<NonNullable<(typeof createReview)['body']>>;

export type ReviewChanges = z.output<NonNullable<(typeof updateReview)['body']>>;

/**
 * Reviews of sellers. A seller's rating is stored in the account row and stays equal to the visible reviews: each change locks the seller's
 * account before it reads the review. `accountVisibilityLocking` locks the reviewed sellers of an account that is hidden or erased.
 */
export interface ReviewService {
	/**
	 * Adds a review of the seller of an ad. Throws `forbidden` without a contact about the ad at least an hour before, and `conflict` for
	 * a second review.
	 */
	create(tx: Tx, actor: Actor, adId: number, form: NewReview): Promise<Review>;
	update(tx: Tx, actor: Actor, id: number, changes: ReviewChanges): Promise<Review>;
	remove(tx: Tx, actor: Actor, id: number): Promise<void>;
	/** Stores the seller's reply, or replaces its text. Throws `forbidden` for other accounts and for a hidden reply. */
	reply(tx: Tx, actor: Actor, id: number, text: string): Promise<Review>;
	removeReply(tx: Tx, actor: Actor, id: number): Promise<void>;

	/** Hides a review or only its reply. Does nothing for an unknown id. */
	hide(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void>;
	/** Reverses `hide`. The review stays invisible while its author is suspended or pending deletion. */
	unhide(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void>;
	/** Deletes the words of a review, or only its reply, for a moderator. Their author cannot write again until `allowAgain`. */
	takeDown(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void>;
	/** Lets the author of a taken-down review or reply write again. Does nothing for an unknown id. */
	allowAgain(tx: Tx, actor: Moderator, part: ReviewPart, id: number): Promise<void>;
	/** Removes the title of an ad from its reviews, because a moderator deletes the ad. */
	clearAdTitle: typeof store.clearAdTitle;
	/** Removes the name and the text of an account from the reviews that it wrote, and its replies from those that it received. */
	erase(tx: Tx, accountId: number): Promise<void>;
	/** Sums up the reviews of sellers again. Returns the number of wrong ratings, which it corrects. */
	recount(tx: Tx, sellerIds: readonly number[]): Promise<number>;

	/** Returns the actor's review of the seller of an ad, or from when the actor can write one. Throws `not_found`. */
	findForAd(actor: Actor, adId: number): Promise<AdReview>;
	/** Lists a page of a seller's visible reviews, newest first. Throws `not_found` for a hidden account. */
	list(userName: string, page: PageQuery): Promise<CursorPage<Review> & { seller: Person }>;
	/** Finds a review or a reply as the subject of a report. Returns null if it is not visible or its author is erased. */
	target(db: Db, part: ReviewPart, id: number): Promise<{ id: number; ownerId: number } | null>;
	/** Finds a review that everybody can see, with its seller. Returns null for any other. */
	findVisible(db: Db, id: number): Promise<(Review & { seller: Person }) | null>;
	/** Finds reviews or replies for moderators, including hidden ones. */
	findForReview(db: Db, part: ReviewPart, ids: readonly number[]): Promise<Map<number, ReportedItem>>;
	/** Lists the authors of a seller's newest visible reviews since `since`, at most `limit`. */
	listRecentAuthors(db: Db, sellerId: number, since: number, limit: number): Promise<number[]>;
}
