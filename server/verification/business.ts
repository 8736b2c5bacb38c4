import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CursorPage } from '../../contract/core/page.ts';
import type {
	DocumentPicture,
	decideVerificationRequest,
	listVerificationRequests,
	requestBusinessVerification,
	Verification,
	VerificationDecision,
	VerificationRequestDetail,
	VerificationRequestListItem,
	VerificationState,
} from '../../contract/verification/verification.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as verificationApiText from '../../text/server/verification-api.ts';
import { type AccountService, accountVisibilityChanged } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { readPageById } from '../core/cursor.ts';
import { DomainError, tooManyRequests } from '../core/domain-error.ts';
import { catchTooManyRequests } from '../core/rate-limits.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import type { AddressedMail } from '../senders/mail/index.ts';
import { businessVerificationDecided, type VerificationOutcome } from './events.ts';
import { verificationDecisionMailJob } from './job-definitions.ts';
import { composeVerificationMail } from './mails.ts';
import { authorizeDocumentOwner } from './policy.ts';
import { presentDetail, presentListItem, presentRequest } from './present.ts';
import * as store from './store.ts';
import type { BusinessDocumentRow, BusinessVerificationRow } from './tables.ts';

export interface BusinessVerificationDeps
	extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'rateLimits' | 'publicUrl'> {
	accounts: AccountService;
	media: MediaService;
}

const outcomes = { accept: 'accepted', reject: 'rejected', revoke: 'revoked' } as const satisfies Record<
	VerificationDecision,
	VerificationOutcome
>;
const sweepBatchSize = 100;

const { documents: maxDocuments, requests: maxRequests, period, unsentTtl } = verificationLimits.business;

