import type { UserRow } from '../../contract/operations.ts';
import type { Page } from '../../contract/page.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { changeShown } from './change-shown.ts';
import * as deskStore from './desk-store.ts';
import { eraseDueJob } from './job-definitions.ts';
import { isoTime } from './personal-data.ts';
import { presentPerson } from './present.ts';
import { lockAccount } from './store.ts';

export interface DeskParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	events: Events;
}

/** An account to an administrator, without what other nouns know of it. */
type DeskRow = Omit<UserRow, 'ads' | 'suspension'> & { suspended: boolean; until: number | null };

/** Accounts as those who run the market see them. */
export function createDesk({ db, clock, jobs, events }: DeskParts) {
	return {
		/** A page of accounts, newest first. Throws `invalid` for a cursor that is not ours. */
		async list(
			filter: deskStore.AccountFilter,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<Page<DeskRow>> {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await deskStore.listAccounts(db, filter, below, limit + 1);
			const rows = found.slice(0, limit);
			const seen = await deskStore.lastSeen(
				db,
				rows.map((row) => row.id),
			);
			const last = found.length > limit ? rows.at(-1) : undefined;
			return {
				items: rows.map((row) => ({
					...presentPerson(row),
					email: row.email,
					email_verified: row.email_verified_at !== null,
					role: row.role,
					sample: row.sample === 1,
					created_at: isoTime(row.created_at),
					seen_at: isoTimeOrNull(seen.get(row.id)),
					suspended: row.suspended_at !== null,
					until: row.suspended_until,
					deletes_at: isoTimeOrNull(row.deletes_at),
				})),
				next_cursor: last ? encodeCursor([last.id]) : null,
			};
		},

		/** The whole market in numbers. `from` is the first day, milliseconds since 1970. */
		siteFigures: async (from: number) => ({
			...(await deskStore.siteFigures(db)),
			days: await deskStore.countByDay(db, from),
		}),

		/** Accounts of the sample content. */
		sampleAccounts: deskStore.sampleAccounts,

		/** From the commit on nobody sees anything of these accounts; they are erased one after the other by a job. */
		async removeSample(tx: Tx, ids: readonly number[]): Promise<void> {
			for (const id of ids) {
				const account = await lockAccount(tx, id);
				if (account?.sample === 1) await changeShown(tx, events, account, { deletes_at: clock.now() });
			}
			if (ids.length > 0) await jobs.add(tx, eraseDueJob, {});
		},
	};
}

function isoTimeOrNull(milliseconds: number | null | undefined): string | null {
	return milliseconds == null ? null : isoTime(milliseconds);
}
