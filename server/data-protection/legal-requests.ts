import type { z } from 'zod';
import type { CursorPage } from '../../contract/core/page.ts';
import type {
	answerLegalRequest,
	LegalRequest,
	LegalRequestKind,
	LegalRequestListItem,
	listLegalRequests,
	sendLegalRequest,
} from '../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../contract/data-protection/data-protection-limits.ts';
import * as legalRequestText from '../../text/shared/legal-request.ts';
import type { AccountService } from '../accounts/index.ts';
import { decodeCursor, toPage } from '../core/cursor.ts';
import { DomainError, tooManyRequests } from '../core/domain-error.ts';
import { catchTooManyRequests } from '../core/rate-limits.ts';
import { generateReadableCode, parseReadableCode } from '../core/readable-code.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { legalRequestMailJob } from './job-definitions.ts';
import * as store from './legal-request-store.ts';
import { composeLegalRequestMail, type MailKind } from './mails.ts';
import { presentListItem, presentRequest } from './present.ts';
import type { LegalRequestRow } from './tables.ts';

export interface LegalRequestServiceDeps
	extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'rateLimits' | 'publicUrl' | 'brand'> {
	accounts: AccountService;
}

const day = 86_400_000;
const codePrefix = 'REQ';
const { requestsPerDay, takedownPeriod, answerPeriod, requestRetention } = dataProtectionLimits;

const getPeriod = (kind: LegalRequestKind) => (kind === 'takedown' ? takedownPeriod : answerPeriod);

/** Requests of people about their rights and about content that must go, with the time until which each must be answered. */
export function createLegalRequestService(deps: LegalRequestServiceDeps) {
	const { db, clock, jobs, accounts, rateLimits, publicUrl, brand } = deps;

	async function countRequest(tx: Tx, key: string, most: number): Promise<void> {
		const exhausted = await catchTooManyRequests(
			rateLimits.count(`legal requests ${key}`, { most, window: day }, { tx }),
		);
		if (exhausted) throw tooManyRequests(legalRequestText.tooManyRequests, (exhausted.retryAfter ?? 1) * 1000);
	}

	async function presentListItems(db: Db, rows: readonly LegalRequestRow[]): Promise<LegalRequestListItem[]> {
		const people = await accounts.findPeople(
			db,
			rows.flatMap((row) => row.account_id ?? []),
		);
		return rows.map((row) => presentListItem(row, people.get(row.account_id ?? 0) ?? null));
	}

	return {
		/** Stores a request and mails its tracking code. `actor` is null for a visitor. Throws `too_many`. */
		async send(
			tx: Tx,
			actor: Actor | null,
			network: string,
			{ kind, name, email, text, url }: z.output<(typeof sendLegalRequest)['body']>,
		): Promise<LegalRequest> {
			await countRequest(tx, `from ${network}`, requestsPerDay.network);
			if (actor) await countRequest(tx, `of ${actor.accountId}`, requestsPerDay.account);
			const now = clock.now();
			const row = await store.insertRequest(tx, {
				code: generateReadableCode(codePrefix),
				state: 'open',
				...{ kind, name, email, text },
				url: url || null,
				account_id: actor?.accountId ?? (await accounts.findVerifiedByEmail(tx, email)),
				is_proven: actor ? 1 : 0,
				created_at: now,
				due_at: now + getPeriod(kind),
			});
			await jobs.add(tx, legalRequestMailJob, { request_id: row.id, kind: 'received' });
			return presentRequest(row);
		},

		/** Finds a request by its code as typed. Throws `not_found`. */
		async get(text: string): Promise<LegalRequest> {
			const code = parseReadableCode(codePrefix, text);
			const row = code === null ? null : await store.findRequestByCode(db, code);
			if (!row) throw requestNotFound();
			return presentRequest(row);
		},

		/** Lists a page of requests for administrators. Throws `invalid` for a malformed cursor. */
		async list({
			state,
			limit,
			cursor,
		}: z.output<(typeof listLegalRequests)['query']>): Promise<CursorPage<LegalRequestListItem>> {
			const [due, id] = decodeCursor(cursor, 2) ?? [];
			const after = due === undefined || id === undefined ? null : { due, id };
			const found = await store.listRequests(db, state, after, limit + 1);
			const { rows, next_cursor } = toPage(found, limit, (row) => [row.due_at, row.id]);
			return { items: await presentListItems(db, rows), next_cursor };
		},

		listOpenTimes: (limit: number): Promise<number[]> => store.listOpenTimes(db, limit),

		/** Answers an open request, and mails the answer. Throws `not_found` or `conflict`. */
		async answer(
			tx: Tx,
			actor: Actor,
			id: number,
			{ state, answer }: z.output<(typeof answerLegalRequest)['body']>,
		): Promise<LegalRequestListItem> {
			const open = await store.lockRequest(tx, id);
			if (!open) throw requestNotFound();
			if (open.state !== 'open') throw new DomainError('conflict', legalRequestText.alreadyAnswered);
			const row = await store.answerRequest(tx, id, { state, answer, answered_at: clock.now() });
			const target = { kind: 'legal_request', id };
			// The answer may name the person, and the audit log is never erased.
			await accounts.writeAudit(tx, actor, { action: `legal_request.${state}`, target });
			await jobs.add(tx, legalRequestMailJob, { request_id: id, kind: 'answered' });
			const [item] = await presentListItems(tx, [row]);
			if (!item) throw requestNotFound();
			return item;
		},

		/** Composes a mail about a request. Returns null if the request was deleted. */
		async composeMail(id: number, kind: MailKind) {
			const row = await store.findRequest(db, id);
			return (
				row && { email: row.email, message: composeLegalRequestMail(kind, row, publicUrl(), brand.current().name) }
			);
		},

		/** Deletes requests that were answered long ago. */
		sweep: (): Promise<void> => store.deleteAnsweredRequests(db, clock.now() - requestRetention),
	};
}

export type LegalRequestService = ReturnType<typeof createLegalRequestService>;

function requestNotFound(): DomainError {
	return new DomainError('not_found', legalRequestText.notFound);
}
