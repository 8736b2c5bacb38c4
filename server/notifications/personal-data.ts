import type { NotificationKind } from '../../contract/notifications.ts';
import * as processingText from '../../contract/text/processing.ts';
import { type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import { listDevices } from './device-store.ts';
import type { NotificationSubject } from './notification-text.ts';
import { presentSettings } from './settings.ts';
import { findSettings, listAccountNotifications } from './store.ts';

/** Notifications are exported without their texts, which name other accounts. */
export const notificationPersonalData: PersonalDataHandler = {
	section: 'notifications',
	processing: {
		...processingText.notifications,
		people: ['customers', 'sellers', 'learners'],
		basis: 'contract',
		recipients: ['hosting', 'push'],
	},
	export: async (at, accountId) => ({
		settings: presentSettings(await findSettings(at, accountId)),
		devices: (await listDevices(at, accountId)).map(({ name, created_at }) => ({
			name,
			created_at: toIsoTime(created_at),
		})),
		notifications: (await listAccountNotifications(at, accountId)).map(
			({ kind, count, actors, about, created_at, read_at }) => ({
				kind,
				count,
				account_ids: JSON.parse(actors) as number[],
				...describeSubject(kind, JSON.parse(about)),
				created_at: toIsoTime(created_at),
				read_at: read_at === null ? null : toIsoTime(read_at),
			}),
		),
	}),
};

/** Paths of other accounts' profiles and talks contain their names and titles, so such a subject is exported by id, or not at all. */
function describeSubject(kind: NotificationKind, { path, seen }: NotificationSubject) {
	if (seen) return { subject: seen };
	return kind === 'follow' ? {} : { path };
}
