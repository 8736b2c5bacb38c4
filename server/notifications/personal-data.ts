import type { NotificationKind } from '../../contract/notifications.ts';
import { type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { notificationsCacheTag } from './cache-tags.ts';
import { listDevices } from './device-store.ts';
import type { NotificationSubject } from './notification-text.ts';
import { presentSettings } from './settings.ts';
import * as store from './store.ts';
import type { NotificationRow } from './tables.ts';

/** Notifications are exported without their texts, which name other accounts. */
export const notificationPersonalData: PersonalDataHandler = {
	section: 'notifications',
	export: async (at, accountId) => ({
		settings: presentSettings(await store.findSettings(at, accountId)),
		devices: (await listDevices(at, accountId)).map(({ name, created_at }) => ({
			name,
			created_at: toIsoTime(created_at),
		})),
		notifications: (await store.listAccountNotifications(at, accountId)).map(
			({ kind, count, actors, about, created_at, read_at }) => ({
				kind,
				count,
				account_ids: parseActors(actors).filter((id) => id !== store.erasedActor),
				...describeSubject(kind, JSON.parse(about)),
				created_at: toIsoTime(created_at),
				read_at: read_at === null ? null : toIsoTime(read_at),
			}),
		),
	}),
	erase: eraseFromNotifications,
};

const parseActors = (actors: string) => JSON.parse(actors) as number[];

/** Removes what names an account from the notifications of others: its own names, the path of its profile, and the titles of its ads and posts. */
async function eraseFromNotifications(tx: Tx, accountId: number): Promise<void> {
	const rows = await store.listNotificationsAbout(tx, accountId);
	// What they are about is erased. The link of a reply to a review leads to the seller.
	const isOver = (row: (typeof rows)[number]) => Boolean(row.is_about_own) || row.kind === 'review_reply';
	const over = rows.filter(isOver);
	await store.deleteNotifications(
		tx,
		over.map(({ id }) => id),
	);
	for (const row of rows.filter((row) => !isOver(row)))
		await store.updateSubject(tx, row.id, anonymize(row, accountId));
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
