import type { UserRow } from '../../contract/operations.ts';
import type { Page } from '../../contract/page.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import * as adminStore from './admin-store.ts';
import { eraseDueJob } from './job-definitions.ts';
import { isoTime } from './personal-data.ts';
import { presentPerson } from './present.ts';
import { setVisibility } from './set-visibility.ts';
import { lockAccount } from './store.ts';

export interface AccountAdminDeps {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	events: Events;
}

/** An account to an administrator, without what other nouns know of it. */
type AccountAdminRow = Omit<UserRow, 'ads' | 'suspension'> & { suspended: boolean; until: number | null };

/** Accounts as those who run the market see them. */
export function createAccountAdmin({ db, clock, jobs, events }: AccountAdminDeps) {
	return {
		/** A page of accounts, newest first. Throws `invalid` for a cursor that is not ours. */
		async list(
			filter: adminStore.AccountFilter,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<Page<AccountAdminRow>> {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await adminStore.listAccounts(db, filter, below, limit + 1);
			const rows = found.slice(0, limit);
			const lastSeen = await adminStore.findLastSeen(
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
					seen_at: isoTimeOrNull(lastSeen.get(row.id)),
					suspended: row.suspended_at !== null,
					until: row.suspended_until,
					deletes_at: isoTimeOrNull(row.deletes_at),
				})),
				next_cursor: last ? encodeCursor([last.id]) : null,
			};
		},

		/** The whole market in numbers. `from` is the first day, milliseconds since 1970. */
		getSiteStats: async (from: number) => ({
			...(await adminStore.countAccounts(db)),
			days: await adminStore.countByDay(db, from),
		}),

		/** Accounts of the sample content. */
		listSampleAccountIds: adminStore.listSampleAccountIds,

		/** From the commit on nobody sees anything of these accounts; they are erased one after the other by a job. */
		async removeSample(tx: Tx, ids: readonly number[]): Promise<void> {
			for (const id of ids) {
				const account = await lockAccount(tx, id);
				if (account?.sample === 1) await setVisibility(tx, events, account, { deletes_at: clock.now() });
			}
			if (ids.length > 0) await jobs.add(tx, eraseDueJob, {});
		},
	};
}

function isoTimeOrNull(milliseconds: number | null | undefined): string | null {
	return milliseconds == null ? null : isoTime(milliseconds);
}