export function createBusinessVerificationService(deps: BusinessVerificationDeps) {
	const { db, clock, jobs, events, accounts, media, rateLimits, publicUrl } = deps;

	/** Deletes pictures of documents. A job deletes their files after the commit. */
	async function removeDocuments(tx: Tx, documents: readonly BusinessDocumentRow[]): Promise<void> {
		const ids = documents.map((document) => document.media_id);
		await store.deleteDocuments(tx, ids);
		await media.remove(tx, ids);
	}

	async function presentDocuments(db: Db, documents: readonly BusinessDocumentRow[]): Promise<DocumentPicture[]> {
		const pictures = await media.findByIdsSigned(
			db,
			documents.map((document) => document.media_id),
		);
		return documents.flatMap(({ media_id: id, created_at }) => {
			const url = pictures.get(id)?.picture?.url;
			return url ? [{ id, url, created_at: toIsoTime(created_at) }] : [];
		});
	}

	/** Throws `conflict` if the account cannot add another picture: its request is pending, or it has the most pictures. */
	async function assertDocumentAllowed(db: Db, accountId: number): Promise<void> {
		if (await store.findPendingVerification(db, accountId)) {
			throw new DomainError('conflict', verificationApiText.requestPending);
		}
		if ((await store.listDocuments(db, accountId, null)).length >= maxDocuments) {
			throw new DomainError('conflict', verificationApiText.tooManyDocuments(maxDocuments));
		}
	}

	async function countRequest(tx: Tx, accountId: number): Promise<void> {
		const rate = { most: maxRequests, window: period };
		const exhausted = await catchTooManyRequests(
			rateLimits.count(`business verifications of ${accountId}`, rate, { tx }),
		);
		if (exhausted) throw tooManyRequests(verificationApiText.tooManyRequests, (exhausted.retryAfter ?? 1) * 1000);
	}

	/** Ends the pending request of a locked account without a decision, and deletes all its pictures. */
	async function withdraw(tx: Tx, accountId: number): Promise<void> {
		const pending = await store.findPendingVerification(tx, accountId);
		if (pending) await store.updateVerification(tx, pending.id, { state: 'withdrawn', decided_at: clock.now() });
		await removeDocuments(tx, await store.listAccountDocuments(tx, accountId));
	}

	// Nobody checks the documents of an account that its owner deleted or that is suspended.
	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		if (!isVisible) await withdraw(tx, accountId);
	});

	async function presentListItems(
		db: Db,
		rows: readonly BusinessVerificationRow[],
	): Promise<VerificationRequestListItem[]> {
		const summaries = await accounts.findSummaries(
			db,
			rows.map((row) => row.account_id),
		);
		const documents = await store.countDocuments(
			db,
			rows.map((row) => row.id),
		);
		return rows.flatMap((row) => {
			const summary = summaries.get(row.account_id);
			if (!summary) return [];
			const { person: account, createdAt: accountCreatedAt } = summary;
			return [presentListItem(row, { account, accountCreatedAt, documents: documents.get(row.id) ?? 0 })];
		});
	}

	async function presentById(db: Db, id: number): Promise<VerificationRequestDetail> {
		const row = await store.findVerification(db, id);
		const [item] = row ? await presentListItems(db, [row]) : [];
		if (!row || !item) throw requestNotFound();
		const pictures = await presentDocuments(db, await store.listDocuments(db, row.account_id, id));
		const others = (await store.listAccountVerifications(db, row.account_id)).filter((other) => other.id !== id);
		return presentDetail(item, pictures, others);
	}

	/** Finds a request in a state that the decision needs, and locks its account. Throws `not_found` or `conflict`. */
	async function lockForDecision(tx: Tx, id: number, decision: VerificationDecision): Promise<BusinessVerificationRow> {
		const found = await store.findVerification(tx, id);
		if (!found) throw requestNotFound();
		await accounts.lock(tx, found.account_id);
		const needed: VerificationState = decision === 'revoke' ? 'accepted' : 'pending';
		const row = await store.findVerification(tx, id);
		if (row?.state === needed) return row;
		const sentence = decision === 'revoke' ? verificationApiText.notAccepted : verificationApiText.alreadyDecided;
		throw new DomainError('conflict', sentence);
	}

	return {
		async getStatus(accountId: number): Promise<Verification['business']> {
			const { businessName, businessVerifiedAt } = await accounts.getVerified(db, accountId);
			const [newest] = await store.listAccountVerifications(db, accountId);
			const pendingId = newest?.state === 'pending' ? newest.id : null;
			return {
				name: businessVerifiedAt === null ? null : businessName,
				verified_at: toIsoTime(businessVerifiedAt),
				request: newest ? presentRequest(newest) : null,
				documents: await presentDocuments(db, await store.listDocuments(db, accountId, pendingId)),
			};
		},

		/** Stores a picture of a document for the next request. Throws `conflict` or an upload error. */
		async addDocument({ accountId }: Actor, request: FastifyRequest): Promise<void> {
			// The account is checked before the upload, and again once it is locked.
			await assertDocumentAllowed(db, accountId);
			await media.receivePrivatePicture(request, async (tx, mediaId) => {
				await accounts.lock(tx, accountId);
				await assertDocumentAllowed(tx, accountId);
				await store.insertDocument(tx, {
					media_id: mediaId,
					account_id: accountId,
					verification_id: null,
					created_at: clock.now(),
				});
			});
		},

		/** Deletes a picture that was not sent with a request. Throws `not_found`, also for pictures of other accounts. */
		removeDocument: (actor: Actor, mediaId: number): Promise<void> =>
			db.transaction(async (tx) => {
				await accounts.lock(tx, actor.accountId);
				const unsent = await store.listDocuments(tx, actor.accountId, null);
				const document = unsent.find((one) => one.media_id === mediaId);
				const own = document && authorizeDocumentOwner(actor, document);
				if (!own) throw new DomainError('not_found', verificationApiText.documentGone);
				await removeDocuments(tx, [own]);
			}),

		/** Sends a request with the unsent pictures to the administrators. Throws `conflict` or `too_many`. */
		request: ({ accountId }: Actor, form: z.output<(typeof requestBusinessVerification)['body']>): Promise<void> =>
			db.transaction(async (tx) => {
				await accounts.lock(tx, accountId);
				if (await store.findPendingVerification(tx, accountId)) {
					throw new DomainError('conflict', verificationApiText.requestPending);
				}
				if ((await store.listDocuments(tx, accountId, null)).length === 0) {
					throw new DomainError('conflict', verificationApiText.documentsMissing);
				}
				await countRequest(tx, accountId);
				const row = await store.insertVerification(tx, {
					account_id: accountId,
					...form,
					state: 'pending',
					created_at: clock.now(),
				});
				await store.assignDocuments(tx, accountId, row.id);
			}),

		/** Withdraws the pending request, if any, and deletes all pictures of the account. */
		withdrawOwn: ({ accountId }: Actor): Promise<void> =>
			db.transaction(async (tx) => {
				await accounts.lock(tx, accountId);
				await withdraw(tx, accountId);
			}),

		/** Lists a page of requests for administrators. Throws `invalid` for a malformed cursor. */
		async list({
			state,
			...page
		}: z.output<(typeof listVerificationRequests)['query']>): Promise<
			CursorPage<VerificationRequestListItem> & { pending: number }
		> {
			const { rows, next_cursor } = await readPageById(page, (after, most) =>
				store.listVerifications(db, state, after, most),
			);
			return {
				items: await presentListItems(db, rows),
				next_cursor,
				pending: await store.countPendingVerifications(db),
			};
		},

		/** Lists the times at which pending requests were sent, oldest first. */
		listWaitingTimes: (limit: number): Promise<number[]> => store.listPendingTimes(db, limit),

		getDetail: (id: number): Promise<VerificationRequestDetail> => presentById(db, id),

		/** Decides a request and deletes its pictures. Mails the reason to the owner. Throws `not_found` or `conflict`. */
		async decide(
			tx: Tx,
			actor: Actor,
			id: number,
			{ decision, reason }: z.output<(typeof decideVerificationRequest)['body']>,
		): Promise<VerificationRequestDetail> {
			const row = await lockForDecision(tx, id, decision);
			const { account_id: accountId, business_name: name } = row;
			const outcome = outcomes[decision];
			await store.updateVerification(tx, id, { state: outcome, reason, decided_at: clock.now() });
			await removeDocuments(tx, await store.listDocuments(tx, accountId, id));
			if (decision === 'accept') {
				// A new business replaces the verified one.
				for (const other of await store.listAccountVerifications(tx, accountId)) {
					if (other.id !== id && other.state === 'accepted') {
						await store.updateVerification(tx, other.id, { state: 'withdrawn' });
					}
				}
				await accounts.trust.setVerifiedBusiness(tx, accountId, name);
			}
			if (decision === 'revoke') await accounts.trust.setVerifiedBusiness(tx, accountId, null);
			const target = { kind: 'verification', id };
			await accounts.writeAudit(tx, actor, { action: `verification.${decision}`, target, reason });
			await jobs.add(tx, verificationDecisionMailJob, { verification_id: id, outcome });
			await events.emit(tx, businessVerificationDecided, { verificationId: id, accountId, outcome });
			return presentById(tx, id);
		},

		/** Composes the mail about a decision. Returns null if the account no longer exists. */
		async composeMail(id: number, outcome: VerificationOutcome): Promise<AddressedMail | null> {
			const row = await store.findVerification(db, id);
			const recipient = row && (await accounts.getMailRecipient(db, row.account_id));
			const person = row && (await accounts.findPeople(db, [row.account_id])).get(row.account_id);
			if (!recipient || !person) return null;
			const context = { name: recipient.name, userName: person.user_name, publicUrl: publicUrl() };
			return { to: recipient, message: composeVerificationMail(outcome, row, context) };
		},

		/** Deletes all pictures of an account that is erased. */
		async erase(tx: Tx, accountId: number): Promise<void> {
			await removeDocuments(tx, await store.listAccountDocuments(tx, accountId));
		},

		/** Deletes pictures that were not sent with a request within a day. */
		async sweep(): Promise<void> {
			for (;;) {
				const until = clock.now() - unsentTtl;
				const old = await store.listUnsentDocuments(db, until, sweepBatchSize);
				for (const { account_id: accountId } of old) {
					await db.transaction(async (tx) => {
						await accounts.lock(tx, accountId);
						const unsent = await store.listDocuments(tx, accountId, null);
						await removeDocuments(
							tx,
							unsent.filter((document) => document.created_at <= until),
						);
					});
				}
				if (old.length < sweepBatchSize) return;
			}
		},
	};
}

function requestNotFound(): DomainError {
	return new DomainError('not_found', verificationApiText.requestUnknown);
}
