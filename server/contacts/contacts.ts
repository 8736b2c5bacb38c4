import type { Contact, ContactChannel, ContactKind } from '../../contract/contacts/contacts.ts';
import * as contactLimits from '../../contract/contacts/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { type AdService, adSoldChanged } from '../ads/index.ts';
import { commentsPosted } from '../comments/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { decodeCursor, type PageQuery, toPage } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { buyerNamed, contactMade } from './events.ts';
import * as store from './store.ts';
import type { ContactRow } from './tables.ts';

export interface ContactServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
	ads: AdService;
}

export type ContactService = ReturnType<typeof createContactService>;

/** Stores which buyers got in touch about an ad, so that the seller can tell who bought it. */
export function createContactService({ db, clock, events, accounts, ads }: ContactServiceDeps) {
	const toContact = (adId: number, accountId: number, kind: ContactKind) => ({
		ad_id: adId,
		account_id: accountId,
		kind,
		first_at: clock.now(),
		last_at: clock.now(),
	});

	const getRetentionStart = () => clock.now() - contactLimits.contactRetention;
	const isKept = ({ last_at, bought_at }: ContactRow) => Math.max(last_at, bought_at ?? 0) >= getRetentionStart();

	events.on(commentsPosted, async (tx, comments) => {
		const questions = comments.filter(({ target, accountId, ownerId }) => target === 'ads' && accountId !== ownerId);
		const byContact = new Map(questions.map((one) => [`${one.targetId} ${one.accountId}`, one]));
		await store.upsertContacts(
			tx,
			[...byContact.values()].map(({ targetId, accountId }) => toContact(targetId, accountId, 'question')),
		);
	});

	events.on(adSoldChanged, async (tx, { adId, isSold }) => {
		if (!isSold) await store.setBuyer(tx, adId, null, clock.now());
	});

	return {
		/** Stores that the actor got in touch about an ad, other than by a question. A first contact counts in the daily quota; throws `too_many` beyond it. */
		record: (actor: Actor, adId: number, kind: ContactChannel): Promise<void> =>
			db.transaction(async (tx) => {
				const { accountId } = actor;
				const contact = toContact(adId, accountId, kind);
				const earlier = await store.findContact(tx, contact);
				if (!earlier) await accounts.consumePostingQuota(tx, accountId, 'contacts');
				const ad = await ads.target(tx, adId);
				if (!ad) throw new DomainError('not_found', contentApiText.adGone);
				if (ad.ownerId === accountId) throw invalidInput({ id: contentApiText.ownAd });
				await store.upsertContacts(tx, [contact]);
				if (!earlier || earlier.kind === 'question') {
					await events.emit(tx, contactMade, { adId, sellerId: ad.ownerId, kind });
				}
			}),

		/**
		 * Lists a page of the visible buyers who got in touch about the actor's ad. The first page begins with the one who bought, beside the
		 * limit. Throws `forbidden` for an ad of another account.
		 */
		async list(actor: Actor, adId: number, { limit, cursor }: PageQuery): Promise<CursorPage<Contact>> {
			const ad = (await ads.allTargets(db, [adId])).get(adId);
			if (ad?.ownerId !== actor.accountId) {
				throw (await ads.target(db, adId))
					? new DomainError('forbidden', contentApiText.adOfAnother)
					: new DomainError('not_found', contentApiText.adGone);
			}
			const found = await store.listAdContacts(db, adId, getRetentionStart(), decodeCursor(cursor, 2), limit + 1);
			const page = toPage(found, limit, ({ last_at, account_id }) => [last_at, account_id]);
			const buyer = cursor === undefined ? await store.findBuyer(db, adId) : null;
			const rows = buyer && isKept(buyer) ? [buyer, ...page.rows] : page.rows;
			const buyers = await accounts.findVisiblePeople(
				db,
				rows.map((row) => row.account_id),
			);
			return {
				items: rows.flatMap(({ account_id, kind, last_at, bought_at }) => {
					const buyer = buyers.get(account_id);
					return buyer ? [{ buyer, kind, contacted_at: toIsoTime(last_at), bought: bought_at !== null }] : [];
				}),
				next_cursor: page.next_cursor,
			};
		},

		/** Stores who bought the item of the actor's sold ad. Throws `conflict` if it is not sold, and `invalid` for a stranger. */
		setBuyer: (actor: Actor, adId: number, buyerId: number | null): Promise<void> =>
			db.transaction(async (tx) => {
				if (!(await ads.isSold(tx, actor, adId))) throw new DomainError('conflict', contentApiText.buyerOfUnsold);
				const contact = buyerId === null ? null : await store.findContact(tx, { ad_id: adId, account_id: buyerId });
				if (contact && contact.bought_at !== null) return;
				if (buyerId !== null && !(contact && isKept(contact))) {
					throw invalidInput({ buyer_id: contentApiText.buyerUnknown });
				}
				await store.setBuyer(tx, adId, buyerId, clock.now());
				if (!contact) return;
				const { account_id, first_at: firstContactAt } = contact;
				await events.emit(tx, buyerNamed, { adId, sellerId: actor.accountId, buyerId: account_id, firstContactAt });
			}),

		/** Returns when the account first got in touch about an ad. Null without a contact in the retention period. */
		async findFirstContact(db: Db, adId: number, accountId: number): Promise<number | null> {
			const contact = await store.findContact(db, { ad_id: adId, account_id: accountId });
			return contact && isKept(contact) ? contact.first_at : null;
		},

		sweep: (): Promise<void> => store.deleteContactsBefore(db, getRetentionStart()),
	};
}
