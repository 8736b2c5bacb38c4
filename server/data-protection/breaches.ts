import type { z } from 'zod';
import { formatCsv } from '../../contract/core/csv.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type {
	addBreachAccounts,
	Breach,
	BreachForm,
	OwnBreachNotice,
} from '../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../contract/data-protection/data-protection-limits.ts';
import * as breachesText from '../../text/shared/breaches.ts';
import type { AccountService } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { AddressedMail } from '../senders/mail/index.ts';
import * as store from './breach-store.ts';
import { breachNoticeQueued } from './events.ts';
import { breachNoticeJob, breachNoticeMailJob } from './job-definitions.ts';
import { composeBreachMail } from './mails.ts';
import { presentBreach } from './present.ts';
import type { BreachAccountRow, BreachRow } from './tables.ts';

export interface BreachServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'brand'> {
	accounts: AccountService;
}

/** Accounts of a notice that one transaction queues. */
const noticeBatch = 200;

const toMilliseconds = (time: string | null) => (time === null ? null : Date.parse(time));

/** Register of breaches of personal data. Entries are changed, never deleted. */
export function createBreachService({ db, clock, jobs, events, accounts, brand }: BreachServiceDeps) {
	async function present(db: Db, rows: readonly BreachRow[]): Promise<Breach[]> {
		const ids = rows.map((row) => row.id);
		const counts = await store.countAccounts(db, ids);
		const notices = Map.groupBy(await store.listNotices(db, ids), (notice) => notice.breach_id);
		return rows.map((row) =>
			presentBreach(row, counts.get(row.id) ?? { accounts: 0, unnotified: 0 }, notices.get(row.id) ?? []),
		);
	}

	async function presentOne(db: Db, row: BreachRow | null): Promise<Breach> {
		const [breach] = row ? await present(db, [row]) : [];
		if (!breach) throw breachNotFound();
		return breach;
	}

	/** Converts a form. Throws `invalid` if the breach would be noticed in the future. */
	function toColumns({ noticed_at, commission_notified_at, people_notified_at, closed_at, ...texts }: BreachForm) {
		const noticed = Date.parse(noticed_at);
		if (noticed > clock.now()) throw invalidInput({ noticed_at: breachesText.noticedInFuture });
		return {
			...texts,
			noticed_at: noticed,
			commission_notified_at: toMilliseconds(commission_notified_at),
			people_notified_at: toMilliseconds(people_notified_at),
			closed_at: toMilliseconds(closed_at),
		};
	}

	const writeAudit = (tx: Tx, actor: Actor, action: string, { id, title }: BreachRow) =>
		accounts.writeAudit(tx, actor, { action: `breach.${action}`, target: { kind: 'breach', id }, reason: title });

	return {
		/** Lists a page of breaches, newest first. Throws `invalid` for a malformed cursor. */
		async list(page: PageQuery): Promise<CursorPage<Breach>> {
			const { rows, next_cursor } = await readPageById(page, (below, most) => store.listBreaches(db, below, most));
			return { items: await present(db, rows), next_cursor };
		},

		listUnreportedTimes: (limit: number): Promise<number[]> => store.listUnreportedTimes(db, limit),

		/** Records a breach. Throws `invalid`. */
		async record(tx: Tx, actor: Actor, form: BreachForm): Promise<Breach> {
			const row = await store.insertBreach(tx, { ...toColumns(form), created_at: clock.now() });
			await writeAudit(tx, actor, 'record', row);
			return presentOne(tx, row);
		},

		/** Changes a breach. Throws `not_found` or `invalid`. */
		update: (actor: Actor, id: number, form: BreachForm): Promise<Breach> =>
			db.transaction(async (tx) => {
				const before = await store.lockBreach(tx, id);
				if (!before) throw breachNotFound();
				const columns = toColumns(form);
				// A form that was opened before a notice does not know when its first mail was sent.
				if (columns.people_notified_at === null && (await store.listNotices(tx, [id])).length > 0) {
					columns.people_notified_at = before.people_notified_at;
				}
				const row = await store.updateBreach(tx, id, columns);
				if (row) await writeAudit(tx, actor, 'change', row);
				return presentOne(tx, row);
			}),

		/** Adds accounts by user name or email address. Throws `not_found`, or `conflict` if the breach would list too many. */
		addAccounts: (actor: Actor, id: number, { people }: z.output<(typeof addBreachAccounts)['body']>) =>
			db.transaction(async (tx) => {
				const row = await store.lockBreach(tx, id);
				if (!row) throw breachNotFound();
				const { ids, unknown } = await accounts.admin.findIdsByNameOrEmail(tx, people);
				await store.insertAccounts(tx, id, ids);
				const breach = await presentOne(tx, row);
				if (breach.accounts > dataProtectionLimits.breachAccounts) {
					throw new DomainError('conflict', breachesText.full(dataProtectionLimits.breachAccounts));
				}
				await writeAudit(tx, actor, 'add_accounts', row);
				return { breach, unknown };
			}),

		/**
		 * Queues a text to the accounts of a breach that got none yet. Throws `not_found`, or `conflict` if there is one for all listed
		 * accounts.
		 */
		async sendNotice(tx: Tx, actor: Actor, id: number, text: string): Promise<Breach> {
			const row = await store.lockBreach(tx, id);
			if (!row) throw breachNotFound();
			const count = (await store.countAccounts(tx, [id])).get(id)?.unnotified ?? 0;
			if (count === 0) throw new DomainError('conflict', breachesText.nobodyToNotify);
			const notice = { breach_id: id, text, accounts: count, created_at: clock.now() };
			const notice_id = await store.insertNotice(tx, notice);
			await jobs.add(tx, breachNoticeJob, { notice_id });
			await writeAudit(tx, actor, 'notify', row);
			return presentOne(tx, row);
		},

		/** Queues the mails and notifications of the next accounts of a notice, and a job for those after them. No account gets two. */
		queueNotices: (noticeId: number): Promise<void> =>
			db.transaction(async (tx) => {
				const ids = await store.takeUnqueuedAccounts(tx, noticeId, clock.now(), noticeBatch);
				await jobs.addAll(
					tx,
					breachNoticeMailJob,
					ids.map((account_id) => ({ notice_id: noticeId, account_id })),
				);
				for (const accountId of ids) await events.emit(tx, breachNoticeQueued, { noticeId, accountId });
				if (ids.length > 0) await jobs.add(tx, breachNoticeJob, { notice_id: noticeId });
			}),

		/** Composes the mail of a notice. Returns null if the account was erased, has no mailbox or got the mail. */
		async composeNotice(noticeId: number, accountId: number): Promise<AddressedMail | null> {
			const text = await store.findUnmailedText(db, noticeId, accountId);
			const to = await accounts.getMailRecipient(db, accountId);
			return text === null ? null : to && { to, message: composeBreachMail(to.name, text, brand.current().name) };
		},

		markMailed: (noticeId: number, accountId: number): Promise<void> =>
			db.transaction((tx) => store.markMailed(tx, noticeId, accountId, clock.now())),

		/** Stores that an account could not be mailed, or without `accountId`, that no account could whose mail is not queued. */
		markUnmailed: (tx: Tx, noticeId: number, accountId?: number): Promise<void> =>
			store.markUnmailed(tx, noticeId, clock.now(), accountId),

		/** Lists what was written to an account about breaches of its data, newest first. */
		listOwnNotices: async (accountId: number): Promise<{ items: OwnBreachNotice[] }> => ({
			items: (await store.listOwnNotices(db, accountId, dataProtectionLimits.ownBreachNotices)).map((row) => ({
				...row,
				created_at: toIsoTime(row.created_at),
			})),
		}),

		/** Exports the accounts of a breach as CSV. Throws `not_found`. */
		exportAccounts: (actor: Actor, id: number): Promise<{ file_name: string; csv: string }> =>
			db.transaction(async (tx) => {
				const row = await store.lockBreach(tx, id);
				if (!row) throw breachNotFound();
				const rows = new Map((await store.listAccounts(tx, id)).map((listed) => [listed.account_id, listed]));
				const emails = await accounts.admin.listEmails(tx, [...rows.keys()]);
				await writeAudit(tx, actor, 'export_accounts', row);
				const csv = formatCsv(
					breachesText.csvHeadings,
					emails.map((account) => [account.user_name, account.email, describeMail(rows.get(account.id))]),
				);
				return { file_name: `breach-${id}.csv`, csv };
			}),
	};
}

export type BreachService = ReturnType<typeof createBreachService>;

/** Says what became of the mail to an account. */
function describeMail(row: BreachAccountRow | undefined): string {
	if (!row || row.notice_id === null) return '';
	if (row.mailed_at !== null) return breachesText.csvMails.sent;
	return row.unmailed_at === null ? breachesText.csvMails.waiting : breachesText.csvMails.unmailed;
}

function breachNotFound(): DomainError {
	return new DomainError('not_found', breachesText.notFound);
}
