import type { NotificationKind } from '../../contract/notifications/notifications.ts';
import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { Database, Tx } from '../database/index.ts';
import { notificationsCacheTag } from './cache-tags.ts';
import { listDevices } from './device-store.ts';
import type { NotificationSubject } from './notification-text.ts';
import { presentSettings } from './settings.ts';
import * as store from './store.ts';
import type { NotificationRow } from './tables.ts';

/** Notifications are exported without their texts, which name other accounts. */
export const notificationPersonalData: PersonalDataHandler = {
	section: 'notifications',
	processing: {
		...processingText.notifications,
		people: ['customers', 'sellers', 'learners'],
		basis: 'contract',
		recipients: ['hosting', 'push'],
	},
	export: async (db, accountId) => ({
		settings: presentSettings(await store.findSettings(db, accountId)),
		devices: (await listDevices(db, accountId)).map(({ name, created_at }) => ({
			name,
			created_at: toIsoTime(created_at),
		})),
		notifications: (await store.listAccountNotifications(db, accountId)).map(
			({ kind, count, actors, about, created_at, read_at }) => ({
				kind,
				count,
				account_ids: parseActors(actors).filter((id) => id !== store.erasedActor),
				...describeSubject(kind, JSON.parse(about)),
				created_at: toIsoTime(created_at),
				read_at: toIsoTime(read_at),
			}),
		),
	}),
	eraseFromOthers: eraseFromNotifications,
};

const parseActors = (actors: string) => JSON.parse(actors) as number[];

/** Number of notifications that one transaction changes. */
const batchSize = 200;

/**
 * Removes what names an account from the notifications of others: its id, the path of its profile, and the titles of its ads and posts. Reads
 * them all, so it does not hold a transaction meanwhile. Reads them again until none is left, because other actors may be added to one.
 */
async function eraseFromNotifications(db: Database, accountId: number): Promise<void> {
	for (;;) {
		const rows = await store.listNotificationsAbout(db.longReads, accountId);
		if (rows.length === 0) return;
		for (let start = 0; start < rows.length; start += batchSize) {
			const batch = rows.slice(start, start + batchSize);
			await db.transaction((tx) => anonymizeEach(tx, batch, accountId));
		}
	}
}

async function anonymizeEach(tx: Tx, rows: readonly store.NotificationAbout[], accountId: number): Promise<void> {
	// What they are about is erased. The link of a reply to a review leads to the seller.
	const isOver = (row: store.NotificationAbout) => Boolean(row.is_about_own) || row.kind === 'review_reply';
	await store.deleteNotifications(
		tx,
		rows.filter(isOver).map(({ id }) => id),
	);
	for (const row of rows) if (!isOver(row)) await store.updateSubject(tx, row.id, anonymize(row, accountId));
	tx.invalidate(...rows.map((row) => notificationsCacheTag(row.account_id)));
}

function anonymize({ kind, actors, about }: NotificationRow, accountId: number) {
	const ids = parseActors(actors);
	const subject = JSON.parse(about) as NotificationSubject;
	// The link of a new follower leads to the latest one.
	if (kind === 'follow' && ids[0] === accountId) subject.path = '/dashboard';
	return {
		actors: JSON.stringify(ids.map((id) => (id === accountId ? store.erasedActor : id))),
		about: JSON.stringify(subject),
	};
}

/** Paths of other accounts' profiles and talks contain their names and titles, so such a subject is exported by id, or not at all. */
function describeSubject(kind: NotificationKind, { path, seen }: NotificationSubject) {
	if (seen) return { subject: seen };
	return kind === 'follow' ? {} : { path };
}
