import { DiskFullError } from '../core/disk-full-error.ts';
import type { Database } from '../database/index.ts';
import type { PreallocatedList } from '../files/index.ts';
import * as store from './store.ts';

export type RevokedSessionList = ReturnType<typeof createRevokedSessionList>;

/** Lets users log out on a full disk. SQLite needs space to delete a session row, so the session ids go to a preallocated file. */
export function createRevokedSessionList({ db, list }: { db: Database; list: PreallocatedList | null }) {
	return {
		isRevoked: (sessionId: number): boolean => list?.has(sessionId) ?? false,

		async revoke(sessionId: number): Promise<void> {
			try {
				await db.transaction((tx) => store.deleteSession(tx, sessionId));
			} catch (error) {
				if (!(error instanceof DiskFullError) || !list) throw error;
				await list.add(sessionId);
			}
		},

		async sweep(): Promise<void> {
			if (!list) return;
			await list.preallocate();
			const sessionIds = list.entries();
			for (const id of sessionIds) await db.transaction((tx) => store.deleteSession(tx, id));
			await list.remove(sessionIds);
		},
	};
}
