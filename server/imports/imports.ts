import type { z } from 'zod';
import type { CursorPage } from '../../contract/core/page.ts';
import { importLimits } from '../../contract/imports/import-limits.ts';
import type { Import, importAd } from '../../contract/imports/imports.ts';
import * as importsApiText from '../../text/server/imports-api.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { AuthorizedRow, Owner } from '../core/authorization.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { importFinished } from './events.ts';
import { importUndoJob } from './job-definitions.ts';
import { authorizeImportOwner } from './policy.ts';
import { presentImport } from './present.ts';
import { getQuotaError, importQuotaPeriod } from './quota.ts';
import * as store from './store.ts';
import type { ImportRow } from './tables.ts';

export interface ImportServiceDeps extends Pick<Platform, 'db' | 'clock' | 'events' | 'jobs'> {
	accounts: AccountService;
	ads: AdService;
}

export type ImportService = ReturnType<typeof createImportService>;

type ImportedAdForm = z.output<(typeof importAd)['body']>;

/** Number of ads that one transaction deletes, and number of imports that one run of the schedule ends. */
const batchSize = { ads: 20, imports: 100 };

export function createImportService({ db, clock, events, jobs, accounts, ads }: ImportServiceDeps) {
	/** Locks an import of the actor until the transaction ends. Throws `not_found`, also for an import of another account. */
	async function lockOwn(tx: Tx, actor: Owner, id: number): Promise<AuthorizedRow<ImportRow>> {
		const row = await store.lockImportRow(tx, id);
		const own = row && authorizeImportOwner(actor, row);
		if (!own) throw new DomainError('not_found', importsApiText.importGone);
		return own;
	}

	const finish = (owner: Owner, id: number): Promise<void> =>
		db.transaction(async (tx) => {
			const row = await lockOwn(tx, owner, id);
			if (row.finished_at !== null) return;
			if (row.posted === 0) return store.deleteImport(tx, row);
			await store.updateImport(tx, row, { finished_at: clock.now() });
			await events.emit(tx, importFinished, { importId: id, ownerId: row.account_id });
		});

	return {
		/** Starts an import. Throws `too_many` beyond the quota. */
		async start(tx: Tx, { accountId, role }: Actor, announced: number): Promise<Import> {
			const now = clock.now();
			const account = await accounts.lockPostingAccount(tx, accountId);
			const earlier = await store.listImports(tx, accountId, { since: now - importQuotaPeriod });
			const error = role === 'admin' ? null : getQuotaError({ ads: announced, earlier, ...account, now });
			if (error) throw error;
			return presentImport(await store.insertImport(tx, accountId, announced, now), 0);
		},

		/** Posts an ad in an import. Throws `invalid` if the import has ended or has all its ads. */
		async addAd(tx: Tx, actor: Actor, id: number, form: ImportedAdForm): Promise<{ id: number }> {
			await accounts.lockPostingAccount(tx, actor.accountId);
			const row = await lockOwn(tx, actor, id);
			if (row.finished_at !== null) throw new DomainError('invalid', importsApiText.importEnded);
			if (row.posted >= row.ads) throw new DomainError('invalid', importsApiText.importFull(row.ads));
			await store.updateImport(tx, row, { posted: row.posted + 1, last_at: clock.now() });
			const batch = { id, scoreDelay: row.posted * importLimits.scoreSpacing };
			return { id: await ads.createImportedAd(tx, actor, form, batch) };
		},

		/** Ends an import. Does nothing if it has ended, and deletes it if it has no ads. */
		finish,

		/** Deletes the ads of an import in a job. Throws `conflict` when it is too late. */
		undo: (actor: Actor, id: number): Promise<void> =>
			db.transaction(async (tx) => {
				const row = await lockOwn(tx, actor, id);
				if (row.undone_at !== null) return;
				const now = clock.now();
				if (now > row.last_at + importLimits.undoWindow) {
					throw new DomainError('conflict', importsApiText.tooLateToUndo(importLimits.undoWindow / 86_400_000));
				}
				await store.updateImport(tx, row, { finished_at: row.finished_at ?? now, undone_at: now });
				await jobs.add(tx, importUndoJob, { import_id: id });
			}),

		/** Deletes the ads of an undone import, a few in each transaction, so that other writes do not wait for all of them. */
		async removeAds(id: number, signal: AbortSignal): Promise<void> {
			const row = await store.findImport(db, id);
			if (!row || row.undone_at === null) return;
			const owner = { accountId: row.account_id };
			for (let removed: number = batchSize.ads; removed === batchSize.ads; ) {
				signal.throwIfAborted();
				removed = await db.transaction((tx) => ads.removeImported(tx, owner, id, batchSize.ads));
			}
		},

		/** Lists a page of the actor's imports, newest first. Throws `invalid` for a malformed cursor. */
		async list({ accountId }: Actor, page: PageQuery): Promise<CursorPage<Import>> {
			const { rows, next_cursor } = await readPageById(page, (below, limit) =>
				store.listImports(db, accountId, { below, limit }),
			);
			const remaining = await ads.countByImport(
				db,
				rows.map(({ id }) => id),
			);
			return { items: rows.map((row) => presentImport(row, remaining.get(row.id) ?? 0)), next_cursor };
		},

		/** Ends imports without a new ad for a day. */
		async finishSilent(signal: AbortSignal): Promise<void> {
			const silent = await store.listSilentImports(db, clock.now() - importLimits.silence, batchSize.imports);
			for (const { id, account_id: accountId } of silent) {
				signal.throwIfAborted();
				await finish({ accountId }, id).catch((error: unknown) => {
					// The account was deleted meanwhile, with its imports.
					if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
				});
			}
		},
	};
}
